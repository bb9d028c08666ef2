/**
 * Draws what scripts/equal-chances.mjs found, figures only, as SVG: what is lost against what the strongest attacker finds,
 * one panel per attribute; and each attacker against what was withheld.
 *
 *   node scripts/equal-chances-plot.mjs found.jsonl docs/defence/equal-chances.svg
 *
 * Lines of one setting, measured with different attackers, are put together.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [input, output] = process.argv.slice(2);
const merged = new Map();
for (const line of readFileSync(input, 'utf8').trim().split('\n')) {
  const record = JSON.parse(line);
  const key = [record.attribute, record.fold, record.protocol, record.word].join(' ');
  const known = merged.get(key);
  merged.set(key, { ...known, ...record, attackers: { ...known?.attackers, ...record.attackers } });
}
const records = [...merged.values()].filter(({ protocol }) => protocol === 'strangers');
const attributes = [...new Set(records.map(({ attribute }) => attribute))].sort().reverse();
const ATTACKERS = ['stack', 'logistic', 'kernelRidge', 'chances', 'channels', 'boosted', 'factor'];
const COLOURS = ['#1b1b1b', '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8c6d1f', '#7f7f7f'];
const [WIDTH, HEIGHT, LEFT, TOP] = [360, 270, 52, 58];
const [LOSS, LOW, HIGH] = [0.14, 0.5, 0.95];
const x = (loss) => LEFT + (WIDTH * Math.max(0, loss)) / LOSS;
const y = (auc) => TOP + HEIGHT * (1 - (auc - LOW) / (HIGH - LOW));
const word = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const text = (at, up, what, more = '') =>
  `<text x="${at.toFixed(1)}" y="${up.toFixed(1)}" ${more}>${word(what)}</text>`;
const nameOf = ({ word: setting }) =>
  setting === 'none'
    ? 'no defence'
    : setting
        .replace('1/thin', 'thinned ')
        .replace('1/', '')
        .replace(/^1$/, 'default')
        .replace(/^0\.5$/, 'half strength');

function panel(attribute) {
  const own = records.filter((record) => record.attribute === attribute).sort((a, b) => a.loss.value - b.loss.value);
  const ticks = [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12].map((loss) =>
    text(x(loss), TOP + HEIGHT + 16, `${(100 * loss).toFixed(0)}%`, 'text-anchor="middle"'),
  );
  const lines = [0.5, 0.6, 0.7, 0.8, 0.9].flatMap((auc) => [
    `<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(auc)}" y2="${y(auc)}" stroke="#ddd"/>`,
    text(LEFT - 6, y(auc) + 4, auc.toFixed(1), 'text-anchor="end"'),
  ]);
  const marks = own.flatMap((record) =>
    Object.entries(record.attackers).flatMap(([attacker, { auc, half }]) => {
      const colour = COLOURS[ATTACKERS.indexOf(attacker)] ?? '#999';
      return [
        `<line x1="${x(record.loss.value)}" x2="${x(record.loss.value)}" y1="${y(auc - half)}" y2="${y(auc + half)}" stroke="${colour}" opacity="0.35"/>`,
        `<circle cx="${x(record.loss.value)}" cy="${y(auc)}" r="${attacker === 'stack' ? 4 : 3}" fill="${colour}"/>`,
      ];
    }),
  );
  const labels = own.map((record, n) => {
    const most = Math.max(...Object.values(record.attackers).map(({ auc, half }) => auc + half));
    return text(x(record.loss.value) + 4, y(most) - 6 - 11 * (n % 2), nameOf(record));
  });
  return [
    text(LEFT, TOP - 14, attribute, 'font-weight="bold"'),
    ...lines,
    ...ticks,
    ...marks,
    ...labels,
    text(LEFT + WIDTH / 2, TOP + HEIGHT + 34, 'NDCG@10 lost', 'text-anchor="middle"'),
  ].join('\n');
}

const step = WIDTH + 90;
const shown = ATTACKERS.filter((name) => records.some(({ attackers }) => attackers[name]));
const legend = shown.map(
  (name, n) =>
    `<circle cx="${LEFT + 110 * n}" cy="${TOP + HEIGHT + 56}" r="4" fill="${COLOURS[ATTACKERS.indexOf(name)]}"/>${text(LEFT + 8 + 110 * n, TOP + HEIGHT + 60, name)}`,
);
const [wide, high] = [Math.max(step * attributes.length, LEFT + 110 * shown.length), TOP + HEIGHT + 76];
const panels = attributes.map((attribute, n) => `<g transform="translate(${n * step} 0)">\n${panel(attribute)}\n</g>`);
writeFileSync(
  output,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" font-family="sans-serif" font-size="11" role="img" aria-label="AUC of attackers against the loss of NDCG@10">
<rect width="100%" height="100%" fill="#fff"/>
${text(8, 16, 'AUC of attackers who learned from people the public model never saw')}
${panels.join('\n')}
${legend.join('\n')}
</svg>
`,
);
for (const { attribute, fold, word: setting, loss, attackers } of records) {
  console.log(
    `${attribute} fold ${fold} ${setting}: loss ${(100 * loss.value).toFixed(1)}%, ${Object.entries(attackers)
      .map(([name, { auc }]) => `${name} ${auc.toFixed(3)}`)
      .join(', ')}`,
  );
}
