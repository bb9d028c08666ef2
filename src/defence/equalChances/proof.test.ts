/**
 * What equal chances promise, in worlds where the promise can be kept exactly: nobody finds anything, not even attackers
 * who were trained on people who use the defence and know the public model. And what keeps noise from betraying people.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PresenceWorld, presencePeople, presenceWorld } from '../../../test/support/presenceWorld.ts';
import { aucOfScores } from '../../audit/statistics/auc.ts';
import {
  historyAt,
  historyCoordinates,
  packRows,
  type SparseRows,
  stackAttack,
  trainBoosted,
} from '../../inference/index.ts';
import { startKernels } from '../../kernels/index.ts';
import { derive, normalQuantile } from '../../maths/index.ts';
import { ownAndTarget } from './chances.ts';
import { fitPresence } from './fitPresence.ts';
import { mechanismAttack, numbersOfRows } from './mechanismAttack.ts';
import type { PresenceModel } from './presenceModel.ts';
import { protectHistory } from './protectHistory.ts';
import { itemDigests, secretDraws } from './secretDraws.ts';
import { sendItems } from './sendItems.ts';

const kernels = startKernels(readFileSync(new URL('../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const some = (rows: SparseRows, people: readonly number[]) =>
  packRows(
    rows.columns,
    people.map((person) => historyAt(rows, person)),
  );

interface Judged {
  readonly auc: number;
  /** What chance alone gives so many people, as a deviation. */
  readonly deviation: number;
}

function judged(logWeights: Float64Array, labels: readonly number[]): Judged {
  const positives = labels.filter((label) => label === 1).length;
  const deviation = Math.sqrt((labels.length + 1) / (12 * positives * (labels.length - positives)));
  const odds = (person: number) => logWeights[2 * person + 1]! - logWeights[2 * person]!;
  return { auc: aucOfScores(labels.length, odds, (person) => labels[person] === 1), deviation };
}

/** 95% intervals for all attackers together: each at 95% would miss too often (Bonferroni). */
function simultaneous(attackers: readonly Judged[]) {
  const reach = normalQuantile(1 - 0.05 / (2 * attackers.length));
  return attackers.map(({ auc, deviation }) => ({
    auc,
    low: auc - reach * deviation,
    high: auc + reach * deviation,
  }));
}

interface Sent {
  readonly rows: SparseRows;
  readonly groupOf: readonly number[];
  /** The first so many people are learned from. */
  readonly trainers: number;
}

function mechanism({ rows, groupOf, trainers }: Sent, model: PresenceModel, strength: number) {
  const known = { strength, places: 0 };
  const numbers = (people: readonly number[]) => numbersOfRows(model, some(rows, people), known);
  const tested = range(trainers, rows.rows);
  const weights = mechanismAttack(numbers(range(0, trainers)), groupOf.slice(0, trainers), 2, numbers(tested));
  return judged(weights, groupOf.slice(trainers));
}

async function stacked({ rows, groupOf, trainers }: Sent) {
  const coordinates = await historyCoordinates(rows, { implicit: { dimension: 6 }, directions: 2 }, { kernels });
  const problem = {
    histories: rows,
    coordinates,
    training: range(0, trainers),
    tested: range(trainers, rows.rows),
    labels: groupOf.slice(0, trainers),
    types: 2,
  };
  const { logWeights, parts } = await stackAttack(problem, { reach: 1, ridge: 1, logisticRidge: 40 }, { kernels });
  const tested = groupOf.slice(trainers);
  return [logWeights, parts.logistic, parts.kernelRidge].map((weights) => judged(weights, tested));
}

function boosted({ rows, groupOf, trainers }: Sent): Judged {
  const classifier = trainBoosted(some(rows, range(0, trainers)), groupOf.slice(0, trainers), 2);
  const weights = range(trainers, rows.rows).flatMap((person) => [...classifier.logWeights(historyAt(rows, person))]);
  return judged(Float64Array.from(weights), groupOf.slice(trainers));
}

/** All attackers there are, retrained on what is sent; the last was built against the defence. */
const allAttackers = async (sent: Sent, model: PresenceModel, strength: number) =>
  simultaneous([...(await stacked(sent)), boosted(sent), mechanism(sent, model, strength)]);

/** What everybody sends who knows the true chances. */
function sentWithTruth({ rows, groupOf, chancesOf }: PresenceWorld, draw: number): SparseRows {
  return packRows(
    rows.columns,
    groupOf.map((group, person) => {
      const stream = derive(draw, 'truth', person);
      const items = Array.from(historyAt(rows, person).indices);
      const { own, target } = ownAndTarget(chancesOf(person), 2, group, 1);
      const uniforms = range(0, rows.columns).map(() => stream.uniform());
      const ofRated = (all: Float64Array) => Float64Array.from(items, (item) => all[item]!);
      const chances = { own: ofRated(own), target: ofRated(target) };
      const indices = sendItems({ ...chances, uniform: (at) => uniforms[items[at]!]! }).map((at) => items[at]!);
      return { indices, values: indices.map(() => 1 + stream.below(5)) };
    }),
  );
}

/** What everybody sends who has the model. */
function sentWith(model: PresenceModel, rows: SparseRows, groupOf: readonly number[]): SparseRows {
  const digests = itemDigests(range(0, rows.columns).map((item) => `film ${item}`));
  return packRows(
    rows.columns,
    groupOf.map((group, person) => {
      const secret = Uint8Array.from({ length: 32 }, (_, n) => (person * (n + 3)) % 251);
      const draws = (pass: number) => secretDraws(secret, String(person), pass, digests);
      return protectHistory(model, { ratings: historyAt(rows, person), group }, {}, draws).sent;
    }),
  );
}

describe('with the true chances, items independent given taste, and taste alike in both groups', () => {
  // So many people that an AUC of 0.54 would show.
  const trainers = 1100;
  const world = presenceWorld({ people: 2600, items: 50, gap: 0.45 }, 21);
  const { groupOf } = world;
  const model = fitPresence(
    presencePeople({ rows: some(world.rows, range(0, trainers)), groupOf: groupOf.slice(0, trainers) }),
    {
      directions: 3,
    },
  );

  it('all attackers find the group without the defence', async () => {
    const sent = { rows: world.rows, groupOf, trainers };
    for (const { low } of await allAttackers(sent, model, 0)) expect(low).toBeGreaterThan(0.65);
  });

  it('the simultaneous intervals of all attackers hold 0.5, and none reaches 0.54', async () => {
    const sent = { rows: sentWithTruth(world, 7), groupOf, trainers };
    const found = await allAttackers(sent, model, 1);
    expect(found).toHaveLength(5);
    for (const { auc, low, high } of found) {
      expect(low).toBeLessThan(0.5);
      expect(high).toBeGreaterThan(0.5);
      expect(auc).toBeLessThan(0.54);
      expect(high - low).toBeLessThan(0.08);
    }
  });
});

describe('the attacker built against it', () => {
  const world = presenceWorld({ people: 300, items: 30, gap: 0.8 }, 5);
  const model = fitPresence(presencePeople(world), { directions: 3, passes: 2 });
  const history = packRows(30, [{ indices: [0, 1, 4, 9], values: [1, 1, 1, 1] }]);
  // Items 0 and 1 point to all others, and to each other.
  const others = (item: number) => range(0, 30).filter((other) => other !== item);
  const guard = {
    starts: Uint32Array.from({ length: 31 }, (_, item) => (item === 0 ? 0 : item === 1 ? 29 : 58)),
    items: Uint32Array.from([...others(0), ...others(1)]),
    weights: Float32Array.from({ length: 58 }, (_, n) => (n % 29 === 0 ? 3 : 1)),
  };
  const numbers = (changes: object) =>
    numbersOfRows({ ...model, guard }, history, { strength: 1, places: 0, ...changes });

  it('uses all passes', () => {
    expect(numbers({}).width).toBe(2 * 7);
    const [first, second] = [numbers({}).values.subarray(0, 7), numbers({}).values.subarray(7)];
    expect([...first]).not.toEqual([...second]);
  });

  it('knows the guard and the thinning: what is guarded is as likely as without a defence', () => {
    const all = numbers({ places: 30 }).values;
    for (const g of [0, 1]) expect(all[g]).toBeCloseTo(all[2 + g]!, 10);
    const none = numbers({}).values;
    expect(Math.abs(none[0]! - none[2]!)).toBeGreaterThan(0.01);
    expect(numbers({ thinning: 0.5 }).values[0]).not.toBeCloseTo(none[0]!, 3);
    expect(numbers({ thinning: 0.5, places: 30 }).values[0]).toBeCloseTo(all[0]!, 10);
  });
});

describe('with labels that were shuffled before the public model was fitted', () => {
  // People whom the model was not fitted to: those it was fitted to hide its noise with what they send.
  const fitted = 300;
  const trainers = 400;
  const world = presenceWorld({ people: 1100, items: 70, gap: 0.5 }, 33);
  const groupOf = derive(2, 'shuffled-labels').shuffle([...world.groupOf]);
  const people = presencePeople({ rows: some(world.rows, range(0, fitted)), groupOf: groupOf.slice(0, fitted) });
  const others = { rows: some(world.rows, range(fitted, 1100)), groupOf: groupOf.slice(fitted) };
  const attacked = async (shrink: boolean) => {
    const model = fitPresence(people, { directions: 3, shrink });
    const sent = { rows: sentWith(model, others.rows, others.groupOf), groupOf: others.groupOf, trainers };
    return allAttackers(sent, model, 1);
  };

  it('the defence itself puts nothing there: the strongest attackers stay at 0.5', async () => {
    for (const { low, high } of await attacked(true)) {
      expect(low).toBeLessThan(0.5);
      expect(high).toBeGreaterThan(0.5);
    }
  });

  it('group effects that are not shrunken betray people', async () => {
    expect(Math.max(...(await attacked(false)).map(({ low }) => low))).toBeGreaterThan(0.5);
  });
});
