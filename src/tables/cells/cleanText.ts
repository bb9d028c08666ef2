/**
 * Headers and answers as people meant them. Files that were saved on old Macs hold the byte CA for a non-breaking
 * space; read as Latin-1 it becomes an E with a circumflex in the middle of the text ("ofÊAustralia", "Not muchÊ").
 * A capital directly after a small letter is no spelling of any language that uses it, so there it is taken for a space.
 */

export function cleanText(text: string): string {
  return text
    .replaceAll(/(?<=\p{Ll})\u00CA/gu, ' ')
    .replaceAll(/[\s\u00A0\uFEFF\uFFFD]+/g, ' ')
    .trim();
}
