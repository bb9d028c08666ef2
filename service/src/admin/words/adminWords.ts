/** In which language the administrator's page speaks: chosen once, before the page starts. */

import type { Language } from '../../../../src/web/words/catalogue.ts';
import { type AdminWords, enAdmin } from './admin.en.ts';

let words: AdminWords = enAdmin;

export async function setAdminLanguage(language: Language): Promise<void> {
  words = language === 'de' ? (await import('./admin.de.ts')).deAdmin : enAdmin;
}

export function adminWords(): AdminWords {
  return words;
}
