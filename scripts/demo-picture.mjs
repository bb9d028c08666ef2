/** Draws what `ulterior demo` prints as docs/images/demo.svg. Run after a build: node scripts/demo-picture.mjs */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

const text = execFileSync(process.execPath, ['dist/cli/main.js', 'demo', '--no-audit'], {
  encoding: 'utf8',
  env: { ...process.env, FORCE_COLOR: '1' },
});
const lines = text.trimEnd().split('\n');
const colourCode = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`, 'g');
const plain = (line) => line.replaceAll(colourCode, '');
const columns = Math.max(...lines.map((line) => plain(line).length));
const [cell, leading, margin] = [8.43, 20, 24];
const classes = { 1: 'bold', 2: 'dim', 33: 'star', 36: 'bar' };
const asXml = (part) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Coloured parts become spans; every part is placed by its column, so that no font can shift it. */
function spans(line) {
  let style = '';
  let column = 0;
  let result = '';
  for (const part of line.split(colourCode)) {
    const code = part.startsWith(String.fromCharCode(27)) ? part.slice(2, -1) : undefined;
    if (code !== undefined) {
      style = classes[code] ?? '';
    } else if (part !== '') {
      const attributes = style === '' ? '' : ` class="${style}"`;
      const width = (part.length * cell).toFixed(1);
      result += `<tspan x="${(margin + column * cell).toFixed(1)}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${attributes}>${asXml(part)}</tspan>`;
      column += part.length;
    }
  }
  return result;
}

const width = Math.ceil(columns * cell + 2 * margin);
const height = lines.length * leading + 2 * margin;
const rows = lines.map(
  (line, row) => `<text y="${margin + 14 + row * leading}" xml:space="preserve">${spans(line)}</text>`,
);
mkdirSync('docs/images', { recursive: true });
writeFileSync(
  'docs/images/demo.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Output of ulterior demo">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d7dae0; }
.bold { font-weight: 700; fill: #ffffff; } .dim { fill: #8b93a1; } .star { fill: #e5b94e; } .bar { fill: #56b4e9; }
</style>
<rect width="${width}" height="${height}" rx="10" fill="#1b1f27"/>
${rows.join('\n')}
</svg>
`,
);
