import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// whoever draws a board looks at it through harness.html, with a game from `python -m periplo.study.moments`
const films: Plugin = {
  name: 'films',
  configureServer: (server) => {
    server.middlewares.use('/films/', (request, response) => {
      const name = request.url!.split('?')[0]!.slice(1)
      response.setHeader('Content-Type', name.endsWith('.svg') ? 'image/svg+xml' : 'application/json')
      response.end(readFileSync(here(`../build/films/${name}`)))
    })
  },
}

export default defineConfig({
  root: here('.'),
  plugins: [svelte(), films],
  resolve: { alias: { $web: here('src') } },
  build: { outDir: here('../build/web'), emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': { target: process.env['PERIPLO_SERVER'] ?? 'http://127.0.0.1:8000', ws: true } },
  },
})
