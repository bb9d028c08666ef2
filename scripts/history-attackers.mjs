/**
 * What attackers find in whole histories: logistic regression on the latent factors, logistic regression on ratings,
 * kernel ridge, the two added 1:1, and the stack, which adds trees where these see something else. Prints the AUC of each fold and their mean, and to the standard error
 * how long each part took. With --shuffles, the stack also learns from shuffled labels, at the settings that it chose for the real ones: it must find nothing.
 *
 *   node scripts/history-attackers.mjs --name ml-1m --folder data/ml-1m --attribute gender --attribute 'age>=35' --from 0 --only 2
 */
import { parseArgs } from 'node:util';
import { aucOfScores } from '../build/audit/statistics/auc.js';
import { openDataset } from '../build/datasets/index.js';
import { historyCoordinates, packRows, stackAttack, trainLogistic } from '../build/inference/index.js';
import { derive } from '../build/maths/index.js';
import { attributeOf, filterByCounts, stratifiedFolds } from '../build/ratings/index.js';
import { loadKernels, openThreadPool } from '../build/runtime/index.js';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'ml-1m' },
    folder: { type: 'string' },
    attribute: { type: 'string', multiple: true, default: ['gender'] },
    folds: { type: 'string', default: '10' },
    from: { type: 'string', default: '0' },
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
  console.error(
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
  const blind = [];
  const first = Number(options.from);
  for (let fold = first; fold < Math.min(FOLDS, first + Number(options.only ?? FOLDS)); fold++) {
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
    const stream = derive(seed, 'shuffles', fold);
    for (let shuffle = 0; shuffle < Number(options.shuffles); shuffle++) {
      const shuffled = stream.shuffle([...trainingLabels]);
      const given = { histories, coordinates, training, tested, labels: shuffled, types };
      const { logWeights } = await timed('shuffled labels', () =>
        stackAttack(given, { seed, reach, ridge, logisticRidge }, tools),
      );
      blind.push(auc(logWeights));
      console.log(`  stack with shuffled labels: ${blind.at(-1).toFixed(4)}`);
    }
  }
  if (blind.length > 1) {
    const deviation = Math.sqrt(
      (mean(blind.map((one) => (one - mean(blind)) ** 2)) * blind.length) / (blind.length - 1),
    );
    const error = deviation / Math.sqrt(blind.length);
    console.log(
      `${name} stack with shuffled labels: ${mean(blind).toFixed(4)}, standard error ${error.toFixed(4)}, over ${blind.length}`,
    );
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
