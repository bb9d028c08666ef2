/**
 * Whether the advisor keeps its promise, in many simulated interviews, after `npm run build:ts`:
 *
 *     node scripts/advisor-promise.mjs [interviews] [part of the names of models]
 *
 * How many interviews (10,000 unless told otherwise) for each model, shared among its groups.
 * Prints the table of docs/defence/advisor.md, and fails if the promise was broken once.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measurePromise } from '../build/defence/index.js';
import { createModel, parametersFrom, train, trained } from '../build/factorization/index.js';
import { loadKernels, loadModel } from '../build/runtime/index.js';
import { createWorld } from '../build/worlds/index.js';

const FOLDER = fileURLToPath(new URL('../models/', import.meta.url));
const BUDGET = 0.25;
const QUESTIONS = 10;
const interviews = Number(process.argv[2] ?? 10_000);
const wanted = process.argv[3] ?? '';
const kernels = loadKernels('shared', console.warn);

const shipped = (id) => loadModel(join(FOLDER, `${id}.safetensors`));

/** A model of made-up people's ratings, with groups of equal size. */
async function world(groups) {
  const types = Array.from({ length: groups }, (_, n) => ({ label: `group ${n + 1}`, share: 1 / groups }));
  const { dataset } = createWorld({ users: 600, items: 60, dimension: 3, leak: 0.35, types }, 1);
  return trained(await train(dataset, 'type', parametersFrom('als', { dimension: 3 }), { kernels }));
}

/** The same model with a prior of which one group has nine in ten. */
function lopsided(model) {
  const others = model.typeLabels.length - 1;
  return createModel({
    ...model,
    typePriors: Float64Array.from(model.typePriors, (_, t) => (t === 0 ? 0.9 : 0.1 / others)),
  });
}

/** Slopes that rise and fall from one number of answers to the next, as noisy fits do. */
function calibrated(model) {
  const points = Array.from({ length: QUESTIONS }, (_, n) => ({
    questions: n + 1,
    slope: n % 2 === 0 ? 0.4 : 0.9,
    offsets: model.typeLabels.map(() => 0),
  }));
  return createModel({ ...model, calibration: { points } });
}

const two = await world(2);
const five = await world(5);
const models = [
  ['ratings, two groups', two],
  ['ratings, nine in ten in one group', lopsided(two)],
  ['ratings, two groups, calibrated', calibrated(two)],
  ['ratings, five groups', five],
  ['ratings, five groups, nine in ten in one, calibrated', calibrated(lopsided(five))],
  ['food: gender (seen and rated, calibrated)', await shipped('food-gender')],
  ['food: gender, nine in ten in one group', lopsided(await shipped('food-gender'))],
  ['food: age (four groups)', await shipped('food-age')],
  ['food: region (four groups)', await shipped('food-region')],
  ['invented films: chronotype', await shipped('demo-chronotype')],
].filter(([name]) => name.includes(wanted));

const percent = (share) => `${(100 * share).toFixed(1)}%`;
console.log(`| model | interviews | promise broken | of the majority | warned beforehand | ended above, warned | most of the budget used | answered |
| --- | --- | --- | --- | --- | --- | --- | --- |`);
let broken = 0;
for (const [name, model] of models) {
  const each = Math.ceil(interviews / model.typeLabels.length);
  const rows = measurePromise(model, { budget: BUDGET, interviews: each, questions: QUESTIONS, seed: 1, kernels });
  const sum = (part) => rows.reduce((total, row) => total + row[part], 0);
  const majority = rows.reduce((most, row) => (row.prior > most.prior ? row : most));
  broken += sum('broken');
  console.log(
    `| ${name} | ${sum('interviews').toLocaleString('en')} | ${sum('broken')} | ${majority.broken} of ${majority.interviews.toLocaleString('en')} | ${sum('warned')} | ${sum('endedAbove')} | ${percent(Math.max(...rows.map(({ mostUsed }) => mostUsed)))} | ${percent(sum('answered') / rows.length)} |`,
  );
}
if (broken > 0) process.exit(1);
