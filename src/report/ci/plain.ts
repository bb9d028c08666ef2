/** Text from data within Markdown: no markup, no table cells, no line breaks, no mentions, no links. */
export function plain(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_|~#]/g, (sign) => `\\${sign}`)
    .replaceAll('](', ']&#40;')
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//');
}

/** For text and attributes of XML. Names come from data: what XML 1.0 does not allow at all is replaced. */
export function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
