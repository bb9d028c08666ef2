/**
 * Text that may come from a file, before a terminal sees it: a name with control characters could clear the screen, hide
 * what is printed, or type words into the terminal. Colours of our own stay; everything else is written out, as in JSON.
 */

/** The colours of ours: none of them hides a text. Then control characters, and signs that turn the direction of writing. */
const COLOUR = '\\u001b\\[(?:1|2|22|31|33|36|39)m';
const CONTROL = '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const ANY = new RegExp(`(${COLOUR})|${CONTROL}`, 'g');
const IN_FOREIGN = new RegExp(CONTROL, 'g');

/** Lines of ours, in which foreign text may stand. Where nothing is coloured, a colour is foreign. */
export function safeLines(text: string, isColoured: boolean): string {
  return isColoured ? text.replaceAll(ANY, (found, colour?: string) => colour ?? written(found)) : safeText(text);
}

/** A text that has no colours. */
export function safeText(text: string): string {
  return text.replaceAll(IN_FOREIGN, written);
}

const written = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
