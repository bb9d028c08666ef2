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
