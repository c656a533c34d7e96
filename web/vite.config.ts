import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// whoever draws a board looks at it through harness.html, with a game from `python -m periplo.study.moments`
const recordings: Plugin = {
  name: 'recordings',
  configureServer: (server) => {
    server.middlewares.use('/recordings/', (request, response) => {
      const name = request.url!.split('?')[0]!.slice(1)
      response.setHeader('Content-Type', name.endsWith('.svg') ? 'image/svg+xml' : 'application/json')
      response.end(readFileSync(here(`../build/recordings/${name}`)))
    })
  },
}

// what every page is written in; the other fonts come when a letter of theirs is shown
const FIRST_FONTS = ['sans.woff2', 'serif.woff2']
const APP_FONTS = [...FIRST_FONTS, 'serif-italic.woff2']

const isAmong = (names: string[], file: { names?: string[] }) => names.some((name) => file.names?.includes(name))

// asked for with the page, not only once its script has run and its style sheet is applied
const preload: Plugin = {
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((file) => file.type === 'asset' && isAmong(FIRST_FONTS, file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file.fileName}`, crossorigin: '' },
          injectTo: 'head-prepend',
        })),
  },
}

// what most people never open, each is kept when it is first used: boards, the plain one too, and the pages of real tables
const isLater = (module: string) => /\/games\/|\/src\/(desk|boards)\/|\/pages\/NewEvent/.test(module)

// the service worker has to know the names of what was built
const worker: Plugin = {
  name: 'worker',
  apply: 'build',
  generateBundle(_, bundle) {
    const all = Object.values(bundle)
    const later = all.filter((file) => file.type === 'chunk' && file.moduleIds.every(isLater)) as Rolldown.OutputChunk[]
    const laterStyles = new Set(later.flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]))
    const files = all
      .filter((file) => !later.includes(file as Rolldown.OutputChunk) && !laterStyles.has(file.fileName))
      .filter((file) => !file.fileName.endsWith('.woff2') || isAmong(APP_FONTS, file as { names?: string[] }))
      .map((file) => `/${file.fileName}`)
      .filter((name) => name.startsWith('/assets/'))
      .sort()
      .concat('/boot.js') // which, being small and first, has no hash in its name
    const version = createHash('sha256').update(files.join()).update(readFileSync(here('public/boot.js'))).digest('hex').slice(0, 12)
    const source = readFileSync(here('sw.js'), 'utf8').replace('__VERSION__', version).replace('__FILES__', JSON.stringify(files))
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}

export default defineConfig({
  root: here('.'),
  plugins: [svelte(), recordings, preload, worker],
  resolve: { alias: { $web: here('src') } },
  build: { outDir: here('../build/web'), emptyOutDir: true, assetsInlineLimit: 0 },
  test: { dir: here('..'), include: ['web/src/**/*.test.ts', 'src/periplo/games/*/web/**/*.test.ts'] },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': { target: process.env['PERIPLO_SERVER'] ?? 'http://127.0.0.1:8000', ws: true } },
  },
})
