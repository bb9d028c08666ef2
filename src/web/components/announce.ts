/** Says what changed to people who do not see it: one polite live region for the whole page (LiveRegion.tsx). */
import { useEffect, useRef } from 'react';

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

/** Tells of a new question; the focus stays where it is, so that the next answer is one key away. */
export function useNews(question: number, words: string): void {
  const last = useRef(question);
  useEffect(() => {
    if (last.current !== question) announce(words);
    last.current = question;
  }, [question, words]);
}
