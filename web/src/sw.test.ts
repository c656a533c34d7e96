import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('../sw.js', import.meta.url), 'utf8').replace('__FILES__', '[]').replace('__KIT__', '[]')

/** Click on the notification of a table while these pages are open; what then happened. */
async function click(table: string, ...open: string[]): Promise<string[]> {
  const happened: string[] = []
  const heard = new Map<string, (event: object) => void>()
  const tabs = open.map((path) => ({ url: `https://periplo.test${path}`, focus: () => happened.push(`focused ${path}`) }))
  const clients = { matchAll: async () => tabs, openWindow: (path: string) => happened.push(`opened ${path}`) }
  const self = { clients, addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener) }
  runInNewContext(source, { self, URL })
  let done: Promise<void> | undefined
  const notification = { tag: table, close: () => happened.push('closed') }
  heard.get('notificationclick')!({ notification, waitUntil: (until: Promise<void>) => (done = until) })
  await done
  return happened
}

test('a click on a notification leads to the tab that shows the table', async () => {
  expect(await click('/t/abc', '/', '/t/other', '/t/abc?at=3')).toEqual(['closed', 'focused /t/abc?at=3'])
})

test('where no tab shows the table it is opened', async () => {
  expect(await click('/t/abc', '/', '/t/abcd')).toEqual(['closed', 'opened /t/abc'])
})
