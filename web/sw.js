// Keeps the app itself at hand, so that it opens without a network. Never what the server says: tables are live or not at all.
// The build fills in the two placeholders.
const SHELL = 'periplo-__VERSION__'
const FILES = __FILES__

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(['/', ...FILES])))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

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
          if (answer.ok) {
            const copy = answer.clone()
            void caches.open(SHELL).then((cache) => cache.put(request, copy))
          }
          return answer
        }),
    ),
  )
})
