/**
 * How often the interval of an AUC holds near certainty: scores of two normal groups, resampled as an audit does. Prints a
 * table (docs/statistics.md shows it).
 *
 *   npm run build:ts && node scripts/coverage-near-certainty.mjs --draws 300
 */
import { parseArgs } from 'node:util';
import { measured } from '../build/audit/index.js';
import { resamplesOf } from '../build/audit/statistics/bootstrap.js';
import { derive, normalQuantile } from '../build/maths/index.js';

const { values: options } = parseArgs({ options: { draws: { type: 'string', default: '300' } } });
const DRAWS = Number(options.draws);
const SIZES = [
  [50, 50],
  [100, 100],
  [300, 300],
  [60, 240],
];
const AUCS = [0.99, 0.9965, 0.9997];

function held(auc, [first, second]) {
  // Two normal groups as far apart as this AUC says.
  const distance = Math.SQRT2 * normalQuantile(auc);
  const people = first + second;
  const types = Uint8Array.from({ length: people }, (_, n) => (n < first ? 1 : 0));
  const everyone = Uint32Array.from(types.keys());
  const setting = { labels: ['a', 'b'], people: everyone, resamples: resamplesOf(people, 1, 200), level: 0.95 };
  let holds = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const stream = derive(draw, `near certainty ${auc} ${first} ${second}`);
    const scores = Float64Array.from(types, (type) => distance * type + stream.normal());
    const logitOf = (person, type) => (type === 1 ? scores[person] : -scores[person]);
    const { low, high } = measured([{ types, logitOf }], setting).auc;
    if (low <= auc && auc <= high) holds++;
  }
  return `${Math.round((100 * holds) / DRAWS)}%`;
}

console.log(`| true AUC | ${SIZES.map((sizes) => sizes.join(' + ')).join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(SIZES.length)}`);
for (const auc of AUCS) console.log(`| ${auc} | ${SIZES.map((sizes) => held(auc, sizes)).join(' | ')} |`);
