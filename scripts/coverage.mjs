/**
 * How often the intervals of an audit hold what they should, in small invented worlds without a leak, with a weak, a
 * medium and a strong one. The truth is the expected AUC of an attacker trained on as many people as a fold trains on,
 * measured on people of the same world who are in no fold. Prints a table (docs/statistics.md shows one).
 *
 *   npm run coverage -- --worlds 1000
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dealIntoFolds } from '../build/audit/folds/dealIntoFolds.js';
import { auditSpec, contender, runAudit } from '../build/audit/index.js';
import { workOnFold } from '../build/audit/interviews/foldWork.js';
import { meanAuc, rankingsOf } from '../build/audit/statistics/aucStatistic.js';
import { parametersFrom } from '../build/factorization/index.js';
import { attributeOf, holdOutRatings, subsetUsers } from '../build/ratings/index.js';
import { loadKernels } from '../build/runtime/index.js';
import { createWorld } from '../build/worlds/index.js';

const { values: options } = parseArgs({
  options: {
    worlds: { type: 'string', default: '200' },
    people: { type: 'string', default: '160' },
    classifiers: { type: 'string', default: 'factor,logistic' },
    only: { type: 'string' },
    part: { type: 'string' },
  },
});
const WORLDS = Number(options.worlds);
const PEOPLE = Number(options.people);
/** People in no fold, for each world. */
const FRESH = 240;
const QUESTIONS = 5;
const LEAKS = { none: 0, weak: 0.08, medium: 0.16, strong: 0.3 };
const classifiers = options.classifiers.split(',');

const spec = auditSpec({
  attribute: 'type',
  folds: 5,
  training: parametersFrom('als', { dimension: 2, iterations: 5 }),
  contenders: [contender('separation')],
  maxQuestions: QUESTIONS,
  headlineQuestions: QUESTIONS,
  heldOut: 0,
  ratingErrorEvery: QUESTIONS,
  compareAt: [],
  fullHistory: classifiers,
  shuffled: [],
  permutations: 200,
  resamples: 200,
});
const ATTACKERS = ['separation', ...classifiers];

/** One large world of this leak, cut into small ones with people of their own: the same, however many processes share them. */
async function part(leak, from, to) {
  const kernels = loadKernels();
  const each = PEOPLE + FRESH;
  const { dataset } = createWorld(
    {
      users: WORLDS * each,
      items: 25,
      ratingsPerUser: 16,
      minimumPerUser: 12,
      countSpread: 0.3,
      dimension: 2,
      leak,
    },
    17,
  );
  const rows = [];
  for (let world = from; world < to; world++) {
    const own = Uint32Array.from({ length: each }, (_, k) => world * each + k);
    const audited = subsetUsers(dataset, own.subarray(0, PEOPLE));
    const records = await runAudit(
      audited,
      { ...spec, seed: world },
      { kernels, source: 'coverage', finished: () => '' },
    );
    rows.push({ ...figuresOf(records), fresh: await freshAucs(dataset, own, world, kernels) });
  }
  return rows;
}

function figuresOf({ findings, verdict, permutation }) {
  const all = findings.filter(({ auc, group }) => auc?.bounds !== undefined && group === undefined);
  return {
    leak: verdict.leak,
    permutation: permutation.pValue,
    intervals: ATTACKERS.map((id) => all.find(({ attacker }) => attacker === id).auc).map((auc) => ({
      auc,
      bounds: auc.bounds,
    })),
  };
}

/** What attackers trained on all folds but the first find in people whom no fold has. */
async function freshAucs(dataset, own, seed, kernels) {
  const everybody = subsetUsers(dataset, own);
  const { folds } = dealIntoFolds(
    subsetUsers(everybody, own.map((_, k) => k).subarray(0, PEOPLE)),
    'type',
    5,
    seed,
    'audit-folds',
  );
  const trainers = Uint32Array.from(folds.keys()).filter((person) => folds[person] !== 0);
  const people = own.map((_, k) => k).subarray(PEOPLE);
  const { kept, heldOut } = holdOutRatings(everybody, { most: spec.heldOut, share: spec.heldOutShare }, seed);
  const data = { dataset: everybody, kept, heldOut, trainers, people };
  const plan = { contenders: spec.contenders, classifiers: spec.fullHistory, predicts: false };
  const { outcomes, histories } = await workOnFold(data, { ...spec, seed }, plan, { kernels });
  const types = people.map((person) => attributeOf(everybody, 'type').values[person]);
  const everyone = Uint32Array.from(people.keys());
  const ones = new Uint8Array(people.length).fill(1);
  const aucOf = (some, logitOf) => meanAuc(rankingsOf(some, logitOf, types, 2), ones);
  const asked = outcomes.get('separation');
  return [
    aucOf(
      everyone.filter((person) => asked.lengths[person] >= QUESTIONS),
      (person, type) => asked.logits[(person * (QUESTIONS + 1) + QUESTIONS) * 2 + type],
    ),
    ...classifiers.map((name) => aucOf(everyone, (person, type) => histories.get(name)[person * 2 + type])),
  ];
}

/** The standard error behind an interval of 95%, which is symmetric in log odds. */
function errorOf({ value, low, high }) {
  const logit = (share) => Math.log(share / (1 - share));
  return ((logit(high) - logit(low)) / (2 * 1.96)) * value * (1 - value);
}

function tell(name, rows) {
  const share = (test) => `${((100 * rows.filter(test).length) / rows.length).toFixed(1)}%`;
  const truth = ATTACKERS.map((_, a) => rows.reduce((sum, { fresh }) => sum + fresh[a], 0) / rows.length);
  for (const [a, attacker] of ATTACKERS.entries()) {
    const mean = rows.reduce((sum, { intervals }) => sum + intervals[a].auc.value, 0) / rows.length;
    const holds = ({ intervals }) => intervals[a].auc.low <= truth[a] && truth[a] <= intervals[a].auc.high;
    const spread = Math.sqrt(
      rows.reduce((sum, { intervals }) => sum + (intervals[a].auc.value - mean) ** 2, 0) / rows.length,
    );
    const stated = rows.reduce((sum, { intervals }) => sum + errorOf(intervals[a].auc), 0) / rows.length;
    console.log(
      `| ${name} | ${attacker} | ${truth[a].toFixed(3)} | ${mean.toFixed(3)} | ${spread.toFixed(3)} | ${stated.toFixed(3)} | ${share(holds)} |`,
    );
  }
  const together = ({ intervals }) =>
    intervals.every(({ bounds }, a) => bounds.low <= truth[a] && truth[a] <= bounds.high);
  console.log(`| ${name} | bounds, all at once | | | | | ${share(together)} |`);
  console.log(`| ${name} | worlds called leaky | | | | | ${share(({ leak }) => leak)} |`);
}

if (options.part !== undefined) {
  const [leak, from, to] = options.part.split(',').map(Number);
  process.send(await part(leak, from, to), () => process.disconnect());
} else {
  console.log(`${WORLDS} worlds each, ${PEOPLE} people, 5 folds, 95% intervals\n`);
  console.log(
    '| leak | of | expected AUC | mean AUC | deviation | stated error | held |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  const cores = availableParallelism();
  for (const [name, leak] of Object.entries(LEAKS)) {
    if (options.only !== undefined && options.only !== name) continue;
    const parts = Array.from({ length: cores }, (_, n) => {
      const [from, to] = [n, n + 1].map((at) => Math.round((at * WORLDS) / cores));
      const flags = [
        '--part',
        `${leak},${from},${to}`,
        '--worlds',
        options.worlds,
        '--people',
        options.people,
        '--attackers',
        options.classifiers,
      ];
      return new Promise((resolve, reject) => {
        const child = fork(fileURLToPath(import.meta.url), flags);
        child.once('message', resolve);
        child.once('error', reject);
        child.once('exit', (code) => code === 0 || reject(new Error(`a part ended with ${code}`)));
      });
    });
    tell(name, (await Promise.all(parts)).flat());
  }
}
