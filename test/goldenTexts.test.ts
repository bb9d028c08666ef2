/**
 * What every kind of measurement says, as texts: records, curves, the words of the report, and what the command line
 * prints, each of a small invented world. Whoever changes the inside of the lab sees here whether anything moved outside.
 *
 * Where a change is meant: `npx vitest run test/goldenTexts.test.ts -u`, read what git shows, and explain each change in
 * the message of the commit. Where no change is meant there is nothing to accept.
 *
 * Records and curves have twelve digits, because machines differ in the last ones; long arrays of numbers are told by
 * their length, both ends and sum. Of charts there is a fingerprint of what they are drawn from.
 */
import { Command } from 'commander';
import { expect, it } from 'vitest';
import {
  contender,
  contenderNamed,
  leakMatrixDefaults,
  peopleWithRatings,
  plantedLeak,
  plantedNumber,
  runAudit,
  runLeakMatrix,
  runModelAudit,
  runNumericAudit,
  tune,
} from '../src/audit/index.ts';
import { publishRecords } from '../src/cli/shared/longRun.ts';
import { addTune } from '../src/cli/train/tune.ts';
import { defenceBefore, evaluateDefences, type StudySpec, studyQuestionnaire } from '../src/defence/index.ts';
import { channelDefaults, numericDefaults, parametersFrom } from '../src/factorization/index.ts';
import { itemIndex } from '../src/ratings/index.ts';
import type { AnyRecords } from '../src/report/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { createNumericWorld, createWorld, type WorldSpec } from '../src/worlds/index.ts';
import { asNamed, jsonText, printedBy, reportTexts } from './support/goldenTexts.ts';
import { jointWorld } from './support/jointWorld.ts';

const tools = { kernels: loadKernels(), source: 'a world', finished: () => '2026-01-01T00:00:00.000Z' };
// With the usual ridge the tastes of so few people would be zero, and every strategy would ask the same.
const profileRidge = 1;
const training = parametersFrom('als', { dimension: 2, iterations: 6, profileRidge });
const channels = { ...channelDefaults, dimension: 2 };
const small = {
  users: 120,
  items: 30,
  ratingsPerUser: 14,
  minimumPerUser: 8,
  dimension: 2,
  leak: 0.2,
  profileScales: { user: 1, item: 0.6 },
};
const SEED = 4;
const dataset = (more: Partial<WorldSpec> = {}) => createWorld({ ...small, ...more }, SEED).dataset;

async function compare(kind: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await expect.soft(text, `${kind}.${name}`).toMatchFileSnapshot(`goldens/${kind}.${name}`);
  }
}

/** Everything about records, as their command would leave it behind. */
async function compareRecords<Records extends AnyRecords>(
  kind: string,
  records: Records,
  ...attributes: readonly string[]
): Promise<void> {
  const named = asNamed(records, ...attributes);
  const printed = await printedBy(() => publishRecords(named, {}));
  await compare(kind, { ...reportTexts(named), 'summary.txt': printed });
}

it('an audit of two groups', async () => {
  const records = await runAudit(
    dataset(),
    {
      attribute: 'type',
      folds: 3,
      training,
      contenders: [contender('separation'), contender('maxGap'), contender('random')],
      maxQuestions: 5,
      headlineQuestions: 5,
      heldOut: 3,
      ratingErrorEvery: 5,
      compareAt: [1, 5],
      openLists: ['forwardLogistic'],
      sources: ['seen', 'rating', 'item', 'style', 'pairs'],
      fullHistory: ['factor', 'logistic', 'boosted', 'stack', 'multinomial'],
      controls: 2,
      permutations: 200,
      resamples: 60,
    },
    {
      ...tools,
      planted: () => plantedLeak(small, SEED, { questions: 5, people: 200, resamples: 60, level: 0.95 }, tools),
    },
  );
  await compareRecords('audit', records, 'type');
});

it('an audit of three groups with open questions', async () => {
  const types = [
    { label: 'A', share: 0.4 },
    { label: 'B', share: 0.3 },
    { label: 'C', share: 0.3 },
  ];
  const records = await runAudit(
    dataset({ users: 150, types }),
    {
      attribute: 'type',
      protocol: 'open',
      folds: 2,
      training,
      channels,
      channelHistory: { dimension: 4, ridge: 10 },
      contenders: ['channels:envelope', 'envelope', 'forwardLogistic'].map(contenderNamed),
      maxQuestions: 4,
      headlineQuestions: 4,
      heldOut: 3,
      ratingErrorEvery: 4,
      compareAt: [1, 4],
      fullHistory: ['factor', 'channels', 'multinomial'],
      controls: 1,
      permutations: 200,
      resamples: 60,
    },
    tools,
  );
  await compareRecords('audit-open', records, 'type');
});

it('an audit of a number', async () => {
  const world = createNumericWorld(small, SEED);
  const planted = { questions: 5, people: 200, resamples: 60, level: 0.95, coverage: 0.9 };
  const records = await runNumericAudit(
    world.dataset,
    {
      attribute: [...world.dataset.attributes.keys()][0]!,
      unit: 'years',
      folds: 3,
      training: { ...numericDefaults, dimension: 2, iterations: 6, profileRidge },
      strategies: ['varianceReduction', 'random'],
      maxQuestions: 5,
      compareAt: [1, 5],
      bands: 3,
      permutations: 200,
      resamples: 60,
    },
    { ...tools, planted: () => plantedNumber(small, SEED, planted) },
  );
  await compareRecords('number', records, 'age');
});

it('a leak matrix', async () => {
  const attributes = ['gender', 'age'];
  const records = await runLeakMatrix(
    jointWorld({ users: 140, items: 30, seed: SEED, association: 0.3 }),
    {
      attributes,
      maxQuestions: 3,
      compareAt: [1, 3],
      training: { ...leakMatrixDefaults.training, dimension: 2 },
      folds: 2,
      resamples: 60,
    },
    tools,
  );
  await compareRecords('leak-matrix', records, ...attributes);
});

/** Where the items that people see tell as much as their ratings. */
const seenWorld = jointWorld({ users: 130, items: 30, seed: SEED, leak: 0.5 });

it('an audit of a recommender, before and after a defence', async () => {
  const recommender = 'implicitFactors';
  const records = await runModelAudit(
    {
      people: peopleWithRatings(seenWorld, 'gender'),
      surfaces: [{ kind: 'ratings' }, { kind: 'userVectors', recommender }, { kind: 'lists', recommender }],
      afterDefence: defenceBefore({ name: 'withhold', attribute: 'gender', strength: 0.3 }),
    },
    {
      attribute: 'gender',
      tops: [1, 3, 5],
      headlineTop: 5,
      anchors: ['popularity'],
      heldOut: 3,
      folds: 2,
      controls: 1,
      resamples: 60,
    },
    tools,
  );
  await compareRecords('model', records, 'gender');
});

it('defences', async () => {
  const records = await evaluateDefences(
    seenWorld,
    {
      attribute: 'gender',
      folds: 2,
      training,
      defences: [
        { name: 'blinding', strengths: [1] },
        { name: 'withhold', strengths: [0.5] },
        { name: 'equalChances', strengths: [1] },
      ],
      presence: { directions: 2, places: 3 },
      adoption: [0.5],
      heldOut: 3,
      resamples: 60,
    },
    tools,
  );
  await compareRecords('defend', records, 'gender');
});

const study = {
  attributes: ['type'],
  training,
  channels,
  budgets: [0.6],
  agendaSamples: 100,
  folds: 2,
  heldOut: 3,
  resamples: 60,
} satisfies Partial<StudySpec>;

it('the check of a questionnaire', async () => {
  const data = dataset();
  const list = [3, 8, 14, 21].map((item) => data.items.id(itemIndex(item)));
  const records = await studyQuestionnaire(data, { ...study, task: 'check', list, name: 'list.csv' }, tools);
  await compareRecords('questionnaire-check', records, 'type');
});

it('the design of a questionnaire', async () => {
  const records = await studyQuestionnaire(dataset(), { ...study, task: 'design', questions: 4, maxAuc: 0.65 }, tools);
  await compareRecords('questionnaire-design', records, 'type');
});

it('tuning', async () => {
  const grid = { training: { dimension: [2, 3], profileRidge: [0.3, 1] }, ridges: [1, 10] };
  const options = { folds: 2, seed: SEED, auditFold: { folds: 3, fold: 1 } };
  const found = await tune(dataset(), 'type', parametersFrom('als', { iterations: 6 }), grid, options, tools);
  const command = new Command();
  addTune(command);
  const world = 'world:demo,users=120,items=30,ratingsPerUser=20';
  const flags =
    '--preset als --iterations 6 --dimensions 2,3 --profile-ridges 0.3,1 --ridges 1,10 --folds 2 --audit-folds 3 --audit-fold 1';
  const words = ['tune', world, ...flags.split(' '), '--threads', '1'];
  const printed = await printedBy(() => command.parseAsync(words, { from: 'user' }));
  await compare('tune', { 'records.json': jsonText(found), 'summary.txt': printed });
});
