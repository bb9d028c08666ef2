/** Says what changed to people who do not see it: one polite live region for the whole page (LiveRegion.tsx). */

let region: HTMLElement | undefined;

export function setLiveRegion(element: HTMLElement | null): void {
  region = element ?? undefined;
}

/** The same words twice in a row are said twice: the region is emptied first. */
export function announce(words: string): void {
  if (region === undefined) return;
  const target = region;
  target.textContent = '';
  requestAnimationFrame(() => {
    target.textContent = words;
  });
}
