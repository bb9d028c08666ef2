/** Lets the browser keep a copy of the page, so that it can be loaded again without a network (public/offline.js). */

/** Whether there is one: a browser may refuse, and the page may come from a file or over plain HTTP. */
export async function keepForReload(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  const kept = await navigator.serviceWorker.register(new URL('offline.js', document.baseURI)).catch(() => undefined);
  if (kept === undefined) return false;
  await navigator.serviceWorker.ready;
  return true;
}
