/**
 * How far apart two models are: the worst distance of a row (profile and biases) in parts of its norm, that of a scale, and
 * the AUC of the attacker that reads whole histories, with each. Build first.
 *
 *   node spark/bench/compare.mjs ours.safetensors theirs.safetensors ml-1m:folder gender 20
 */
import { openDataset, sourceFromText } from '../../build/datasets/index.js';
import { channelClassifier, factorClassifier } from '../../build/inference/index.js';
import { attributeOf } from '../../build/ratings/index.js';
import { loadModel } from '../../build/runtime/index.js';

const [ours, theirs, source, attribute, minimum] = process.argv.slice(2);
const models = [await loadModel(ours), await loadModel(theirs)];

function rowOf({ rows, dimension, typeLabels }, row) {
  const types = typeLabels.length;
  return [
    ...rows.profiles.subarray(row * dimension, (row + 1) * dimension),
    ...rows.biases.subarray(row * types, (row + 1) * types),
  ];
}

const [scales, otherScales] = models.map(({ rows }) => rows.scales);
let worst = 0;
let worstScale = 0;
for (let row = 0; row < scales.length; row++) {
  const [a, b] = models.map((model) => rowOf(model, row));
  worstScale = Math.max(worstScale, Math.abs(scales[row] - otherScales[row]) / scales[row]);
  worst = Math.max(worst, Math.hypot(...a.map((value, k) => value - b[k])) / Math.hypot(...a));
}
console.log(`worst row: ${worst.toExponential(1)} of its norm; worst scale: ${worstScale.toExponential(1)} of itself`);

const filters = { minPerUser: Number(minimum), minPerItem: Number(minimum) };
const { dataset } = await openDataset({ ...sourceFromText(source), attributes: [attribute], ...filters });
const { starts, indices, values } = dataset.ratings.byUser;
const types = attributeOf(dataset, attribute).values;

function aucOf(model) {
  const classifier = model.rows.channels.includes('rating') ? factorClassifier(model) : channelClassifier(model);
  const scored = Array.from(types, (type, user) => {
    const [from, to] = [starts[user], starts[user + 1]];
    const [first, second] = classifier.logWeights({ indices: indices.subarray(from, to), values: values.subarray(from, to) });
    return { type, score: second - first };
  }).sort((a, b) => a.score - b.score);
  let below = 0;
  let pairs = 0;
  for (const { type } of scored) {
    if (type === 0) below++;
    else pairs += below;
  }
  return pairs / (below * (scored.length - below));
}
for (const [n, model] of models.entries()) console.log(`AUC with ${[ours, theirs][n]}: ${aucOf(model).toFixed(6)}`);
