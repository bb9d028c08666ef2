/** The one place where attackers score people, against plain computations. */
import { describe, expect, it } from 'vitest';
import { lend } from '../../../test/support/lend.ts';
import { UlteriorError } from '../../errors/index.ts';
import {
  type ClassifierData,
  classifierRegistry,
  historyAt,
  packRows,
  selectRows,
  type TransductiveData,
  type TypeClassifier,
  trainBoosted,
  trainFeatureLogistic,
  trainMultinomial,
} from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { auditDefaults } from '../spec/spec.ts';
import { readSparse } from './readable.ts';
import { scorePeople } from './scorePeople.ts';

const tools = { kernels: loadKernels() };
const stream = derive(4, 'rows');
const types = Uint8Array.from({ length: 90 }, () => stream.below(3));
const rows = packRows(
  8,
  Array.from(types, (type) => ({ indices: [0, 1 + type, 5 + stream.below(3)], values: [3, 1 + stream.below(5), 2] })),
);
const everybody = Uint32Array.from(types.keys());
const members = { people: everybody.subarray(60), trainers: everybody.subarray(0, 60) };
const score = async (
  names: readonly string[],
  own: Uint8Array,
  typeCount: number,
  { of = members, seen = readSparse(rows, 1), others = [] as (typeof rows)[] } = {},
) => scorePeople(names, seen, { types: own, typeCount }, of, auditDefaults, tools, others);

/** Log odds of probabilities. */
const oddsOf = (classifier: TypeClassifier, tested: typeof rows) =>
  Array.from({ length: tested.rows }, (_, person) =>
    Array.from(classifier.probabilities(historyAt(tested, person)), (p) => Math.log(p / (1 - p))),
  ).flat();

describe('scores', () => {
  it.each([
    ['logistic', trainFeatureLogistic],
    ['boosted', trainBoosted],
  ] as const)('%s: log odds of the probabilities, at one loudness', async (name, train) => {
    // The same people on both sides have the same shares.
    const same = { people: everybody, trainers: everybody };
    const { made } = (await score([name], types, 3, { of: same })).get(name)!;
    const expected = oddsOf(train(rows, types, 3), rows);
    const loudness = Math.sqrt(expected.reduce((sum, odds) => sum + odds ** 2, 0) / expected.length);
    for (const [at, odds] of expected.entries()) expect(made!.logits[at]).toBeCloseTo(odds / loudness, 4);
  });

  it('what a fold learned of the shares of the groups is taken out', async () => {
    const two = Uint8Array.from(types, (type) => Math.min(type, 1));
    const { made } = (await score(['multinomial'], two, 2)).get('multinomial')!;
    const learned = two.subarray(0, 60);
    const classifier = trainMultinomial(selectRows(rows, members.trainers), learned, 2);
    const share = (labels: Uint8Array) => labels.filter((type) => type === 1).length / labels.length;
    const logOdds = (p: number) => Math.log(p / (1 - p));
    const shift = logOdds(share(two)) - logOdds(share(learned));
    expect(Math.abs(shift)).toBeGreaterThan(0.01);
    for (const [n, person] of members.people.entries()) {
      const [first, second] = classifier.logWeights(historyAt(rows, person));
      expect(made!.logits[2 * n + 1]).toBeCloseTo(second! - first! + shift, 4);
    }
  });

  it('other rows of the same people are judged by attackers that learned once, each at its own loudness', async () => {
    const changed = packRows(
      8,
      Array.from(members.people, () => ({ indices: [0, 1], values: [3, 5] })),
    );
    const plain = selectRows(rows, members.people);
    const found = await score(['logistic', 'stack'], types, 3, { others: [changed, plain] });
    const { logits, others } = found.get('logistic')!.made!;
    expect(others).toHaveLength(2);
    expect(others[1]).toEqual(logits);
    expect(others[0]).not.toEqual(logits);
    // Whoever looks at everybody at once would have to see them while it learns.
    expect(found.get('stack')!.made!.others).toEqual([]);
  });

  it('nothing is found where everybody has the same row', async () => {
    const same = packRows(
      2,
      Array.from(types, () => ({ indices: [1], values: [4] })),
    );
    const found = await score(['logistic', 'stack'], types, 3, { seen: readSparse(same, 1) });
    for (const { made } of found.values()) expect(new Set(made!.logits)).toEqual(new Set([0]));
  });
});

describe('attackers of plug-ins', () => {
  const facts = { label: 'An attacker', summary: 'of a test', learnsShares: false, choosesSettings: false };

  it('see the rows of trainers and tested, and no label of the tested', async () => {
    const seen: TransductiveData[] = [];
    lend(classifierRegistry, {
      ...facts,
      name: 'watches',
      judge: async (data: TransductiveData) => {
        seen.push(data);
        return new Float64Array(data.tested.rows * data.typeCount);
      },
    });
    await score(['watches'], types, 3);
    const [data] = seen;
    expect(data!.types).toEqual(types.subarray(0, 60));
    expect(data!.tested).toEqual(selectRows(rows, members.people));
    expect(data!.rows).toEqual(selectRows(rows, members.trainers));
    expect(data!.coordinates.people).toBe(90);
  });

  it('that cannot be computed are failures, and other errors end the work', async () => {
    const failing = (name: string, error: Error) =>
      lend(classifierRegistry, {
        ...facts,
        name,
        train: (_: ClassifierData) => {
          throw error;
        },
      });
    failing('singular', new UlteriorError('TRAINING_SINGULAR', 'no unique solution', 'raise ridge'));
    failing('broken', new TypeError('no function'));
    const found = await score(['singular', 'multinomial'], types, 3);
    expect(found.get('singular')!.failure).toEqual({ code: 'TRAINING_SINGULAR', reason: 'no unique solution' });
    expect(found.get('multinomial')!.made).toBeDefined();
    await expect(score(['broken'], types, 3)).rejects.toThrow(TypeError);
  });
});
