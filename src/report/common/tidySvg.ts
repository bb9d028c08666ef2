/**
 * Shortens Vega's SVG and gives it an accessible name. Works tag by tag: text between tags is data and stays as it is.
 */

/** The accessible name and description of a picture. */
export interface SvgText {
  readonly title: string;
  readonly description: string;
}

/** On the page a picture takes the width it is given; as a file it has a size. */
export function tidySvg(svg: string, text: SvgText | undefined, fluid: boolean): string {
  const lean = svg
    // Empty shapes that Vega puts in every group.
    .replaceAll(/<path class="(?:background|foreground)"[^>]*\/>/g, '')
    // Labels that would overlap others are kept invisible; they are of no use in a picture that never changes.
    .replaceAll(/<text [^>]*opacity="0"[^>]*>[^<]*<\/text>/g, '')
    .replaceAll(/<[^>]+>/g, shortTag)
    .replaceAll(/<g>((?:<(?:line|path|text)[^>]*\/>)*)<\/g>/g, '$1');
  return lean.replace(/^<svg[^>]*>/, (tag) => opening(tag, text, fluid));
}

function shortTag(tag: string): string {
  if (tag.startsWith('</') || tag.startsWith('<svg')) return tag;
  return (
    tag
      .replaceAll(/ (?:class|role|aria-[a-z]+|pointer-events)="[^"]*"/g, '')
      .replaceAll(/ (?:opacity="1"|transform="translate\(0,0\)")/g, '')
      // A tenth of a pixel is what a screen shows. Only in what is drawn: other attributes may hold data.
      .replaceAll(/ (?:d|transform|x1|x2|y1|y2|x|y)="[^"]*"/g, (attribute) =>
        attribute.replaceAll(/-?\d+\.\d{2,}/g, (number) => String(Number(Number(number).toFixed(1)))),
      )
  );
}

function opening(tag: string, text: SvgText | undefined, fluid: boolean): string {
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(tag) ?? [];
  const size = fluid ? '' : ` width="${width}" height="${height}"`;
  const role = text === undefined ? ' aria-hidden="true"' : ' role="img"';
  const label = text !== undefined && fluid ? ` aria-label="${escaped(text.description)}"` : '';
  const words =
    text !== undefined && !fluid
      ? `<title>${escaped(text.title)}</title><desc>${escaped(text.description)}</desc>`
      : '';
  const space = fluid ? '' : ' xmlns="http://www.w3.org/2000/svg"';
  return `<svg${space}${size} viewBox="0 0 ${width} ${height}"${role}${label}>${words}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
