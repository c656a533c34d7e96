import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
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

// what most people never open, each is kept when it is first used: boards, the plain one too, lessons, rules, one's own pages,
// those of real tables and of classes, results and pictures of finished games, looking back at them
const isBoard = (module: string) => /\/games\//.test(module)
const isLater = (module: string) =>
  isBoard(module) ||
  /\/src\/(desk|boards|learn|packs|personal|class|print)\/|\/pages\/(NewEvent|NewTable|Daily|Learn|Me|Pack|Packs|PackToPlay|Print|Ratings|Rules)\.|\/parts\/(Markdown|ListField|OptionField|ProofLink)\.|\/src\/download\.|\/table\/(Chat|Replay|Result|story|DailyLine|Suggestion|Unopened|Verdict|WayPicture|way|lettering|pickers)\.|\/fonts\/|\/node_modules\/marked\//.test(module)

// What plays without a server: Python itself, from npm, in a folder that its version names. Only what is fetched is taken.
const PYODIDE = here('../node_modules/pyodide')
const PYODIDE_FOLDER = `assets/offline/pyodide-${JSON.parse(readFileSync(`${PYODIDE}/package.json`, 'utf8')).version}`
const PYODIDE_FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json']

function pyodideFile(name: string): Uint8Array | string {
  const source = readFileSync(`${PYODIDE}/${name}`)
  // which lists all packages that there are for it, and we use none
  return name === 'pyodide-lock.json' ? JSON.stringify({ ...JSON.parse(source.toString()), packages: {} }) : source
}

// what is not needed to play without a server: pages of real tables and of classes
const isAtServer = (module: string) => /\/src\/(desk|class)\/|\/pages\/NewEvent/.test(module)

// the service worker has to know the names of what was built
const worker: Plugin = {
  name: 'worker',
  apply: 'build',
  enforce: 'post', // sizes are of what is written
  generateBundle: {
    order: 'post', // when what each chunk needs has been written into it
    handler(_, bundle) {
      const python = PYODIDE_FILES.map((name) => ({ fileName: `${PYODIDE_FOLDER}/${name}`, source: pyodideFile(name) }))
      for (const file of python) this.emitFile({ type: 'asset', ...file })
      const all = Object.values(bundle)
      const chunks = all.filter((file) => file.type === 'chunk')
      const later = chunks.filter((file) => file.moduleIds.some(isBoard) || file.moduleIds.every(isLater))
      const laterStyles = new Set(later.flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]))
      const files = all
        .filter((file) => !later.includes(file as Rolldown.OutputChunk) && !laterStyles.has(file.fileName))
        .filter((file) => !file.fileName.endsWith('.woff2') || isAmong(APP_FONTS, file as { names?: string[] }))
        .map((file) => `/${file.fileName}`)
        .filter((name) => name.startsWith('/assets/') && !name.startsWith('/assets/offline/'))
        .sort()
        .concat('/boot.js') // which, being small and first, has no hash in its name
      const atServer = later.filter((file) => file.moduleIds.some(isAtServer))
      const atServerStyles = new Set(atServer.flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]))
      const kit = all
        .filter((file) => file.fileName.startsWith('assets/') && !files.includes(`/${file.fileName}`))
        .filter((file) => !atServer.includes(file as Rolldown.OutputChunk) && !atServerStyles.has(file.fileName))
        .map((file) => ({ path: `/${file.fileName}`, source: Buffer.from(file.type === 'chunk' ? file.code : file.source) }))
        .concat(python.map(({ fileName, source }) => ({ path: `/${fileName}`, source: Buffer.from(source) })))
        .map(({ path, source }) => ({ path, bytes: source.length, sent: packed(source).length }))
        .sort((one, other) => (one.path < other.path ? -1 : 1))
      this.emitFile({ type: 'asset', fileName: 'offline.json', source: JSON.stringify(kit) })
      const version = createHash('sha256').update(files.join()).update(readFileSync(here('public/boot.js'))).digest('hex').slice(0, 12)
      const source = readFileSync(here('sw.js'), 'utf8')
        .replace('__VERSION__', version)
        .replace('__FILES__', JSON.stringify(files))
        .replace('__KIT__', JSON.stringify(kit.map(({ path }) => path)))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  },
}

const packed = (source: Buffer) => {
  const smaller = gzipSync(source, { level: 9 })
  return smaller.length < 0.95 * source.length ? smaller : source
}

// what is large is packed once here, and not by every server that starts
const pack: Plugin = {
  name: 'pack',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post', // after its sizes were taken
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.startsWith('assets/offline/')) continue
        const source = Buffer.from(file.source)
        if (packed(source) === source) continue
        delete bundle[file.fileName]
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: packed(source) })
      }
    },
  },
}

export default defineConfig({
  root: here('.'),
  plugins: [svelte(), recordings, preload, worker, pack],
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { entryFileNames: 'assets/offline/worker-[hash].js', assetFileNames: 'assets/offline/[name]-[hash][extname]' },
    },
  },
  resolve: { alias: { $web: here('src') } },
  define: { PYODIDE_FOLDER: JSON.stringify(`/${PYODIDE_FOLDER}/`) },
  build: { outDir: here('../build/web'), emptyOutDir: true, assetsInlineLimit: 0 },
  test: { dir: here('..'), include: ['web/src/**/*.test.ts', 'src/periplo/games/*/web/**/*.test.ts'] },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': { target: process.env['PERIPLO_SERVER'] ?? 'http://127.0.0.1:8000', ws: true } },
  },
})
