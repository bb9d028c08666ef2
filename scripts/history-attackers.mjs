/**
 * What attackers find in whole histories: logistic regression on the latent factors, logistic regression on ratings,
 * kernel ridge, the two added 1:1, and their stack. Prints the AUC of each fold and their mean.
 *
 *   node scripts/history-attackers.mjs --name ml-1m --folder data/ml-1m --attribute gender --attribute 'age>=35' --only 2
 */
import { parseArgs } from 'node:util';
import { aucOfScores } from '../dist/audit/statistics/aucOfScores.js';
import { openDataset } from '../dist/datasets/index.js';
import {
  derive,
  filterByCounts,
  historyCoordinates,
  kernelRidge,
  loadKernels,
  openThreadPool,
  packRows,
  stackAttack,
  stratifiedFolds,
  trainLogistic,
} from '../dist/index.js';
import { attributeOf } from '../dist/ratings/index.js';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'ml-1m' },
    folder: { type: 'string' },
    attribute: { type: 'string', multiple: true, default: ['gender'] },
    folds: { type: 'string', default: '10' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    shuffles: { type: 'string', default: '0' },
  },
});
const FOLDS = Number(options.folds);
const seed = Number(options.seed);
const { dataset: read } = await openDataset({
  kind: 'known',
  name: options.name,
  folder: options.folder,
  attributes: options.attribute,
});
const { dataset } = filterByCounts(read, { minPerUser: 20, minPerItem: 20 });
const { users, items, byUser } = dataset.ratings;
const histories = { rows: users, columns: items, ...byUser };
console.log(`${users} people, ${items} items, ${byUser.values.length} ratings`);

const kernels = loadKernels();
const pool = Number(options.threads) > 1 ? openThreadPool(Number(options.threads)) : undefined;
const tools = { kernels, ...(pool && { executor: pool }) };
const timed = async (what, run) => {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const result = await run();
  const { user } = process.cpuUsage(cpu);
  console.log(
    `  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s (${(user / 1e6).toFixed(1)} s of processor)`,
  );
  return result;
};

try {
  const coordinates = await timed('coordinates', () => historyCoordinates(histories, { seed }, tools));
  for (const name of dataset.attributes.keys()) await attack(name, coordinates);
} finally {
  await pool?.close();
}

async function attack(name, coordinates) {
  const attribute = attributeOf(dataset, name);
  const labels = attribute.values;
  const types = attribute.labels.length;
  const foldOf = stratifiedFolds(attribute, FOLDS, derive(seed, 'folds'));
  const aucs = { factors: [], logistic: [], kernelRidge: [], added: [], stack: [] };
  for (let fold = 0; fold < Number(options.only ?? FOLDS); fold++) {
    const people = [...labels.keys()].filter((person) => labels[person] >= 0);
    const training = people.filter((person) => foldOf[person] !== fold);
    const tested = people.filter((person) => foldOf[person] === fold);
    const trainingLabels = training.map((person) => labels[person]);
    const result = await timed('stack', () =>
      stackAttack({ histories, coordinates, training, tested, labels: trainingLabels, types }, { seed }, tools),
    );
    const dense = (some) =>
      packRows(
        coordinates.width,
        some.map((person) => rowOf(coordinates, person)),
      );
    const onFactors = await timed('logistic on factors', () =>
      trainLogistic(dense(training), trainingLabels, types, { ridge: 30 }),
    );
    const factorScores = tested.flatMap((person) => [...onFactors.logWeights(rowOf(coordinates, person))]);
    const auc = (logWeights) => mean(attribute.labels.map((_, type) => aucOf(logWeights, tested, labels, type, types)));
    aucs.factors.push(auc(factorScores));
    aucs.logistic.push(auc(result.parts.logistic));
    aucs.kernelRidge.push(auc(result.parts.kernelRidge));
    aucs.added.push(auc(added([result.parts.logistic, result.parts.kernelRidge], types)));
    aucs.stack.push(auc(result.logWeights));
    const { reach, ridge, logisticRidge, weights } = result;
    console.log(
      `${name} fold ${fold}:`,
      Object.fromEntries(Object.entries(aucs).map(([key, all]) => [key, all.at(-1).toFixed(4)])),
    );
    console.log(
      `  reach ${reach}, ridge ${ridge}, logistic ridge ${logisticRidge}, slopes ${weights.slopes.map((x) => x.toFixed(2))}`,
    );
    if (Number(options.shuffles) > 0) {
      const stream = derive(seed, 'shuffles', fold);
      const shuffled = Array.from({ length: Number(options.shuffles) }, () => stream.shuffle([...trainingLabels]));
      const given = { coordinates, training, tested, labels: shuffled, types };
      const { results } = await timed('shuffled labels', () => kernelRidge(given, { reach, ridge }, tools));
      console.log('  shuffled:', results.map(({ logWeights }) => auc(logWeights).toFixed(3)).join(' '));
    }
  }
  for (const [key, all] of Object.entries(aucs))
    console.log(`${name} ${key}: ${mean(all).toFixed(4)} over ${all.length} folds`);
}

function rowOf({ width, values }, person) {
  const factors = Math.min(64, width);
  return {
    indices: Array.from({ length: factors }, (_, k) => k),
    values: values.subarray(person * width, person * width + factors),
  };
}

/** How well the log odds of a group against the likeliest other one rank the tested people. */
function aucOf(logWeights, tested, labels, type, types) {
  const others = [...Array(types).keys()].filter((other) => other !== type);
  const odds = (n) => logWeights[n * types + type] - Math.max(...others.map((other) => logWeights[n * types + other]));
  return aucOfScores(tested.length, odds, (n) => labels[tested[n]] === type);
}

/** Two attackers added 1:1, by the deviation of their log odds over the tested people. */
function added(parts, types) {
  const scaled = parts.map((logWeights) => {
    const odds = logWeights.map((value, at) => value - logWeights[at - (at % types)]);
    const middle = mean(odds.filter((_, at) => at % types > 0));
    const deviation = Math.sqrt(mean(odds.filter((_, at) => at % types > 0).map((value) => (value - middle) ** 2)));
    return odds.map((value) => value / deviation);
  });
  return scaled[0].map((value, at) => value + scaled[1][at]);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
