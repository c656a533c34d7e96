// Keeps the app itself at hand, so that it opens without a network. Never what the server says: its tables are live or not at all.
// Where somebody asked for it, also what plays without a server; that is a cache of its own, filled by the page.
// The build fills in the three placeholders.
const SHELL = 'periplo-__VERSION__'
const FILES = __FILES__
const OFFLINE = 'periplo-offline'
const KIT = __KIT__
const LIST = '/offline.json' // says that all of it is there

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open(SHELL).then((cache) => cache.addAll(['/', ...FILES])), renew()]))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL && name !== OFFLINE).map((name) => caches.delete(name))))
      .then(prune)
      .then(() => self.clients.claim()),
  )
})

// a notification says that it is one's turn, and its tag is the table's path
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showTable(event.notification.tag))
})

/** The tab that shows the table comes to the front; where there is none, one is opened. */
async function showTable(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => new URL(url).pathname === path)
  await (tab ? tab.focus() : self.clients.openWindow(path))
}

/** What a new version needs to play without a server comes with it, where the old one was made ready. */
async function renew() {
  if (!(await caches.has(OFFLINE))) return
  const cache = await caches.open(OFFLINE)
  if ((await cache.match(LIST)) === undefined) return
  const missing = await Promise.all(KIT.map(async (path) => ((await cache.match(path)) === undefined ? [path] : [])))
  await cache.addAll([...missing.flat(), LIST])
}

async function prune() {
  if (!(await caches.has(OFFLINE))) return
  const cache = await caches.open(OFFLINE)
  const kept = await cache.keys()
  const old = kept.filter(({ url }) => ![...KIT, LIST].includes(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  const kept = request.mode === 'navigate' ? '/' : pathname
  if (kept === '/' || kept === '/boot.js') {
    event.respondWith(fetch(request).catch(() => caches.match(kept)))
    return
  }
  if (!pathname.startsWith('/assets/')) return
  // what is built carries its contents' hash in its name: once here, it is right for ever
  event.respondWith(
    caches.match(request).then(
      (kept) =>
        kept ??
        fetch(request).then((answer) => {
          if (answer.ok && !pathname.startsWith('/assets/offline/')) {
            const copy = answer.clone()
            void caches.open(SHELL).then((cache) => cache.put(request, copy))
          }
          return answer
        }),
    ),
  )
})
