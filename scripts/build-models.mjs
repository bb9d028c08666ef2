/**
 * Makes the models that ship with the page: `node scripts/build-models.mjs <data folder> [collection] [--output folder]`,
 * after `npm run build`. With a collection it makes that one again and leaves the others as they are. They go to models/,
 * or to the folder of --output. How the models of statements are made: models/personality.mjs.
 *
 * The survey is FiveThirtyEight's Food World Cup (CC BY 4.0): people rate 40 national cuisines from 1 to 5, or say that
 * they are not familiar with one. A model holds what is true of cuisines (profiles, type biases, how many rated them) and
 * nothing about single people. Each attribute is audited first, so that the page can say how well the guessing works.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditSpec, calibrate, runAudit } from '../build/audit/index.js';
import { openDataset } from '../build/datasets/index.js';
import { channelDefaults, createModel, trainChannels, trained } from '../build/factorization/index.js';
import { loadKernels, openThreadPool, saveModel } from '../build/runtime/index.js';
import { about as aboutPersonality, buildPersonality } from './models/personality.mjs';

const QUESTIONS = 10;
const SURVEY_CREDIT =
  'Trained on FiveThirtyEight’s Food World Cup survey (2014), CC BY 4.0: https://github.com/fivethirtyeight/data/tree/master/food-world-cup';
const INVENTED = 'Invented people and films; no real person’s ratings.';

const survey = (folder, attribute) => ({
  kind: 'wide',
  path: join(folder, 'food-world-cup', 'food-world-cup-data.csv'),
  items: { pattern: '^Please rate' },
  encoding: 'latin-1',
  attributes: [attribute],
  minPerUser: 5,
});

const REGIONS = [
  'Northeast=New England|Middle Atlantic',
  'Midwest=East North Central|West North Central',
  'South=South Atlantic|East South Central|West South Central',
  'West=Mountain|Pacific',
].join('; ');

const planned = (folder) => [
  { id: 'food-gender', collection: 'food', attribute: 'gender', source: survey(folder, 'Gender') },
  { id: 'food-age', collection: 'food', attribute: 'age group', source: survey(folder, 'Age') },
  {
    id: 'food-region',
    collection: 'food',
    attribute: 'region of the United States',
    source: survey(folder, `Location (Census Region):{${REGIONS}}`),
  },
  { id: 'demo-chronotype', collection: 'demo', attribute: 'chronotype', source: { kind: 'world', name: 'demo' } },
];

const about = {
  food: {
    title: 'National cuisines',
    about:
      'About 1,200 people in the United States rated the cuisines of 40 countries in 2014, or said that they do not know them.',
    attribution: SURVEY_CREDIT,
  },
  demo: {
    title: 'Invented films',
    about:
      'A world made by a computer, with a leak that was put there: early birds and night owls like different films.',
    attribution: INVENTED,
  },
  personality: aboutPersonality,
};

async function build({ id, collection, attribute: name, source }, tools) {
  const { dataset } = await openDataset(source);
  const [attribute] = dataset.attributes.keys();
  const labels = dataset.attributes.get(attribute).labels;
  const channels = { ...channelDefaults, dimension: collection === 'food' ? 4 : 6 };
  const contender = {
    id: 'aimed',
    label: 'aimed',
    strategy: labels.length === 2 ? 'separation' : 'pairwise',
    classifier: 'factor',
    model: 'channels',
    calibrated: true,
  };
  const spec = auditSpec({
    attribute,
    protocol: 'open',
    folds: 10,
    maxQuestions: 2 * QUESTIONS,
    compareAt: [QUESTIONS],
    prior: 'training',
    fullHistory: [],
    shuffled: [],
    channels,
    contenders: [contender],
  });
  const records = await runAudit(dataset, spec, { ...tools, source: id, finished: () => '' });
  const { auc } = records.findings.find(
    ({ cohort, variant, length }) => cohort === 'survivors' && variant === 'real' && length === QUESTIONS,
  );
  const model = trained(await trainChannels(dataset, attribute, channels, tools));
  const calibration = (await calibrate([contender], dataset, spec, tools)).get(contender.id);
  const file = `${id}.safetensors`;
  await saveModel(join(FOLDER, file), createModel({ ...model, attribute: name, calibration }));
  const rounded = (value) => Number(value.toFixed(3));
  const measured = { questions: QUESTIONS, auc: rounded(auc.value), low: rounded(auc.low), high: rounded(auc.high) };
  console.log(`${id}: ${labels.join(', ')}; ${dataset.users.size} people, ${dataset.items.size} items`, measured);
  return { id, file, collection, attribute: name, measured };
}

const {
  values: { output: FOLDER },
  positionals: [data, only],
} = parseArgs({
  options: { output: { type: 'string', default: fileURLToPath(new URL('../models/', import.meta.url)) } },
  allowPositionals: true,
});
if (data === undefined) {
  console.error(
    'usage: node scripts/build-models.mjs <folder that holds food-world-cup/ and personality/> [personality, food or demo] [--output folder]',
  );
  process.exit(2);
}
await mkdir(FOLDER, { recursive: true });
const pool = openThreadPool();
try {
  const tools = { kernels: loadKernels('shared', console.warn), executor: pool };
  const index = join(FOLDER, 'index.json');
  const before = only === undefined || !existsSync(index) ? [] : JSON.parse(await readFile(index, 'utf8')).models;
  const models = [];
  for (const collection of Object.keys(about)) {
    if (only !== undefined && only !== collection)
      models.push(...before.filter((one) => one.collection === collection));
    else if (collection === 'personality') models.push(...(await buildPersonality(data, FOLDER, tools)));
    else for (const plan of planned(data)) if (plan.collection === collection) models.push(await build(plan, tools));
  }
  await writeFile(index, `${JSON.stringify({ collections: about, models }, null, 2)}\n`);
} finally {
  await pool.close();
}
