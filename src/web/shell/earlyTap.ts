/** Gives back the tap that was made before the code of the page was there (public/early.js). */
declare global {
  interface Document {
    earlyTap?: { readonly button: number | undefined; readonly stop: () => void };
  }
}

export function giveBackEarlyTap(): void {
  const early = document.earlyTap;
  if (early === undefined) return;
  delete document.earlyTap;
  early.stop();
  if (early.button === undefined) return;
  const button = document.querySelectorAll<HTMLButtonElement>('#page button')[early.button];
  button?.removeAttribute('aria-busy');
  // In a turn of its own: within one of React's, a click on what it has not taken over yet would be lost.
  setTimeout(() => button?.click());
}
