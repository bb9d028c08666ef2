/**
 * What is measured in a world, by the code that users run: figures with their intervals, the p-values behind the verdict,
 * and what the same attackers find in people whom nobody has seen.
 *
 * The truth about an attacker is its expected AUC (of a number: its expected R2) at the folds' training size. Attackers
 * learn from as many people of the same kind as a fold has for training, none of whom are in the world, and score FRESH
 * others. The mean over all worlds is what intervals should hold. Where nothing leaks an AUC of 0.5 is known.
 *
 * Each measurement gives { figures, verdict }. A figure has its `name`, its `value`, the pointwise interval (`low`,
 * `high`), the bounds that hold for all at once (`least`, `most`), and where they are known `byFold` (the mean of the AUC
 * of single folds, whose attackers have not seen the people they are tested on) and `fresh`.
 */
import { measureGuesses } from '../../build/audit/figures/numberFigures.js';
import {
  auditSpec,
  contender,
  measured,
  numericAuditSpec,
  peopleWithRatings,
  readSparse,
  resamplesOf,
  runAudit,
  runLeakMatrix,
  runModelAudit,
  runNumericAudit,
  scoresAt,
  sparse,
  weightedAuc,
} from '../../build/audit/index.js';
import { workOnFold } from '../../build/audit/interviews/foldWork.js';
import { logitsAt } from '../../build/audit/interviews/outcomes.js';
import { workOnNumericFold } from '../../build/audit/numeric/numericFold.js';
import { rankingsOf } from '../../build/audit/statistics/aucStatistic.js';
import { evaluateDefences, studyQuestionnaire } from '../../build/defence/index.js';
import { derive, normalQuantile } from '../../build/maths/index.js';
import { attributeOf, holdOutRatings, numericAttributeOf } from '../../build/ratings/index.js';
import { loadKernels } from '../../build/runtime/index.js';
import { exactStrategyFor } from '../../build/selection/index.js';
import { drawPeople } from './worlds.mjs';

const FOLDS = 5;
const QUESTIONS = 5;
/** People in no world, for each world with a leak. */
const FRESH = 400;

const tools = { kernels: loadKernels(), source: 'coverage', finished: () => '' };

/** A world, and people of the same kind for the truth: first those who are learned from, then those who are judged. */
function drawn(cell, seed) {
  const learners = Math.round((cell.people * (FOLDS - 1)) / FOLDS);
  return {
    world: drawPeople(cell, cell.people, seed, `world ${cell.name}`),
    others: (draw = 1) => drawPeople(cell, learners + FRESH, seed, `truth ${cell.name} ${draw}`),
    members: {
      trainers: Uint32Array.from({ length: learners }, (_, person) => person),
      people: Uint32Array.from({ length: FRESH }, (_, person) => learners + person),
    },
  };
}

const common = { folds: FOLDS, resamples: 500, maxQuestions: QUESTIONS };

/** One exact strategy, and attackers on whole histories. */
async function audit(cell, seed) {
  const { world, others, members } = drawn(cell, seed);
  const groups = cell.shares.length;
  const spec = auditSpec({
    ...common,
    attribute: 'group',
    contenders: [contender(exactStrategyFor(groups))],
    headlineQuestions: QUESTIONS,
    ratingErrorEvery: QUESTIONS,
    heldOut: 0,
    compareAt: [],
    fullHistory: cell.attackers,
    shuffled: [],
    seed,
  });
  const { findings, verdict } = await runAudit(world, spec, tools);
  const fresh = cell.leak === 0 ? undefined : await freshAucs(others(), members, spec);
  const figures = boundedIn(findings).map(({ attacker, group, auc, aucByFold: byFold }) => {
    const name = group === undefined ? attacker : `${attacker} ${group}`;
    const found = figure(name, auc, auc.bounds, { byFold, fresh: fresh?.get(name) });
    return group === undefined ? found : { ...found, chosen: true };
  });
  return { figures, verdict };
}

/** Everything that has bounds, with real labels. */
const boundedIn = (findings) => findings.filter(({ auc, variant }) => variant === 'real' && auc?.bounds !== undefined);

function figure(name, { value, low, high }, bounds, known = {}) {
  return { name, value, low, high, least: bounds?.low, most: bounds?.high, ...known };
}

/** Of the mean over groups, and of each group. */
async function freshAucs(dataset, members, spec) {
  const { kept, heldOut } = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed);
  const { coordinates } = readSparse(sparse(dataset.ratings.byUser, dataset.ratings.items), spec.seed);
  const plan = { contenders: spec.contenders, classifiers: spec.fullHistory, predicts: false };
  const { scores } = await workOnFold({ dataset, kept, heldOut, ...members, coordinates }, spec, plan, tools);
  const { values, labels } = attributeOf(dataset, 'group');
  const types = members.people.map((person) => values[person]);
  const everyone = Uint32Array.from(types.keys());
  const [{ id }] = spec.contenders;
  const asked = scoresAt(scores, { exposure: 'questions', attacker: id });
  const logitOf = logitsAt(asked, QUESTIONS, QUESTIONS, labels.length);
  const longEnough = everyone.filter((person) => asked.lengths[person] >= QUESTIONS);
  const found = new Map();
  const note = (name, people, scoreOf) => {
    const ones = new Uint8Array(types.length).fill(1);
    const aucs = rankingsOf(people, scoreOf, types, labels.length).map((ranking) => weightedAuc(ranking, ones));
    found.set(name, mean(aucs));
    if (labels.length > 2) for (const [type, auc] of aucs.entries()) found.set(`${name} ${labels[type]}`, auc);
  };
  note(id, longEnough, logitOf);
  for (const name of spec.fullHistory) {
    const { logits } = scoresAt(scores, { exposure: 'history', attacker: name });
    note(name, everyone, (person, type) => logits[person * labels.length + type]);
  }
  return found;
}

async function number(cell, seed) {
  const { world, others, members } = drawn(cell, seed);
  const strategies = ['varianceReduction', 'random'];
  const own = { attribute: 'age', strategies, bands: 0, compareAt: [], shuffled: false };
  const spec = numericAuditSpec({ ...common, ...own, seed });
  const { findings, verdict } = await runNumericAudit(world, spec, tools);
  // The R2 of a single training set varies more than that of five folds together.
  const draws = [];
  for (let draw = 1; draw <= 4; draw++) draws.push(await freshR2s(others(draw), members, spec));
  const fresh = new Map([...draws[0].keys()].map((name) => [name, mean(draws.map((own) => own.get(name)))]));
  const wanted = findings.filter(({ exposure, cohort, length }) => {
    return exposure === 'histories' || (cohort === 'survivors' && length === QUESTIONS);
  });
  return {
    figures: wanted.map(({ attacker, r2 }) => figure(attacker, r2, undefined, { fresh: fresh.get(attacker) })),
    verdict,
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function freshR2s(dataset, members, spec) {
  const methods = ['filter', 'ridgeOnRatings', 'ridgeOnPresence'];
  const plan = { strategies: spec.strategies, methods, cuts: [] };
  const { scores, facts } = await workOnNumericFold(dataset, members, spec, plan, tools);
  const { values } = numericAttributeOf(dataset, 'age');
  const truth = Float64Array.from(members.people, (person) => values[person]);
  const people = Uint32Array.from(truth.keys());
  const blindMeans = truth.map(() => facts.mean);
  const ones = new Uint8Array(truth.length).fill(1);
  const r2Of = (guess) =>
    measureGuesses({ truth, bounded: truth, blindMeans, blindMedians: blindMeans, people, guess }, ones).r2;
  const meansOf = (exposure, attacker) => scoresAt(scores, { exposure, attacker }).means;
  return new Map([
    ...spec.strategies.map((name) => {
      const means = meansOf('questions', name);
      return [name, r2Of((person) => means[person * (QUESTIONS + 1) + QUESTIONS])];
    }),
    ...methods.map((name) => {
      const means = meansOf('history', name);
      return [name, r2Of((person) => means[person])];
    }),
  ]);
}

/** Two attributes; every way of asking. */
async function leakMatrix(cell, seed) {
  const { world } = drawn(cell, seed);
  const spec = {
    ...common,
    attributes: ['group', 'other'],
    compareAt: [QUESTIONS],
    baselines: ['random'],
    shuffled: false,
  };
  const { findings, verdict } = await runLeakMatrix(world, { ...spec, seed }, tools);
  return { figures: figuresOf(findings, ({ attacker, target }) => `${attacker} ${target}`), verdict };
}

/** Of everybody, with bounds. */
const figuresOf = (findings, nameOf) =>
  boundedIn(findings)
    .filter(({ group }) => group === undefined)
    .map((one) => figure(nameOf(one), one.auc, one.auc.bounds, { byFold: one.aucByFold }));

const { maxQuestions: _, ...whole } = common;

/** The ratings as a surface of a recommender. */
async function surface(cell, seed) {
  const { world } = drawn(cell, seed);
  const input = { people: peopleWithRatings(world, 'group'), surfaces: [{ kind: 'ratings' }] };
  const spec = { ...whole, attribute: 'group', attackers: ['logistic', 'boosted', 'stack'], controls: 1, seed };
  const { findings, verdict } = await runModelAudit(input, spec, tools);
  return { figures: figuresOf(findings, ({ attacker }) => attacker), verdict };
}

/** Without a defence, and behind one that withholds. */
async function defence(cell, seed) {
  const { world } = drawn(cell, seed);
  const defences = [{ name: 'withhold', strengths: [0.3] }];
  const spec = { ...whole, attribute: 'group', attackers: ['factor', 'logistic'], defences, seed };
  const { findings, verdict } = await evaluateDefences(world, spec, tools);
  const nameOf = ({ defence, attacker, situation }) =>
    `${defence === undefined ? '' : 'defended '}${attacker} ${situation}`;
  return { figures: figuresOf(findings, nameOf), verdict };
}

/** A list of items, checked. */
async function questionnaire(cell, seed) {
  const { world } = drawn(cell, seed);
  const list = Array.from({ length: 8 }, (_, item) => world.items.id(2 * item));
  const spec = {
    ...whole,
    task: 'check',
    list,
    attributes: ['group'],
    agendaSamples: 0,
    control: false,
    budgets: [],
    seed,
  };
  const { subject, findings } = await studyQuestionnaire(world, spec, tools);
  const own = findings.filter(({ exposure }) => exposure === `list ${subject.id}`);
  return { figures: figuresOf(own, ({ attacker }) => attacker), verdict: subject.verdict };
}

/** Scores of two normal groups, as far apart as this AUC says: without folds, and so without the cost of attackers. */
function scores({ auc, sizes: [first, second], name }, seed) {
  const distance = Math.SQRT2 * normalQuantile(auc);
  const stream = derive(seed, `coverage ${name}`);
  const types = Uint8Array.from({ length: first + second }, (_, person) => (person < first ? 1 : 0));
  const own = Float64Array.from(types, (type) => distance * type + stream.normal());
  const logitOf = (person, type) => (type === 1 ? own[person] : -own[person]);
  const drawn = { resamples: resamplesOf(types.length, seed, common.resamples), level: 0.95 };
  const people = Uint32Array.from(types.keys());
  const found = measured([{ types, logitOf }], { labels: ['a', 'b'], people, ...drawn });
  return { figures: [figure('scores', found.auc, undefined, { fresh: auc })] };
}

export const measurements = { audit, number, leakMatrix, surface, defence, questionnaire, scores };
