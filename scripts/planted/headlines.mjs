/**
 * What ten questions tell in worlds that leak in one way alone, as an audit says it: the strongest about rated items, and about
 * anything. Beside it stands what scikit-learn finds in the same tables (listPeer.py).
 *
 *   npm run planted -- --write worlds --seeds 10 --only onlySkips,onlyStars,onlyOneItem,onlyStyle,onlyPairs
 *   node scripts/planted/headlines.mjs --seeds 10 > ours.csv
 *   python scripts/planted/listPeer.py worlds ours.csv
 */
import { parseArgs } from 'node:util';
import { loadKernels, runAudit } from 'ulterior';
import { createTable, itemColumnsFrom, wideTable } from '../../build/tables/index.js';
import { cases } from './cases.mjs';

const { values: options } = parseArgs({ options: { seeds: { type: 'string', default: '10' } } });
const WORLDS = ['onlySkips', 'onlyStars', 'onlyOneItem', 'onlyStyle', 'onlyPairs'];
const tools = { kernels: loadKernels(), source: 'world.csv', finished: () => '' };
/** Questions alone: whole histories are another headline. */
const QUESTIONS = {
  folds: 5,
  maxQuestions: 10,
  headlineQuestions: 10,
  heldOut: 0,
  compareAt: [],
  fullHistory: [],
  sources: [],
  permutations: 0,
  resamples: 50,
  shuffled: [],
};

async function headlines({ header, rows, attribute, flags }) {
  const columns = header.map((name, at) => [name, { kind: 'texts', values: rows.map((row) => String(row[at])) }]);
  const items = itemColumnsFrom(flags[flags.indexOf('--item-columns') + 1]);
  const { dataset } = wideTable(createTable('world.csv', columns), { items, attributes: [attribute] });
  const { findings } = await runAudit(dataset, { ...QUESTIONS, attribute }, tools);
  return ['questions', 'openQuestions'].map((exposure) => {
    const found = findings.filter((one) => one.exposure === exposure && one.judged && one.group === undefined);
    return Math.max(...found.map(({ auc }) => auc.value)).toFixed(4);
  });
}

console.log('world,seed,rated,anything');
for (const name of WORLDS) {
  const { make } = cases.find((one) => one.name === name);
  for (let seed = 1; seed <= Number(options.seeds); seed++) {
    console.log([name, seed, ...(await headlines(make(seed)))].join(','));
  }
}
