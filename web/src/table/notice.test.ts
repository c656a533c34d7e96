import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TurnNotice } from './notice'

/** What the device shows, as tags. */
let shown: string[]

const worker = {
  showNotification: async (_: string, { tag }: { tag: string }) => void shown.push(tag),
  getNotifications: async ({ tag }: { tag: string }) =>
    shown.filter((one) => one === tag).map((one) => ({ close: () => (shown = shown.filter((other) => other !== one)) })),
}

beforeEach(() => {
  shown = []
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } })
})
afterEach(() => vi.unstubAllGlobals())

test('a turn that ends takes its notification with it, and no other', async () => {
  shown = ['/t/other']
  const notice = new TurnNotice('/t/abc')
  notice.show('Your turn')
  await vi.waitFor(() => expect(shown).toEqual(['/t/other', '/t/abc']))
  await notice.putAway()
  expect(shown).toEqual(['/t/other'])
})

test('a turn that ends at once leaves no notification', async () => {
  const notice = new TurnNotice('/t/abc')
  notice.show('Your turn')
  await notice.putAway()
  expect(shown).toEqual([])
})

test('where there is no service worker the page shows it and puts it away', async () => {
  class Shown {
    constructor(_: string, private readonly options: { tag: string }) {
      shown.push(options.tag)
    }

    close() {
      shown = shown.filter((tag) => tag !== this.options.tag)
    }
  }
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('Notification', Shown)
  const notice = new TurnNotice('/t/abc')
  notice.show('Your turn')
  await vi.waitFor(() => expect(shown).toEqual(['/t/abc']))
  await notice.putAway()
  expect(shown).toEqual([])
})
