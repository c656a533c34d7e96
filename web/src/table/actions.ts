// All that may be done, in an order one can find one's way in: few as they are, many by their first word.

import type { Choice } from '../board'

const MANY = 12

export interface Group {
  word: string
  actions: Choice[]
}

export function grouped(choices: Choice[]): Group[] {
  if (choices.length <= MANY) return choices.length === 0 ? [] : [{ word: '', actions: choices }]
  const groups = new Map<string, Choice[]>()
  for (const choice of choices) {
    // two words group better than one, where there are three: "spin d4 clockwise"
    const words = choice.text.split(' ')
    const word = words.length > 2 ? `${words[0]} ${words[1]}` : words[0]!
    groups.set(word, [...(groups.get(word) ?? []), choice])
  }
  return [...groups].map(([word, actions]) => ({ word, actions }))
}
