/** In which language the administrator's page speaks: chosen once, before the page starts. */
import { enAdmin } from './admin.en.ts';
import type { AdminWords, Language } from './catalogue.ts';

let words: AdminWords = enAdmin;

export async function setAdminLanguage(language: Language): Promise<void> {
  words = language === 'de' ? (await import('./admin.de.ts')).deAdmin : enAdmin;
}

export function adminWords(): AdminWords {
  return words;
}
