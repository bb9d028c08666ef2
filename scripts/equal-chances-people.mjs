/**
 * How the leak behind equal chances falls with the number of people behind the public model, and how it grows with the
 * number of people attackers learn from, on MovieLens 1M:
 *
 *   node scripts/equal-chances-people.mjs --folder data/ml-1m --attribute gender --attribute 'age>=35'
 *
 * In each of some splits the same people are tested throughout. The others are put in an order: public models are fitted to
 * the first of them, attackers learn from the last. Logistic regression simulates the defence: it learns from several copies
 * of the histories it knows. The stack learns once from people who use it. Prints Markdown: AUCs with 95% intervals over
 * tested people, the same without a defence, what is withheld and what EASE's ten recommendations lose, and the straight
 * line through the logarithm of the number of people, with what it would take if that line went on.
 */
import { parseArgs } from 'node:util';
import { aucOfScores } from '../build/audit/statistics/auc.js';
import { openDataset } from '../build/datasets/index.js';
import {
  fitGuard,
  fitPresence,
  itemDigests,
  protectHistory,
  secretDraws,
} from '../build/defence/equalChances/index.js';
import { ndcgOfList, topN, trainEase } from '../build/factorization/index.js';
import {
  historyAt,
  historyCoordinates,
  packRows,
  selectRows,
  stackAttack,
  trainFeatureLogistic,
} from '../build/inference/index.js';
import { derive } from '../build/maths/index.js';
import { attributeOf, filterByCounts, holdOutRatings, itemIndex } from '../build/ratings/index.js';
import { loadKernels } from '../build/runtime/index.js';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'ml-1m' },
    folder: { type: 'string' },
    attribute: { type: 'string', multiple: true, default: ['gender'] },
    people: { type: 'string', default: '500,1000,2000,4000' },
    learners: { type: 'string', default: '500,1000,2000,4000' },
    /** Whom attackers learn from where the public model varies, and the public model where they do. */
    fixed: { type: 'string', default: '1000' },
    tested: { type: 'string', default: '1000' },
    splits: { type: 'string', default: '2' },
    copies: { type: 'string', default: '3' },
    /** What the line is followed to, one per attribute. */
    bars: { type: 'string', default: '0.72,0.75' },
    seed: { type: 'string', default: '1' },
  },
});
const [FIXED, TESTED, SPLITS, COPIES, seed] = [
  options.fixed,
  options.tested,
  options.splits,
  options.copies,
  options.seed,
].map(Number);
const numbers = (list) => list.split(',').map(Number);
const DRAWS = 400;

const { dataset: read } = await openDataset({
  kind: 'known',
  name: options.name,
  folder: options.folder,
  attributes: options.attribute,
});
const { dataset } = filterByCounts(read, { minPerUser: 20, minPerItem: 20 });
const { users, items, byUser } = dataset.ratings;
const everything = { rows: users, columns: items, ...byUser };
const { kept, heldOut } = holdOutRatings(dataset, { most: 10, share: 0.2 }, seed);
const rowsOf = ({ byUser: own }) => ({ rows: users, columns: items, ...own });
const [fewer, aside] = [rowsOf(kept.ratings), rowsOf(heldOut)];
const digests = itemDigests(Array.from({ length: items }, (_, item) => dataset.items.id(itemIndex(item))));
const tools = { kernels: loadKernels() };
const everybody = Array.from({ length: users }, (_, person) => person);
console.log(
  `${users} people, ${items} items; ${TESTED} tested in each of ${SPLITS} splits; ${COPIES} simulated copies; seed ${seed}`,
);

// An expression becomes an attribute with a name of its own.
for (const [at, name] of [...dataset.attributes.keys()].entries()) await measure(name, numbers(options.bars)[at]);
console.error(`${(process.cpuUsage().user / 1e6).toFixed(0)} s of processor time`);

async function measure(name, bar) {
  const { values: groupOf, labels: groups } = attributeOf(dataset, name);
  const cells = [
    ...numbers(options.learners).map((learners) => ({ people: 0, learners })),
    ...numbers(options.people).map((people) => ({ people, learners: FIXED })),
    ...numbers(options.learners)
      .filter((learners) => learners !== FIXED)
      .map((learners) => ({ people: FIXED, learners })),
  ].filter(({ people, learners }) => people + learners <= users - TESTED);
  const found = cells.map((cell) => ({ ...cell, scores: { logistic: [], stack: [] }, withheld: [], ndcg: [] }));
  const truths = [];
  for (let split = 0; split < SPLITS; split++) {
    const order = derive(seed, 'equal-chances-people', split).shuffle([...everybody]);
    const [tested, others] = [order.slice(0, TESTED), order.slice(TESTED)];
    truths.push(tested.map((person) => groupOf[person]));
    const ease = await trainEase(selectRows(everything, others), {}, tools);
    const models = new Map();
    for (const cell of found) {
      const { people, learners } = cell;
      const known = others.slice(-learners);
      if (people > 0 && !models.has(people)) models.set(people, await modelOf(others.slice(0, people)));
      const model = models.get(people);
      const sent = model === undefined ? everything : sentBy(model, everything, everybody, 0);
      const labels = known.map((person) => groupOf[person]);
      const copies = Array.from({ length: model === undefined ? 1 : COPIES }, (_, copy) => {
        const rows = model === undefined ? selectRows(sent, known) : sentBy(model, everything, known, copy + 1);
        return trainFeatureLogistic(rows, labels, 2);
      });
      const odds = (classifier, person) => {
        const weights = classifier.logWeights(historyAt(sent, person));
        return weights[1] - weights[0];
      };
      cell.scores.logistic.push(
        tested.map((person) => copies.reduce((sum, one) => sum + odds(one, person) / copies.length, 0)),
      );
      if (learners === FIXED) {
        const coordinates = await historyCoordinates(sent, { seed }, tools);
        const problem = { histories: sent, coordinates, training: known, tested, labels, types: 2 };
        const { logWeights } = await stackAttack(problem, { seed }, tools);
        cell.scores.stack.push(tested.map((_, n) => logWeights[2 * n + 1] - logWeights[2 * n]));
      }
      const lists = model === undefined ? selectRows(fewer, tested) : sentBy(model, fewer, tested, 0);
      cell.ndcg.push(tested.map((person, n) => worthOf(ease, historyAt(lists, n), historyAt(aside, person))));
      const ratings = (rows) => tested.reduce((sum, person) => sum + historyAt(rows, person).indices.length, 0);
      cell.withheld.push(1 - ratings(sent) / ratings(everything));
      console.error(
        `${name}, split ${split}, model of ${people}, ${learners} learners: ${(process.cpuUsage().user / 1e6).toFixed(0)} s`,
      );
    }
  }
  print(name, bar, found, truths);

  /** Of people whose group is known. */
  async function modelOf(some) {
    const histories = selectRows(everything, some);
    const own = Uint8Array.from(some, (person) => groupOf[person]);
    const guard = await fitGuard(histories, tools);
    const about = { attribute: name, groups, items: dataset.items, scale: dataset.scale };
    return fitPresence({ histories, groupOf: own, ...about }, { directions: 10, passes: 1, places: 25, guard, seed });
  }

  /** A row for each of some people, as `protect` writes it; another copy has other secrets. */
  function sentBy(model, rows, some, copy) {
    const sent = some.map((person) => {
      const stream = derive(seed, 'equal-chances-secret', copy * users + person);
      const secret = Uint8Array.from({ length: 32 }, () => stream.below(256));
      const draws = (pass) => secretDraws(secret, '', pass, digests);
      return protectHistory(model, { ratings: historyAt(rows, person), group: groupOf[person] }, {}, draws).sent;
    });
    return packRows(items, sent);
  }
}

function worthOf(ease, { indices }, { indices: wanted }) {
  return wanted.length === 0 ? Number.NaN : ndcgOfList(topN(ease, indices, 10), new Set(wanted));
}

function print(name, bar, cells, truths) {
  const draws = truths.map((truth, split) =>
    Array.from({ length: DRAWS }, (_, draw) => {
      const stream = derive(seed, 'equal-chances-draw', split * DRAWS + draw);
      return truth.map(() => stream.below(truth.length));
    }),
  );
  const plain = truths.map((truth) => [...truth.keys()]);
  /** The mean over splits, of everybody or of drawn people. */
  const aucOf = (scores, chosen) =>
    mean(
      scores.map((own, split) => {
        const some = chosen(split);
        return aucOfScores(
          some.length,
          (n) => own[some[n]],
          (n) => truths[split][some[n]] === 1,
        );
      }),
    );
  const replicates = (scores) =>
    Array.from({ length: DRAWS }, (_, draw) => aucOf(scores, (split) => draws[split][draw]));
  const figure = (scores) => {
    if (scores.length === 0) return '';
    const sorted = replicates(scores).toSorted((a, b) => a - b);
    return `${three(aucOf(scores, (split) => plain[split]))} [${ends(sorted).map(three).join(', ')}]`;
  };
  const none = cells.find(({ people, learners }) => people === 0 && learners === FIXED);
  const known = (values) => mean(values.flat().filter(Number.isFinite));
  console.log(
    `\n${name}\n\n| public model | attackers learn from | logistic, simulating | stack | withheld | NDCG@10 lost |`,
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { people, learners, scores, withheld, ndcg } of cells) {
    const lost = 1 - known(ndcg) / known(none.ndcg);
    const cost = people === 0 ? ['', ''] : [percent(mean(withheld)), percent(lost)];
    const cellsOf = [people === 0 ? 'no defence' : people, learners, figure(scores.logistic), figure(scores.stack)];
    console.log(`| ${[...cellsOf, ...cost].join(' | ')} |`);
  }
  const curve = cells.filter(({ people, learners }) => people > 0 && learners === FIXED);
  for (const attacker of ['logistic', 'stack']) {
    const lineOf = (aucs) => {
      const xs = curve.map(({ people }) => Math.log2(people));
      const [x, y] = [mean(xs), mean(aucs)];
      const slope =
        xs.reduce((sum, one, n) => sum + (one - x) * (aucs[n] - y), 0) /
        xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
      return { slope, needed: 2 ** (x + (bar - y) / slope) };
    };
    const line = lineOf(curve.map(({ scores }) => aucOf(scores[attacker], (split) => plain[split])));
    const drawn = curve.map(({ scores }) => replicates(scores[attacker]));
    const lines = Array.from({ length: DRAWS }, (_, draw) => lineOf(drawn.map((own) => own[draw])));
    const slopes = lines.map(({ slope }) => slope).toSorted((a, b) => a - b);
    // A line that does not fall reaches nothing.
    const needed = lines.map((one) => (one.slope < 0 ? one.needed : Infinity)).toSorted((a, b) => a - b);
    console.log(
      `\n${attacker}: ${three(line.slope)} [${ends(slopes).map(three).join(', ')}] for each doubling of the public model; ` +
        `if the line went on, ${bar} at ${round(line.needed)} people [${ends(needed).map(round).join(', ')}]`,
    );
  }
}

function ends(sorted) {
  return [0.025, 0.975].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function three(value) {
  return value.toFixed(3);
}

function percent(share) {
  return `${(100 * share).toFixed(1)}%`;
}

/** Two digits: more would be pretence. */
function round(value) {
  return Number.isFinite(value) ? Number(value.toPrecision(2)).toLocaleString('en') : 'any number';
}
