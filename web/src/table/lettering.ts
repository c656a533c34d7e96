// The letters that a picture brings with it, from the files that the page has its own from.
import others from '../../fonts/serif-others.woff2?url'
import serif from '../../fonts/serif.woff2?url'
import type { Lettering } from './way'

// the board brings a few letters under the usual names: other names, so that the two are not mixed
const OWN = ['Way Serif', 'Way Serif Others'] as const
const ASCII = /^[\x20-\x7e]*$/
const MEASURED = 100 // pixels

const pageFonts = () => getComputedStyle(document.documentElement).getPropertyValue('--serif')
/** The page's list of fonts, as what is measured asks for it. */
const stack = (weight: number) => `${weight} ${MEASURED}px ${pageFonts()}`

async function face(family: string, address: string): Promise<string> {
  const file = await (await fetch(address)).blob()
  const data = await new Promise<string>((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).replace(/^data:[^;]*/, 'data:font/woff2'))
    reader.onerror = () => failed(reader.error ?? new Error('no font'))
    reader.readAsDataURL(file)
  })
  const descriptors = [['font-family', `'${family}'`], ['font-weight', '400 700'], ['src', `url(${data})`]]
  return `@font-face{${descriptors.map((one) => one.join(':')).join(';')}}`
}

/** For these texts. */
export async function letteringFor(texts: string[]): Promise<Lettering> {
  const wanted = [face(OWN[0], serif)]
  if (!texts.every((text) => ASCII.test(text))) wanted.push(face(OWN[1], others))
  const faces = (await Promise.all(wanted)).join('')
  // the page's own fonts are the same, and can be measured; of those of the device one or another is not there
  await Promise.allSettled([400, 700].map((weight) => document.fonts.load(stack(weight), texts.join(''))))
  const measuring = document.createElement('canvas').getContext('2d')!
  const widthOf = (text: string, weight: number) => {
    measuring.font = stack(weight)
    return measuring.measureText(text).width / MEASURED
  }
  return { family: `${OWN.map((name) => `'${name}'`).join(', ')}, ${pageFonts()}`, faces, widthOf }
}
