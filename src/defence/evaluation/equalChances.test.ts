/** Equal chances in the evaluation: judged by attackers who see most, with what it costs, whom, and where only some use it. */

import { beforeAll, describe, expect, it } from 'vitest';
import { controlIn, headlineIn } from '../../../test/support/findings.ts';
import { presenceWorld } from '../../../test/support/presenceWorld.ts';
import {
  auditDefaults,
  factorModels,
  findingsWith,
  noticed,
  readSparse,
  scorePeople,
  type With,
} from '../../audit/index.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { historyAt, packRows } from '../../inference/index.ts';
import {
  attributeOf,
  createAttribute,
  createDataset,
  type Dataset,
  numberedVocabulary,
  ratingMatrixFromRows,
  subsetUsers,
  withRatings,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { decodePresenceModel } from '../equalChances/index.ts';
import { ATTACKERS } from './attackerNames.ts';
import { evaluateDefences } from './evaluateDefences.ts';
import { learnersAmong, publicKnowledge } from './publicKnowledge.ts';
import { usedBy } from './records.ts';
import { defenceSpec } from './spec.ts';

const world = presenceWorld({ people: 700, items: 60, gap: 0.6 }, 17);
const { rows, columns, starts, indices, values } = world.rows;
const dataset = createDataset({
  users: numberedVocabulary(rows, 'person '),
  items: numberedVocabulary(columns, 'film '),
  ratings: ratingMatrixFromRows(rows, columns, { starts, indices, values }),
  attributes: [
    createAttribute(
      'club',
      world.groupOf.map((group) => (group === 0 ? 'red' : 'blue')),
      ['red', 'blue'],
    ),
  ],
});

/** By whoever learned from people who use it, where they did. */
const found = (attacks: readonly With<'auc'>[], wanted: string) =>
  attacks.find(({ attacker, situation }) => attacker === wanted && situation === 'retrained') ??
  attacks.find(({ attacker }) => attacker === wanted)!;

describe('an evaluation of equal chances', () => {
  let [done, total] = [0, 0];
  let records: Awaited<ReturnType<typeof evaluateDefences>>;
  let evaluation: (typeof records)['evaluations'][number] | undefined;
  beforeAll(async () => {
    records = await evaluateDefences(
      dataset,
      {
        attribute: 'club',
        folds: 2,
        training: parametersFrom('als', { dimension: 2, iterations: 4 }),
        attackers: ['factor', 'logistic', 'kernelRidge', 'stack', 'channels', 'chances'],
        defences: [{ name: 'equalChances', strengths: [1] }],
        presence: { directions: 5, places: 3 },
        shuffled: ['equalChances'],
        adoption: [0.5],
        heldOut: 3,
        resamples: 100,
      },
      {
        kernels: loadKernels(),
        source: 'a world',
        finished: () => 'then',
        onProgress: (progress) => {
          ({ done, total } = progress);
        },
      },
    );
    [evaluation] = records.evaluations;
  });

  const attacks = (defence?: string, exposure = 'histories') => headlineIn(records, exposure, { defence });

  it('has the attackers who see most, who find the group without the defence', () => {
    for (const attacker of ['logistic', 'stack', 'chances']) {
      expect(found(attacks(), attacker).auc.low).toBeGreaterThan(0.7);
    }
    expect(found(attacks(), 'kernelRidge').auc.value).toBeGreaterThan(0.7);
  });

  it('lowers what every one of them finds, trained on people who use it', () => {
    for (const attacker of ['logistic', 'kernelRidge', 'stack', 'chances']) {
      const before = found(attacks(), attacker).auc;
      const after = found(attacks(evaluation!.defence), attacker);
      expect(after.situation).toBe('retrained');
      expect(noticed(after).auc.high).toBeLessThan(before.low);
    }
    expect(['reduces', 'hides']).toContain(evaluation!.verdict);
  });

  it('says what it costs: ratings withheld, none made up, ten recommended items, and each group', () => {
    const { changes, defence } = evaluation!;
    expect(changes.added).toBe(0);
    expect(changes.withheld).toBeGreaterThan(1);
    const uses = findingsWith(records.findings, 'topTen');
    const ofAll = uses.filter((one) => one.defence === defence && one.group === undefined);
    expect(ofAll.map(({ situation }) => situation)).toEqual(['undefended', 'retrained']);
    // Without the defence, and with it both: everybody, and each of the two groups.
    expect(uses).toHaveLength(3 * 3);
    for (const { topTen } of uses) {
      expect(topTen.value).toBeGreaterThan(0.02);
      expect(topTen.value).toBeLessThan(1);
    }
    const groups = uses.filter(({ group }) => group !== undefined);
    expect(new Set(groups.map(({ topTen }) => topTen.value)).size).toBe(groups.length);
  });

  it('tells those who use it from those who do not', () => {
    expect(evaluation!.adoption).toEqual([0.5]);
    const [defending, others] = (['defending', 'others'] as const).map((part) =>
      attacks(evaluation!.defence, usedBy(0.5, part)),
    );
    expect(defending![0]!.people + others![0]!.people).toBe(700);
    expect(Math.abs(defending![0]!.people - 350)).toBeLessThan(60);
    // Those who do not use it are found as before.
    expect(found(others!, 'logistic').auc.value).toBeGreaterThan(0.7);
    expect(found(others!, 'logistic').auc.value).toBeGreaterThan(found(defending!, 'logistic').auc.value + 0.1);
  });

  it('puts nothing there where labels are shuffled, not even for the attacker built against it', () => {
    const retrained = attacks(evaluation!.defence).filter(({ situation }) => situation === 'retrained');
    expect(retrained.length).toBeGreaterThan(0);
    for (const attack of retrained) {
      const { low, high } = controlIn(records, attack)!.auc;
      expect([attack.attacker, low < 0.52, high > 0.48]).toEqual([attack.attacker, true, true]);
    }
  });

  it('counts its work to the end', () => {
    expect(done).toBe(total);
    expect(done).toBeGreaterThan(10);
  });
});

it.each([0.3, 0.6])(
  'with a share of %d, attackers learn from people whom the public model has not seen',
  async (share) => {
    const few = subsetUsers(
      dataset,
      Uint32Array.from({ length: 120 }, (_, n) => n),
    );
    const spec = defenceSpec({
      attribute: 'club',
      training: parametersFrom('als', { dimension: 2, iterations: 1 }),
      defences: [{ name: 'equalChances', strengths: [1] }],
      presence: { directions: 3, places: 3, share },
    });
    const { presence, learners } = await publicKnowledge(few, spec, { kernels: loadKernels() });
    const { people, guard, sending } = decodePresenceModel(presence!);
    expect(people).toBe(120 * share);
    expect(learners).toHaveLength(120 - 120 * share);
    expect(learnersAmong(120, spec)).toBe(learners.length);
    expect([sending.places, guard === undefined]).toEqual([3, false]);
    const ofGroup = (list: Iterable<number>) => [...list].filter((person) => world.groupOf[person] === 0).length;
    const all = ofGroup(Array.from({ length: 120 }, (_, n) => n));
    expect(Math.abs(ofGroup(learners) / learners.length - all / 120)).toBeLessThan(0.02);
  },
);

it('attackers who see most are there by default where a defence hides what was rated', () => {
  const attackersOf = (name: string) =>
    defenceSpec({ attribute: 'club', defences: [{ name, strengths: [1] }] }).attackers;
  expect(attackersOf('equalChances')).toEqual(ATTACKERS);
  expect(attackersOf('blinding')).toEqual(['factor', 'logistic', 'boosted']);
});

describe('where thinning has left items that nobody sends', () => {
  const { dataset: small } = createWorld(
    { users: 120, items: 20, ratingsPerUser: 12, minimumPerUser: 8, dimension: 2, leak: 0.6 },
    3,
  );
  const { users, items, byUser } = small.ratings;
  const everything = { rows: users, columns: items, ...byUser };
  const MISSING = 7;
  const without = packRows(
    items,
    Array.from({ length: users }, (_, person) => {
      const { indices, values } = historyAt(everything, person);
      const kept = Array.from(indices, (_, at) => at).filter((at) => indices[at] !== MISSING);
      return { indices: kept.map((at) => indices[at]!), values: kept.map((at) => values[at]!) };
    }),
  );
  const thinned: Dataset = withRatings(small, ratingMatrixFromRows(users, items, without));

  const logitsFor = async (tested: typeof without) => {
    const everybody = Uint32Array.from({ length: users }, (_, user) => user);
    const seen = { ...readSparse(without, 1), model: factorModels(thinned, auditDefaults) };
    const groups = { types: Uint8Array.from(attributeOf(small, 'type').values), typeCount: 2 };
    const members = { people: everybody, trainers: everybody };
    const found = await scorePeople(['channels'], seen, groups, members, auditDefaults, { kernels: loadKernels() }, [
      tested,
    ]);
    return found.get('channels')!.made!.others[0]!;
  };

  it('channels read the rest, and an item that they never saw tells them nothing', async () => {
    const [whole, cut] = [await logitsFor(everything), await logitsFor(without)];
    expect(whole).toEqual(cut);
    expect(new Set(whole).size).toBeGreaterThan(users);
  });
});
