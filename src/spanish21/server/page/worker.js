// The shell without the network: every file of the page comes from the server while it answers, and from the cache
// last while it does not. What the server says (/api) is never kept.

const KEPT = 'spanish21-shell'

/** @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} Work */
/** @typedef {Work & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchWork */

addEventListener('install', event => {
  const work = /** @type {Work} */ (event)
  work.waitUntil(caches.open(KEPT).then(cache => cache.addAll(['/', '/base.css', '/main.js', '/icon.svg'])))
})

addEventListener('fetch', event => {
  const asked = /** @type {FetchWork} */ (event)
  const address = new URL(asked.request.url)
  const isShell = address.origin === location.origin && !address.pathname.startsWith('/api/')
  if (isShell && asked.request.method === 'GET') asked.respondWith(answered(asked.request))
})

/** @param {Request} request */
async function answered(request) {
  const cache = await caches.open(KEPT)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) ?? Response.error()
  }
}
