/** What a column takes. Identifiers come from outside: one that cannot exist is simply not there. */
import { outOfRange } from 'ulterior/service-parts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (id: string): boolean => UUID.test(id);

/** PostgreSQL keeps every text but those with the character 0. */
export const isText = (text: string): boolean => !text.includes('\0');

export function requireText(parameter: string, text: string): void {
  if (!isText(text)) throw outOfRange(parameter, 'a text with the character 0', 'a text without it');
}

/** Texts and bytes that are kept in one piece: well within what a message to the database can hold. */
const LARGEST = 128 * 2 ** 20;

export function requireFitting(parameter: string, size: number): void {
  if (size > LARGEST) throw outOfRange(parameter, `${size} bytes long`, `at most ${LARGEST} bytes long`);
}

export function requireInstant(parameter: string, instant: Date): void {
  if (Number.isNaN(instant.getTime())) throw outOfRange(parameter, instant, 'a date');
}
