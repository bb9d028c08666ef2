/**
 * In which language the page speaks. The first view is rendered into index.html in English; another language is fetched
 * before the page starts, where the browser prefers it or the address asks for it (?lang=de), and otherwise with the rest.
 * The choice is kept while the page is open and no longer: the page stores nothing.
 */
import { useSyncExternalStore } from 'react';
import type { Language, ViewWords, Words } from './catalogue.ts';
import { en } from './en.ts';

export type { Words } from './catalogue.ts';

let words: Words = en;
const loaded = new Map<Language, Words>([['en', en]]);
/** By locale: the words of the later views, where they do not come with the views themselves. */
const later = new Map<string, ViewWords>();
const listeners = new Set<() => void>();

export async function loadLanguage(language: Language): Promise<Words> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const [{ de }, { deViews }] = await Promise.all([import('./de.ts'), import('./views.de.ts')]);
  later.set(de.locale, deViews);
  loaded.set(language, de);
  return de;
}

export function laterWords(locale: string): ViewWords | undefined {
  return later.get(locale);
}

export async function setLanguage(language: Language): Promise<void> {
  words = await loadLanguage(language);
  for (const listener of listeners) listener();
}

/** For what is said outside of a view. */
export function wordsNow(): Words {
  return words;
}

export function useWords(): Words {
  return useSyncExternalStore(subscribe, wordsNow, () => en);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
