// Keeps a copy of the page, so that it can be loaded again without a network. It keeps nothing else: what is entered
// never leaves the memory of the page. The build writes the list of files and its version (vite.config.ts).
const FILES = [];
const VERSION = '';

const folder = self.registration.scope;
const copies = `ulterior ${folder} `;
const addresses = new Set(FILES.map((file) => new URL(file, folder).href));

self.addEventListener('install', (event) => {
  const copy = async () => {
    const cache = await caches.open(copies + VERSION);
    await cache.addAll([...addresses]);
    await self.skipWaiting();
  };
  event.waitUntil(copy());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(copies) && name !== copies + VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// The document comes from the network where there is one, so that a new version is seen at once.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  address.search = '';
  address.hash = '';
  if (request.method !== 'GET' || !addresses.has(address.href)) return;
  const kept = () => caches.match(address.href);
  event.respondWith(
    request.mode === 'navigate'
      ? fetch(request).catch(async (error) => (await kept()) ?? Promise.reject(error))
      : kept().then((copy) => copy ?? fetch(request)),
  );
});
