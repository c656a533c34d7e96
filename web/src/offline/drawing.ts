// Drawings of the engine as addresses. A picture may load nothing: the letters that it is written in come with it.
import { DRAWN_HERE } from './place'

const known = new Map<string, Promise<string>>()

export function drawing(path: string, ask: (path: string) => Promise<string>): Promise<string> {
  let found = known.get(path)
  if (found === undefined) {
    found = ask(path).then(async (svg) => address(await withFonts(svg)))
    found.catch(() => known.delete(path))
    known.set(path, found)
  }
  return found
}

const address = (svg: string) => `${DRAWN_HERE}${encodeURIComponent(svg)}`

const FACES = (): CSSFontFaceRule[] =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule))

async function withFonts(svg: string): Promise<string> {
  const faces = FACES().filter(({ style }) => svg.includes(style.getPropertyValue('font-family').replaceAll(/["']/g, '')))
  const rules = await Promise.all(
    faces.map(async (rule) => {
      const [, file] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))!
      const content = await fetch(new URL(file!, rule.parentStyleSheet?.href ?? location.href)).then((answer) => answer.blob())
      return rule.cssText.replace(/url\("?[^")]+"?\)/, `url(${await dataUrl(content)})`)
    }),
  )
  return svg.replace(/(<svg[^>]*>)/, `$1<style>${rules.join('')}</style>`)
}

function dataUrl(content: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => failed(reader.error!)
    reader.readAsDataURL(content)
  })
}
