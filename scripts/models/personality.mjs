/**
 * The models of the page's first interview: ten statements about oneself ("I am a worrier", rated from 1 to 6), and four
 * attributes at the end. One model per attribute; all of them hear the same answers.
 *
 * With two groups and one row per statement the questions that tell most do not depend on the answers (see
 * src/selection/strategies/separation.ts), so one list serves everybody. It is chosen greedily: each statement raises
 * the sum of the AUC that the models imply for themselves most,
 *
 *     sum over attributes of Phi(D / sqrt(2)),     D the separation of the two groups by the list.          [eq:list]
 *
 * Everything is measured on people whom neither the models nor the choice of the list have seen: in each fold the models
 * are trained, the list is chosen, and the people left out are asked. The broken lines that make the beliefs as sure as
 * they are right are fitted to all folds but the one they are judged on.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aucEstimate, foldDependence, impliedAuc, rank, resamplesOf, weightedAuc } from '../../build/audit/index.js';
import { openDataset } from '../../build/datasets/index.js';
import { createModel, parametersFrom, train, trained } from '../../build/factorization/index.js';
import { calibrated, fitCalibration, observe, startBelief } from '../../build/inference/index.js';
import { derive, normalQuantile, softmax } from '../../build/maths/index.js';
import { createVocabulary, itemIndex, stratifiedFolds, subsetUsers } from '../../build/ratings/index.js';
import { saveModel } from '../../build/runtime/index.js';

const QUESTIONS = 10;
const FOLDS = 10;
const SEED = 1;
const RESAMPLES = 1000;
const LEVEL = 0.95;
/** The stated log odds are a broken line of what the answers say (src/inference/belief/bends.ts). */
const BENDS = 5;
/** After this many answers the page says what it thinks. */
const SHOWN_AFTER = [5, QUESTIONS];
const PARAMETERS = parametersFrom('als', { dimension: 12, seed: SEED });

/** Not harmless to be asked by a stranger: religion, politics, despair. */
const LEFT_OUT = /religio|vote for|national anthem|tough on crime|strictly enforced|worthlessness|Dislike myself/;

export const about = {
  title: 'Statements about yourself',
  about: 'About 4,000 people said how well 135 statements describe them, such as “I am a worrier”.',
  attribution:
    'Trained on a sample of the SAPA Personality Inventory (Condon 2017, sapa-project.org; data set “spi” of the R package psychTools). The statements come from the International Personality Item Pool and are in the public domain: https://ipip.ori.org',
};

const planned = [
  { id: 'personality-sex', attribute: 'sex', column: 'sex' },
  { id: 'personality-age', attribute: 'age', column: 'age>=30{below 30; 30 or older}' },
  { id: 'personality-education', attribute: 'education', column: 'education>=6{no college degree; a college degree}' },
  { id: 'personality-smoking', attribute: 'smoking', column: 'smoke>=2{never smoked; has smoked}' },
];

/** "Dont like crowded events." to "I don’t like crowded events": as the page shows it. */
function sentence(statement) {
  const words = statement
    .replace(/\bDont\b/, 'don’t')
    .replace(/\bdont\b/, 'don’t')
    .replace('cant', 'can’t')
    .replace('others feelings', 'others’ feelings')
    .replace('most peoples', 'most people’s')
    .replace(/\.$/, '');
  return `I ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

const itemsOf = (model) => Array.from({ length: model.items.size }, (_, item) => itemIndex(item));

/** The statements that serve the models most, the best first. */
function chosenList(models) {
  const open = new Set(itemsOf(models[0]).filter((item) => !LEFT_OUT.test(models[0].items.id(item))));
  const worth = (list) => models.reduce((sum, model) => sum + impliedAuc(model, list), 0);
  const list = [];
  while (list.length < QUESTIONS) {
    let [best, most] = [undefined, Number.NEGATIVE_INFINITY];
    for (const item of open) {
      const value = worth([...list, item]);
      if (value > most) [best, most] = [item, value];
    }
    open.delete(best);
    list.push(best);
  }
  return list;
}

/** What one model believes of somebody after each answer: log weights of both groups. */
function beliefsOf(model, list, ratingOf) {
  let belief = startBelief(model);
  return list.map((item) => {
    belief = belief.afterAll(observe(model, item, ratingOf(item)));
    return belief.logWeights;
  });
}

/** What was believed of everybody by models that had not seen them, for each kind of list. */
async function crossInterviews(dataset, names, tools, split = SEED) {
  const { byUser } = dataset.ratings;
  const people = dataset.users.size;
  const folds = stratifiedFolds(dataset.attributes.get(names[0]), FOLDS, derive(split, 'personality-folds'));
  const everybody = Array.from({ length: people }, (_, person) => person);
  const heard = { aimed: names.map(() => []), own: names.map(() => []), random: names.map(() => []) };
  const priors = names.map(() => []);
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = subsetUsers(
      dataset,
      everybody.filter((person) => folds[person] !== fold),
    );
    const models = [];
    for (const name of names) models.push(trained(await train(others, name, PARAMETERS, tools)));
    const list = chosenList(models);
    const own = models.map((model) => chosenList([model]));
    for (const person of everybody.filter((one) => folds[one] === fold)) {
      const rated = new Map();
      for (let at = byUser.starts[person]; at < byUser.starts[person + 1]; at++)
        rated.set(byUser.indices[at], byUser.values[at]);
      const ratingOf = (item) => rated.get(item);
      const random = derive(SEED, 'personality-random', person).shuffle(itemsOf(models[0])).slice(0, QUESTIONS);
      for (const [at, model] of models.entries()) {
        priors[at][person] = model.typePriors;
        heard.aimed[at][person] = beliefsOf(model, list, ratingOf);
        heard.own[at][person] = beliefsOf(model, own[at], ratingOf);
        heard.random[at][person] = beliefsOf(model, random, ratingOf);
      }
    }
  }
  return { folds, heard, priors };
}

const rounded = (value, digits = 3) => Number(value.toFixed(digits));

/** Slopes and offsets after each number of answers, from these people. */
function calibrationOf(heard, types, people, prior) {
  const samples = Array.from({ length: QUESTIONS }, (_, at) => ({
    questions: at + 1,
    logWeights: people.flatMap((person) => Array.from(heard[person][at])),
    types: people.map((person) => types[person]),
  }));
  return fitCalibration(samples, prior, { bends: BENDS });
}

/** The share of the second group, as the page would state it: calibrated by the chosen statements on the other folds. */
function statedShares(heard, types, known, folds, priors, questions, fittedTo, wanted = known) {
  const shares = new Float64Array(types.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const tested = wanted.filter((person) => folds[person] === fold);
    const others = known.filter((person) => folds[person] !== fold);
    const prior = priors[tested[0]];
    const calibration = calibrationOf(fittedTo, types, others, prior);
    for (const person of tested) {
      shares[person] = softmax(calibrated(calibration, heard[person][questions - 1], prior, questions))[1];
    }
  }
  return shares;
}

export function wilson(right, people) {
  const z = normalQuantile((1 + LEVEL) / 2);
  const share = right / people;
  const middle = (share + z ** 2 / (2 * people)) / (1 + z ** 2 / people);
  const reach = (z / (1 + z ** 2 / people)) * Math.sqrt((share * (1 - share)) / people + z ** 2 / (4 * people ** 2));
  return { value: rounded(share), low: rounded(middle - reach), high: rounded(middle + reach) };
}

function figuresOf(shares, types, known, resamples) {
  const people = Uint32Array.from(known);
  const ranking = rank(
    people,
    (person) => shares[person],
    (person) => types[person] === 1,
  );
  const value = weightedAuc(ranking, new Uint8Array(types.length).fill(1));
  const factor = foldDependence(value);
  const replicates = resamples.map((weights) => value + factor * (weightedAuc(ranking, weights) - value));
  const auc = aucEstimate(value, replicates, LEVEL);
  const isRight = (person) => (shares[person] >= 0.5 ? 1 : 0) === types[person];
  return {
    auc: { value: rounded(auc.value), low: rounded(auc.low), high: rounded(auc.high) },
    right: wilson(known.filter(isRight).length, known.length),
    sure: binsOf(shares, known, isRight),
  };
}

/** People by how sure the attacker is of them, in steps of ten points: how sure on average, and how many it is right about. */
function binsOf(shares, known, isRight) {
  return binned(known, (person) => Math.max(shares[person], 1 - shares[person]), isRight);
}

function binned(known, sureOf, isRight, edges = [0.5, 0.6, 0.7, 0.8, 0.9]) {
  return edges.flatMap((from, at) => {
    const inside = known.filter((person) => sureOf(person) >= from && sureOf(person) < (edges[at + 1] ?? 2));
    if (inside.length === 0) return [];
    const stated = inside.reduce((sum, person) => sum + sureOf(person), 0) / inside.length;
    return [
      {
        from,
        people: inside.length,
        stated: rounded(stated),
        right: rounded(inside.filter(isRight).length / inside.length),
      },
    ];
  });
}

/** A guess is shown as one from here on (src/web/envelope/lazy/surest.ts). */
const CLEARLY = 0.05;
/** People to whom it reveals a guess, in three large groups by how sure it is. */
const REVEALED = [0.5, 0.75, 0.85];

/**
 * The one guess that the page reveals: of the four attributes, the one whose guess is furthest above a blind guess, where
 * it is far enough above. `stated` holds the shares of the second group by attribute; people of whom the attribute is not
 * known do not count.
 */
function revealedOf(stated, attributes, priors) {
  const shown = [];
  const people = stated[0].length;
  for (let person = 0; person < people; person++) {
    const sures = stated.map((shares) => Math.max(shares[person], 1 - shares[person]));
    const blind = priors.map((ofPerson) => Math.max(...ofPerson[person]));
    const above = sures.map((sure, at) => sure - blind[at]);
    const at = above.indexOf(Math.max(...above));
    const type = attributes[at].values[person];
    if (above[at] < CLEARLY || type < 0) continue;
    const guess = stated[at][person] >= 0.5 ? 1 : 0;
    shown.push({ sure: sures[at], blind: blind[at], right: guess === type });
  }
  const isRight = ({ right }) => right;
  return {
    people: shown.length,
    of: people,
    blind: rounded(shown.reduce((sum, { blind }) => sum + blind, 0) / shown.length),
    right: wilson(shown.filter(isRight).length, shown.length),
    sure: binned(shown, ({ sure }) => sure, isRight, REVEALED),
  };
}

/** What the page would state about everybody, by attribute, whether the attribute is known or not. */
function statedForAll(heard, dataset, names, folds, priors, questions) {
  return names.map((name, at) => {
    const { values: types } = dataset.attributes.get(name);
    const known = Array.from(types.keys()).filter((person) => types[person] >= 0);
    return statedShares(heard.aimed[at], types, known, folds, priors[at], questions, heard.aimed[at], everyone(types));
  });
}

const everyone = (types) => Array.from(types.keys());

function revealedAfter(heard, dataset, names, folds, priors) {
  const attributes = names.map((name) => dataset.attributes.get(name));
  return SHOWN_AFTER.map((questions) => ({
    questions,
    ...revealedOf(statedForAll(heard, dataset, names, folds, priors, questions), attributes, priors),
  }));
}

async function openSurvey(data) {
  const { dataset } = await openDataset({
    kind: 'wide',
    path: join(data, 'personality', 'personality.csv'),
    items: { pattern: '\\.$' },
    attributes: planned.map(({ column }) => column),
  });
  return { dataset, names: [...dataset.attributes.keys()] };
}

/** How sure and how right, with the people parted into other folds: what of it is luck of one split. */
export async function surenessOnSplit(data, split, tools) {
  const { dataset, names } = await openSurvey(data);
  const { folds, heard, priors } = await crossInterviews(dataset, names, tools, split);
  const attributes = planned.map(({ attribute }, at) => {
    const { values: types } = dataset.attributes.get(names[at]);
    const known = Array.from(types.keys()).filter((person) => types[person] >= 0);
    const after = SHOWN_AFTER.map((questions) => {
      const shares = statedShares(heard.aimed[at], types, known, folds, priors[at], questions, heard.aimed[at]);
      return { questions, sure: binsOf(shares, known, (person) => (shares[person] >= 0.5 ? 1 : 0) === types[person]) };
    });
    return { attribute, after };
  });
  return { attributes, revealed: revealedAfter(heard, dataset, names, folds, priors) };
}

export async function buildPersonality(data, folder, tools) {
  const { dataset, names } = await openSurvey(data);
  const ids = itemsOf(dataset);
  const { folds, heard, priors } = await crossInterviews(dataset, names, tools);
  const models = [];
  for (const name of names) models.push(trained(await train(dataset, name, PARAMETERS, tools)));
  const list = chosenList(models);
  const titles = ids.map((item) => sentence(dataset.items.id(item)));
  const statementsOf = (items) => items.map((item) => ({ id: dataset.items.id(item), title: titles[item] }));
  const resamples = resamplesOf(dataset.users.size, SEED, RESAMPLES);
  const entries = [];
  const attributes = [];
  for (const [at, { id, attribute }] of planned.entries()) {
    const { values: types, labels } = dataset.attributes.get(names[at]);
    const known = Array.from(types.keys()).filter((person) => types[person] >= 0);
    const measure = (kind, questions) =>
      figuresOf(
        statedShares(heard[kind][at], types, known, folds, priors[at], questions, heard.aimed[at]),
        types,
        known,
        resamples,
      );
    const after = SHOWN_AFTER.map((questions) => ({ questions, ...measure('aimed', questions) }));
    const last = after.at(-1);
    const counts = labels.map((_, type) => known.filter((person) => types[person] === type).length);
    const random = measure('random', QUESTIONS);
    const { sure: _, ...own } = { ...measure('own', QUESTIONS), statements: statementsOf(chosenList([models[at]])) };
    const calibration = {
      ...calibrationOf(heard.aimed[at], types, known, models[at].typePriors),
      fittedFor: { strategy: 'fixed-list', ridge: 'model', protocol: 'rated', people: known.length },
    };
    const file = `${id}.safetensors`;
    const model = createModel({
      ...models[at],
      attribute,
      items: createVocabulary(
        ids.map((item) => dataset.items.id(item)),
        titles,
      ),
      calibration,
    });
    await saveModel(join(folder, file), model);
    entries.push({
      id,
      file,
      collection: 'personality',
      attribute,
      measured: { questions: QUESTIONS, auc: last.auc.value, low: last.auc.low, high: last.auc.high },
    });
    attributes.push({
      id,
      attribute,
      labels,
      people: known.length,
      shares: counts.map((count) => rounded(count / known.length)),
      after,
      random,
      own,
    });
    console.log(`${id}: ${labels.join(', ')}; ${known.length} people`);
    for (const [name, { auc, right }] of [
      ['chosen for all', last],
      ['random', random],
      ['chosen for it', own],
    ])
      console.log(`  ${name}: AUC`, auc, 'right', right);
    for (const { from, people, stated, right } of [...after, random].flatMap(({ sure }) => sure))
      console.log(`  from ${from}: ${people} people, stated ${stated}, right ${right}`);
  }
  const statements = statementsOf(list);
  console.log(statements.map(({ title }) => title).join('\n'));
  const hash = createHash('sha256')
    .update(await readFile(join(data, 'personality', 'personality.csv')))
    .digest('hex');
  const settings = { ...PARAMETERS, folds: FOLDS, resamples: RESAMPLES, level: LEVEL };
  const facts = {
    source: { sha256: hash, people: dataset.users.size, statements: ids.length },
    settings,
    statements,
    attributes,
    revealed: revealedAfter(heard, dataset, names, folds, priors),
  };
  await writeFile(join(folder, 'personality.json'), `${JSON.stringify(facts, undefined, 2)}\n`);
  return entries;
}
