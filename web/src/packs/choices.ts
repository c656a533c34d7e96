// Packs that can be chosen for a new table: those of this device, and those whose read links were opened here.
import type { OptionFacts, PackToPlay } from '../api/wire'
import { myPacks, packToPlay } from './api'
import { forgetReadPack, readPacks } from './kept'
import { Refusal } from '../api/http'

export interface PackChoice {
  game: string
  option: string
  reference: string
  title: string
}

export async function packChoices(): Promise<PackChoice[]> {
  const { packs } = await myPacks()
  const mine = packs.filter(({ published }) => published !== '')
  const others = await openedPacks()
  const found = [...mine, ...others].map(({ game, option, published, title }) => ({ game, option, reference: published, title }))
  return found.filter((one, i) => found.findIndex(({ reference }) => reference === one.reference) === i)
}

/** Those opened by a read link; what is gone is forgotten. */
export async function openedPacks(): Promise<PackToPlay[]> {
  const found = await Promise.all(
    readPacks().map((id) =>
      packToPlay(id).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'no-pack') forgetReadPack(id)
        return null
      }),
    ),
  )
  return found.filter((one) => one !== null)
}

/** An option with these packs among its choices. */
export function withPacks(option: OptionFacts, game: string, packs: PackChoice[]): OptionFacts {
  const fitting = packs.filter((one) => one.game === game && one.option === option.name && !option.choices.includes(one.reference))
  return {
    ...option,
    choices: [...option.choices, ...fitting.map(({ reference }) => reference)],
    names: { ...option.names, ...Object.fromEntries(fitting.map(({ reference, title }) => [reference, title])) },
  }
}
