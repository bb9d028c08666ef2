/** What a catalogue of words is, and which there are. */
import type { en } from './en.ts';
import type { enViews } from './views.en.ts';

/** Every text of the page; a language that leaves one out does not compile. */
export type Words = typeof en;
/** Every text of the views that are fetched after the first one. */
export type ViewWords = typeof enViews;

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first language of the visitor that the page speaks; an address that names one comes first. */
export function preferredLanguage(preferred: readonly string[], search: string): Language {
  const named = new URLSearchParams(search).get('lang');
  const wanted = [...(named === null ? [] : [named]), ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  const known = wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag));
  return known[0] ?? 'en';
}
