/**
 * What equal chances hide, and what they cost, on one fold of people: the public model is fitted to some of the others,
 * attackers learn from the rest, whom it never saw, and judge the people of the fold, who send in the same way. With
 * --protocol plain it is fitted to all of the others, and attackers learn from them. Prints one line per setting; --output
 * keeps the same as JSON lines.
 *
 *   node scripts/equal-chances.mjs --folder data/ml-1m --attribute gender --fold 0 --settings none,1,1/thin0.5 --output found.jsonl
 *
 * A setting is a strength, then what differs from the default: 1/guard0, 1/thin0.25, 1/passes2, 1/mid, 0.5/add, and
 * 1/joint0.5, where made-up items hang together (jointChances.mjs) and half of them are used, and 1/zero, where group
 * effects are drawn to 0 and not to what taste leads one to expect of them.
 * With --presence all ratings that are sent are 3 stars: what is left is which items were rated.
 * Intervals of an AUC are 1.96 standard errors by Hanley and McNeil; those of a loss are of resampled people.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aucOfScores } from '../build/audit/statistics/aucOfScores.js';
import { openDataset } from '../build/datasets/index.js';
import { guardedItems } from '../build/defence/equalChances/recommendationGuard.js';
import { predictions } from '../build/defence/evaluation/recommenderTask.js';
import { trainOnRated } from '../build/defence/evaluation/trainOnRated.js';
import {
  decodePresenceModel,
  encodePresenceModel,
  fitGuard,
  fitPresence,
  itemDigests,
  mechanismAttack,
  numbersOfRows,
  protectHistory,
  secretDraws,
} from '../build/defence/index.js';
import { linearForm, logWeightsOf } from '../build/defence/obfuscation/index.js';
import { ndcgOfList, parametersFrom, topN, trainChannels, trainEase, trained } from '../build/factorization/index.js';
import {
  channelClassifier,
  historyAt,
  historyCoordinates,
  joinRows,
  packRows,
  selectRows,
  stackAttack,
  trainBoosted,
} from '../build/inference/index.js';
import { derive, softmax } from '../build/maths/index.js';
import {
  attributeOf,
  filterByCounts,
  holdOutRatings,
  itemIndex,
  ratingMatrixFromRows,
  stratifiedFolds,
  subsetUsers,
  withRatings,
} from '../build/ratings/index.js';
import { loadKernels, openThreadPool } from '../build/runtime/index.js';
import { fitJoint, sendJoint } from './jointChances.mjs';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'ml-1m' },
    folder: { type: 'string' },
    attribute: { type: 'string', default: 'gender' },
    also: { type: 'string' },
    folds: { type: 'string', default: '3' },
    fold: { type: 'string', default: '0' },
    protocol: { type: 'string', default: 'strangers' },
    settings: { type: 'string', default: 'none,1' },
    attackers: { type: 'string', default: 'logistic,kernelRidge,stack,chances' },
    adoption: { type: 'string', default: '' },
    rmse: { type: 'boolean', default: false },
    presence: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    public: { type: 'string' },
    output: { type: 'string' },
  },
});
const seed = Number(options.seed);
const attackers = options.attackers.split(',');
const list = (text) => (text === '' ? [] : text.split(','));
const attributes = [options.attribute, ...list(options.also ?? '')];
const { dataset: read } = await openDataset({ kind: 'known', name: options.name, folder: options.folder, attributes });
const { dataset } = filterByCounts(read, { minPerUser: 20, minPerItem: 20 });
const { kept, heldOut } = holdOutRatings(dataset, { most: 10, share: 0.5 }, seed);
const items = dataset.items.size;
const kernels = loadKernels();
const pool = Number(options.threads) > 1 ? openThreadPool(Number(options.threads)) : undefined;
const tools = { kernels, ...(pool && { executor: pool }) };

const [first, ...others] = [...dataset.attributes.keys()];
const { values: groupOf, labels: groups } = attributeOf(dataset, first);
const foldOf = stratifiedFolds(attributeOf(dataset, first), Number(options.folds), derive(seed, 'folds'));
const everybody = [...groupOf.keys()].filter((person) => groupOf[person] >= 0);
const tested = everybody.filter((person) => foldOf[person] === Number(options.fold));
const trainers = everybody.filter((person) => foldOf[person] !== Number(options.fold));
// Half of each group, in a random order.
const order = derive(seed, 'public-people')
  .shuffle([...trainers])
  .sort((a, b) => groupOf[a] - groupOf[b]);
const plain = options.protocol === 'plain';
const inPublic = plain ? trainers : order.filter((_, n) => n % 2 === 0).sort((a, b) => a - b);
const learners = plain ? trainers : order.filter((_, n) => n % 2 === 1).sort((a, b) => a - b);
console.log(
  `${first}, fold ${options.fold} of ${options.folds}: ${tested.length} people judged, public model of ${inPublic.length}, attackers learn from ${learners.length} (${options.protocol}); ${items} items`,
);

const rowsIn = (data, people) => selectRows({ rows: data.users.size, columns: items, ...data.ratings.byUser }, people);
const labelsOf = (people, values = groupOf) => Uint8Array.from(people, (person) => values[person]);
const held = selectRows({ rows: heldOut.users, columns: items, ...heldOut.byUser }, tested);
const ids = Array.from({ length: items }, (_, item) => dataset.items.id(itemIndex(item)));
const digests = itemDigests(ids);
let guard;
const ease = await trainEase(rowsIn(dataset, trainers), {}, tools);
const training = parametersFrom('paper', { step: 0.02 });
const undefendedModel = options.rmse
  ? await trainOnRated(subsetUsers(dataset, Uint32Array.from(trainers)), first, training, tools)
  : undefined;
const models = new Map();

/** Fitted once; with --public <folder> also kept there for the next time. */
async function modelOf({ passes, directions, meeting, groupPrior }) {
  const key = `${passes}-${directions}-${passes > 1 ? meeting : 'any'}${groupPrior === 'taste' ? '' : `-${groupPrior}`}`;
  const file =
    options.public &&
    join(options.public, `${first}-${options.folds}-${options.fold}-${options.protocol}-${seed}-${key}.safetensors`);
  if (!models.has(key) && file && existsSync(file)) models.set(key, decodePresenceModel(readFileSync(file)));
  if (!models.has(key)) {
    guard ??= await fitGuard(rowsIn(dataset, inPublic), tools);
    const histories = rowsIn(dataset, inPublic);
    const people = {
      histories,
      groupOf: labelsOf(inPublic),
      attribute: first,
      groups,
      items: dataset.items,
      scale: dataset.scale,
    };
    models.set(key, fitPresence(people, { passes, directions, meeting, guard, seed, groupPrior }));
    if (file) writeFileSync(file, encodePresenceModel(models.get(key)));
  }
  return models.get(key);
}

function settingOf(word) {
  const [strength, ...parts] = word.split('/');
  const setting = {
    word,
    strength: Number(strength),
    places: 25,
    thinning: 0,
    passes: 1,
    directions: 10,
    meeting: 'drop',
    groupPrior: 'taste',
    joint: 0,
  };
  for (const part of parts) {
    const [, name, number] = /^([a-z]+)([\d.]*)$/.exec(part);
    if (name === 'guard') setting.places = Number(number);
    else if (name === 'thin') setting.thinning = Number(number);
    else if (name === 'passes') setting.passes = Number(number);
    else if (name === 'taste') setting.directions = Number(number);
    else if (name === 'zero') setting.groupPrior = 'zero';
    else if (name === 'joint') setting.joint = Number(number);
    else setting.meeting = name;
  }
  return setting;
}

async function sentBy(data, people, setting, share = 1) {
  const rows = rowsIn(data, people);
  if (setting === undefined) return shown(rows);
  const model = await modelOf(setting);
  const { strength, places, thinning, meeting } = setting;
  const sent = packRows(
    items,
    people.map((person, row) => {
      const own = historyAt(rows, row);
      if (!adopts(person, share)) return own;
      const secret = Uint8Array.from({ length: 32 }, (_, n) => derive(seed, 'secret', person, n).below(256));
      const draws = (pass) => secretDraws(secret, '', pass, digests);
      if (setting.joint > 0) return sentJointly(model, own, groupOf[person], setting, draws(0));
      return protectHistory(
        model,
        { ratings: own, group: groupOf[person] },
        { strength, places, thinning, meeting },
        draws,
      ).sent;
    }),
  );
  return shown(sent);
}

/** What attackers see: with --presence not how items were rated. */
const shown = (rows) => (options.presence ? { ...rows, values: rows.values.map(() => 3) } : rows);
const chains = new Map();

/** Presence only: what is made up has no ratings of its own. */
function sentJointly(model, { indices }, group, { strength, places, directions, joint }, draws) {
  if (!options.presence) throw new Error('settings with joint need --presence');
  if (!chains.has(directions)) {
    const people = { histories: rowsIn(dataset, inPublic), groupOf: labelsOf(inPublic), groups };
    chains.set(directions, fitJoint(people, { directions, variance: model.stages[0].groupVariance, seed }));
  }
  const guarded = places > 0 ? guardedItems(model.guard, indices, places) : new Uint8Array(items);
  const rule = { strength, guarded, madeUp: joint };
  const sent = sendJoint(chains.get(directions), indices, group, rule, (item) => draws(item).presence);
  return { indices: sent, values: sent.map(() => 0) };
}

const adopts = (person, share) => share === 1 || derive(seed, 'adoption', person).uniform() < share;

/** Log weights of the judged people, by attacker. */
async function judged(learned, rows, setting, wanted, values = groupOf, types = groups.length) {
  const labels = labelsOf(learners, values);
  const found = {};
  if (wanted.some((name) => ['stack', 'kernelRidge', 'logistic'].includes(name))) {
    const histories = joinRows(learned, rows);
    const coordinates = await historyCoordinates(histories, { seed }, tools);
    const all = Uint32Array.from({ length: histories.rows }, (_, n) => n);
    const problem = {
      histories,
      coordinates,
      labels,
      types,
      training: all.subarray(0, learned.rows),
      tested: all.subarray(learned.rows),
    };
    const { logWeights, parts } = await stackAttack(problem, { seed }, tools);
    Object.assign(found, { logistic: parts.logistic, kernelRidge: parts.kernelRidge, stack: logWeights });
  }
  if (wanted.includes('chances')) {
    const known = { meeting: 'drop', strength: 0, places: 0, ...setting };
    const model = await modelOf(setting ?? settingOf('1'));
    const numbers = (of) => numbersOfRows(model, of, known);
    found.chances = mechanismAttack(numbers(learned), labels, types, numbers(rows));
  }
  const weightsBy = (classifier) =>
    Float64Array.from(tested.flatMap((_, row) => [...classifier.logWeights(historyAt(rows, row))]));
  if (wanted.includes('boosted')) found.boosted = weightsBy(trainBoosted(learned, labels, types));
  if (!wanted.some((name) => name === 'channels' || name === 'factor')) return found;
  const matrix = ratingMatrixFromRows(learned.rows, items, learned);
  const people = withRatings(subsetUsers(dataset, Uint32Array.from(learners)), matrix);
  if (wanted.includes('channels')) {
    found.channels = weightsBy(
      channelClassifier(trained(await trainChannels(people, first, { seed }, tools)), { prior: 'training' }),
    );
  }
  if (wanted.includes('factor')) {
    const model = await trainOnRated(people, first, training, tools);
    found.factor = weightsBy({
      logWeights: ({ indices, values: given }) => logWeightsOf(linearForm(model, indices, { ridge: 100 }), given),
    });
  }
  return found;
}

/** AUC of the second group against the rest, and half the width of its interval. */
function aucOf(weights, people, values, types) {
  const [rows, is] = [people.map((person) => tested.indexOf(person)), (row) => values[tested[row]] === 1];
  const odds = (row) =>
    weights[row * types + 1] -
    Math.max(...weights.subarray(row * types, row * types + types).filter((_, t) => t !== 1));
  const auc = aucOfScores(
    rows.length,
    (n) => odds(rows[n]),
    (n) => is(rows[n]),
  );
  const ones = rows.filter(is).length;
  const zeros = rows.length - ones;
  const [q1, q2] = [auc / (2 - auc), (2 * auc * auc) / (1 + auc)];
  const variance = (auc * (1 - auc) + (ones - 1) * (q1 - auc * auc) + (zeros - 1) * (q2 - auc * auc)) / (ones * zeros);
  return { auc, half: 1.96 * Math.sqrt(Math.max(0, variance)) };
}

const figuresOf = (found, wanted, people = tested, values = groupOf, types = groups.length) =>
  Object.fromEntries(
    wanted.filter((name) => found[name]).map((name) => [name, aucOf(found[name], people, values, types)]),
  );

/** NDCG@10 of each judged person. */
const listsFor = (recommender, rows) =>
  tested.map((_, row) =>
    ndcgOfList(topN(recommender, historyAt(rows, row).indices, 10), new Set(historyAt(held, row).indices)),
  );

function lossOf(before, after, people = tested.map((_, row) => row)) {
  const share = (rows) =>
    1 - rows.reduce((sum, row) => sum + after[row], 0) / rows.reduce((sum, row) => sum + before[row], 0);
  const stream = derive(seed, 'resampled');
  const drawn = Array.from({ length: 500 }, () => share(people.map(() => people[stream.below(people.length)]))).sort(
    (a, b) => a - b,
  );
  return { value: share(people), low: drawn[12], high: drawn[487] };
}

function rmseOf(model, rows) {
  let [squares, count] = [0, 0];
  for (const row of tested.keys()) {
    const known = historyAt(rows, row);
    const { indices, values } = historyAt(held, row);
    const types = softmax(logWeightsOf(linearForm(model, known.indices, { ridge: 100 }), known.values));
    const predicted = predictions(model, known, indices, types, 1);
    for (const [n, value] of values.entries()) squares += (value - predicted[n]) ** 2;
    count += values.length;
  }
  return Math.sqrt(squares / count);
}

const keptRows = rowsIn(kept, tested);
const before = listsFor(ease, keptRows);
const text = ({ auc, half }) => `${auc.toFixed(3)} ±${half.toFixed(3)}`;
const percent = ({ value, low, high }) =>
  `${(100 * value).toFixed(1)}% [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;

for (const word of options.settings.split(',')) {
  const cpu = process.cpuUsage();
  const setting = word === 'none' ? undefined : settingOf(word);
  const rows = await sentBy(kept, tested, setting);
  const learned = await sentBy(dataset, learners, setting);
  const found = await judged(learned, rows, setting, attackers);
  const after = listsFor(ease, rows);
  const byGroup = groups.map((_, g) =>
    lossOf(
      before,
      after,
      [...tested.keys()].filter((row) => groupOf[tested[row]] === g),
    ),
  );
  const record = {
    attribute: first,
    fold: Number(options.fold),
    protocol: options.protocol,
    word,
    setting,
    ndcg: after.reduce((sum, value) => sum + value, 0) / after.length,
    loss: lossOf(before, after),
    byGroup,
    ratings: keptRows.indices.length / tested.length,
    sent: rows.indices.length / tested.length,
    attackers: figuresOf(found, attackers),
  };
  if (options.rmse) {
    const all = await sentBy(dataset, trainers, setting);
    const sending = withRatings(
      subsetUsers(dataset, Uint32Array.from(trainers)),
      ratingMatrixFromRows(all.rows, items, all),
    );
    const retrained = setting === undefined ? undefendedModel : await trainOnRated(sending, first, training, tools);
    record.rmse = { undefended: rmseOf(undefendedModel, rows), retrained: rmseOf(retrained, rows) };
    const lists = listsFor(setting === undefined ? ease : await trainEase(all, {}, tools), rows);
    record.retrainedLoss = lossOf(before, lists);
  }
  for (const other of others) {
    const { values, labels } = attributeOf(dataset, other);
    const also = await judged(learned, rows, setting, ['stack'], values, labels.length);
    record.also = {
      ...record.also,
      [other]: figuresOf(also, ['logistic', 'kernelRidge', 'stack'], tested, values, labels.length),
    };
  }
  const strongest = Object.entries(record.attackers).sort(([, a], [, b]) => b.auc - a.auc)[0];
  console.log(
    `${word}: strongest ${strongest[0]} ${text(strongest[1])}; NDCG@10 loss ${percent(record.loss)} (${groups.map((label, g) => `${label} ${(100 * byGroup[g].value).toFixed(1)}%`).join(', ')}); withheld ${(record.ratings - record.sent).toFixed(1)} of ${record.ratings.toFixed(0)}`,
  );
  console.log(
    `  ${Object.entries(record.attackers)
      .map(([name, figures]) => `${name} ${text(figures)}`)
      .join('  ')}`,
  );
  if (record.rmse)
    console.log(
      `  RMSE ${record.rmse.undefended.toFixed(4)}, retrained on what is sent ${record.rmse.retrained.toFixed(4)}; NDCG@10 loss retrained ${percent(record.retrainedLoss)}`,
    );
  for (const [name, figures] of Object.entries(record.also ?? {}))
    console.log(
      `  ${name}: ${Object.entries(figures)
        .map(([one, of]) => `${one} ${text(of)}`)
        .join('  ')}`,
    );
  if (setting !== undefined) {
    for (const share of list(options.adoption).map(Number)) {
      const some = await judged(
        await sentBy(dataset, learners, setting, share),
        await sentBy(kept, tested, setting, share),
        setting,
        ['stack'],
      );
      const parts = {
        defending: tested.filter((person) => adopts(person, share)),
        others: tested.filter((person) => !adopts(person, share)),
      };
      record.adoption = [
        ...(record.adoption ?? []),
        {
          share,
          ...Object.fromEntries(
            Object.entries(parts).map(([name, people]) => [
              name,
              figuresOf(some, ['logistic', 'kernelRidge', 'stack'], people),
            ]),
          ),
        },
      ];
      for (const [name, figures] of Object.entries(record.adoption.at(-1)).slice(1))
        console.log(
          `  used by ${100 * share}%, ${name}: ${Object.entries(figures)
            .map(([one, of]) => `${one} ${text(of)}`)
            .join('  ')}`,
        );
    }
  }
  console.error(`  ${(process.cpuUsage(cpu).user / 1e6).toFixed(0)} s of processor`);
  if (options.output) appendFileSync(options.output, `${JSON.stringify(record)}\n`);
}
await pool?.close();
