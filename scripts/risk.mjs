/**
 * How often intervals of the share named hold what they should, and how often a leak that gives away a few people is found.
 * Prints the tables of docs/risk.md.
 *
 *   npm run risk -- --worlds 200               # of each setting of the first table
 *   npm run risk -- --worlds 0 --tests 40      # of each setting of the second
 *
 * In every world a ridge regression learns from nine tenths of the people, and scores the others. Twenty columns are noise. Some
 * people have a mark of their group, which gives them away; nobody else is given away. Worlds differ in their people alone.
 * Intervals should hold the mean over all worlds.
 */
import { parseArgs } from 'node:util';
import { riskFigures, riskOf } from '../build/audit/risk/risk.js';
import { resamplesOf } from '../build/audit/statistics/bootstrap.js';
import { heldOutRidge } from '../build/audit/statistics/heldOutRidge.js';
import { permutationTask } from '../build/audit/statistics/permutationTest.js';
import { packRows } from '../build/inference/index.js';
import { derive } from '../build/maths/index.js';

const { values: options } = parseArgs({
  options: { worlds: { type: 'string', default: '200' }, tests: { type: 'string', default: '0' } },
});
const FOLDS = 10;
const NOISE = 20;
const SHUFFLES = 199;

/** `share`: of the second group. `marked`: of the people. */
function drawPeople({ people, share, marked }, seed) {
  const width = NOISE + 2;
  const values = new Float64Array(people * width);
  const types = new Uint8Array(people);
  for (let person = 0; person < people; person++) {
    const stream = derive(seed, 'risk world', person);
    types[person] = stream.uniform() < share ? 1 : 0;
    for (let k = 0; k < NOISE; k++) values[person * width + k] = stream.normal();
    if (stream.uniform() < marked) values[person * width + NOISE + types[person]] = 1;
  }
  standardise(values, width, people);
  return { types, folds: types.map((_, person) => person % FOLDS), factors: { values, width, people } };
}

function standardise(values, width, people) {
  for (let k = 0; k < width; k++) {
    const column = Array.from({ length: people }, (_, person) => values[person * width + k]);
    const centre = mean(column);
    const spread = Math.sqrt(mean(column.map((value) => (value - centre) ** 2)));
    for (let person = 0; person < people; person++) {
      values[person * width + k] = spread > 0 ? (column[person] - centre) / spread : 0;
    }
  }
}

/** By the name of the figure. */
function measure(setting, seed) {
  const { types, folds, factors } = drawPeople(setting, seed);
  const [, scores] = [...heldOutRidge(factors, folds, FOLDS).guesses(Float64Array.from(types), 1)];
  const logitOf = (person, type) => (type === 1 ? scores[person] : -scores[person]);
  const everyone = Uint32Array.from(types.keys());
  const resamples = resamplesOf(types.length, seed, 100);
  const { all, groups } = riskOf([{ types, logitOf }], { labels: ['A', 'B'], people: everyone, folds, resamples });
  const { named, namedRight } = riskFigures(all, 0.95);
  const { foundAt1, foundAt01 } = riskFigures(groups[1], 0.95);
  return { named, namedRight, foundAt1, foundAt01 };
}

const SHARES = [0, 0.01, 0.1, 0.5, 0.95];
/** A rate of 1% needs a thousand people of the other group, one of 0.1% ten thousand (risk.ts): fewer worlds of those. */
const settings = [
  { people: 2000, share: 0.5, of: 1 },
  { people: 2000, share: 0.02, of: 1 },
  { people: 21000, share: 0.5, of: 1 / 4 },
  { people: 10600, share: 0.02, of: 1 / 4 },
].flatMap((setting) => SHARES.map((marked) => ({ ...setting, marked })));

function coverage(worlds) {
  const figures = ['named', 'namedRight', 'foundAt1', 'foundAt01'];
  const headings = ['named', 'right', 'found at 1%', 'found at 0.1%'].flatMap((heading) => [heading, 'interval holds']);
  printRow('people', 'second group', 'given away', ...headings);
  printRow(...Array(3 + headings.length).fill('---'));
  for (const setting of settings) {
    const length = Math.ceil(worlds * setting.of);
    const found = Array.from({ length }, (_, world) => measure(setting, world + 1));
    const cells = figures.flatMap((name) => {
      const known = found.flatMap((one) => one[name] ?? []);
      // A figure that is there in few worlds has no mean to hold.
      if (known.length < length / 4) return ['', ''];
      const truth = mean(known.map(({ value }) => value));
      const held = known.filter(({ low, high }) => low <= truth + 1e-9 && truth <= high + 1e-9).length;
      return [percent(truth), `${held} of ${known.length}`];
    });
    printRow(setting.people, percent(setting.share), percent(setting.marked), ...cells);
  }
}

const ITEMS = 24;
const MARKS = 12;

/**
 * Histories of 2,000 people with items of which half are marks: everybody rates a quarter of the items, and the marked, who all
 * belong to the second group, nine in ten of the marks. No item tells much by itself.
 */
function drawHistories({ people, share, marked }, seed) {
  const types = new Uint8Array(people);
  const histories = Array.from({ length: people }, (_, person) => {
    const stream = derive(seed, 'risk histories', person);
    const isMarked = stream.uniform() < marked;
    types[person] = isMarked || stream.uniform() < (share - marked) / (1 - marked) ? 1 : 0;
    const rated = Array.from({ length: ITEMS }, (_, item) => item).filter(
      (item) => stream.uniform() < (isMarked && item < MARKS ? 0.9 : 0.25),
    );
    return { indices: rated, values: rated.map(() => 3 + Math.round(stream.normal())) };
  });
  return { types, histories: packRows(ITEMS, histories) };
}

async function power(worlds) {
  printRow('second group', 'given away', 'worlds', 'leak found', 'by right names alone', 'by the mean AUC alone');
  printRow(...Array(6).fill('---'));
  for (const [share, marked] of [
    [0.5, 0],
    [0.72, 0],
    [0.5, 0.05],
    [0.72, 0.05],
  ]) {
    const found = [];
    for (let world = 1; world <= worlds; world++) {
      const { types, histories } = drawHistories({ people: 2000, share, marked }, world);
      const folds = Uint16Array.from(types, (_, person) => person % FOLDS);
      const unit = { histories, types, typeCount: 2, folds, foldCount: FOLDS, shuffles: SHUFFLES, seed: world };
      found.push(await permutationTask.run(unit));
    }
    const rejecting = (of) => found.filter((one) => of(one) <= 0.04).length;
    const alone = (name) => rejecting(({ statistics }) => statistics.find((one) => one.name === name).pValue);
    const whole = rejecting(({ pValue }) => pValue);
    printRow(percent(share), percent(marked), worlds, whole, alone('named'), alone('mean'));
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share) => `${Number((100 * share).toFixed(1))}%`;
const printRow = (...cells) => console.log(`| ${cells.join(' | ')} |`);

if (Number(options.worlds) > 0) coverage(Number(options.worlds));
if (Number(options.tests) > 0) await power(Number(options.tests));
