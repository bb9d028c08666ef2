/** Defences of which it is known what they are worth: one that marks people, and one that is perfect. */
import { beforeAll, describe, expect, it } from 'vitest';
import { controlIn, headlineIn } from '../../../test/support/findings.ts';
import { findingsWith } from '../../audit/index.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { packRows, type SparseVector } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { createAttribute, createDataset, numberedVocabulary, ratingMatrixFromRows } from '../../ratings/index.ts';
import { reportOf } from '../../report/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import type { DefenceDefinition } from '../obfuscation/index.ts';
import { defenceRegistry } from '../obfuscation/index.ts';
import { type DefenceRecords, evaluateDefences } from './index.ts';

const [PEOPLE, ITEMS, MARK] = [360, 40, 39];
/** How likely a group has an item: items are independent, so that this is all there is to know. */
function chanceOf(item: number, group: number): number {
  if (item === 0 || item === MARK) return item === 0 ? 1 : 0.01;
  return 0.35 + (item % 4 === group ? 0.15 : 0);
}

const stream = derive(3, 'planted defences');
const groupOf = Array.from({ length: PEOPLE }, (_, person) => person % 2);
const histories = groupOf.map((group) => {
  const indices = Array.from({ length: ITEMS }, (_, item) => item).filter(
    (item) => stream.uniform() < chanceOf(item, group),
  );
  return { indices, values: indices.map(() => 1 + stream.below(5)) };
});
const dataset = createDataset({
  users: numberedVocabulary(PEOPLE, 'person '),
  items: numberedVocabulary(ITEMS, 'film '),
  ratings: ratingMatrixFromRows(PEOPLE, ITEMS, packRows(ITEMS, histories)),
  attributes: [
    createAttribute(
      'club',
      groupOf.map((group) => ['red', 'blue'][group]!),
      ['red', 'blue'],
    ),
  ],
});

const defence = (name: string, create: DefenceDefinition['create']): DefenceDefinition => ({
  name,
  label: name,
  family: name,
  summary: 'a test',
  needsType: true,
  changesItems: true,
  types: 'two',
  strength: { means: 'none', max: 1, tried: [1] },
  create,
});

/** Adds one film to the history of everybody in one group. */
const marking = defence('marking', () => ({ ratings: { indices, values }, type }) => {
  if (type === 0 || Array.from(indices).includes(MARK)) return { indices, values };
  return { indices: [...Array.from(indices), MARK], values: [...Array.from(values), 3] };
});

/** Withholds by the true chances: both groups send each item equally often, and items are independent. */
const perfect = defence('perfect', () => ({ ratings: { indices, values }, type }, chance): SparseVector => {
  const kept = Array.from(indices, (_, at) => at).filter((at) => {
    const item = indices[at]!;
    return chance.uniform() < chanceOf(item, 1 - type!) / Math.max(chanceOf(item, 0), chanceOf(item, 1));
  });
  return { indices: kept.map((at) => indices[at]!), values: kept.map((at) => values[at]!) };
});

describe('defences of which it is known what they are worth', () => {
  let records: DefenceRecords;
  beforeAll(async () => {
    for (const one of [marking, perfect]) defenceRegistry.add(one, 'a test');
    try {
      records = await evaluateDefences(
        dataset,
        {
          attribute: 'club',
          folds: 2,
          training: parametersFrom('als', { dimension: 2, iterations: 3 }),
          attackers: ['factor', 'logistic', 'kernelRidge', 'stack'],
          defences: [
            { name: 'marking', strengths: [1] },
            { name: 'perfect', strengths: [1] },
            { name: 'withholdRandom', strengths: [0.4] },
          ],
          shuffled: ['withholdRandom'],
          heldOut: 2,
          resamples: 100,
          copies: 2,
        },
        { kernels: loadKernels(), source: 'a world', finished: () => 'then' },
      );
    } finally {
      for (const { name } of [marking, perfect]) {
        (defenceRegistry.all as DefenceDefinition[]).splice(
          defenceRegistry.all.findIndex((one) => one.name === name),
          1,
        );
        (defenceRegistry.names as Map<string, unknown>).delete(name);
      }
    }
  });
  const attacks = (name?: string) => headlineIn(records, 'histories', { defence: name });

  it('a mark is found at once by attackers who know of it, and the report says that it reveals more than no defence', () => {
    for (const situation of ['retrained', 'simulating']) {
      const found = attacks('marking').filter((one) => one.situation === situation && one.attacker === 'logistic');
      expect(found.map(({ auc }) => auc.value > 0.98)).toEqual([true]);
    }
    expect(Math.max(...attacks().map(({ auc }) => auc.value))).toBeLessThan(0.95);
    expect(records.evaluations[0]!.verdict).toBe('betrays');
    expect(JSON.stringify(reportOf(records).summary())).toMatch(/marking, 1.*reveals more than no defence/s);
  });

  it('behind a perfect defence the bounds of every attacker hold guessing, those who simulate it included', () => {
    const left = attacks('perfect');
    expect(left.map(({ attacker, situation }) => `${situation} ${attacker}`)).toEqual([
      'oblivious factor',
      'oblivious logistic',
      'retrained factor',
      'retrained logistic',
      'retrained kernelRidge',
      'retrained stack',
      'simulating logistic',
      'simulating kernelRidge',
      'simulating stack',
    ]);
    for (const { auc } of left) expect([auc.bounds!.low < 0.5, auc.bounds!.high > 0.5]).toEqual([true, true]);
    // There was something to hide.
    expect(attacks().find(({ attacker }) => attacker === 'logistic')!.auc.low).toBeGreaterThan(0.6);
  });

  it('on shuffled labels, too, where the defence does not choose by them', () => {
    for (const attack of [...attacks(), ...attacks('withholdRandom')]) {
      const { value, low, high } = controlIn(records, attack)!.auc;
      const held = low < 0.52 && high > 0.48;
      expect([attack.attacker, attack.situation, held ? 'guessing' : value]).toEqual([
        attack.attacker,
        attack.situation,
        'guessing',
      ]);
    }
    expect(findingsWith(records.findings, 'auc', { variant: 'shuffled', situation: 'simulating' })).toHaveLength(3);
  });
});

it('whoever simulates a defence draws other numbers for each copy than people do', async () => {
  const aucs = async (copies: number) => {
    const { findings } = await evaluateDefences(
      dataset,
      {
        attribute: 'club',
        folds: 2,
        training: parametersFrom('als', { dimension: 2, iterations: 1 }),
        attackers: ['logistic'],
        defences: [{ name: 'withholdRandom', strengths: [0.4] }],
        shuffled: [],
        heldOut: 2,
        resamples: 50,
        copies,
      },
      { kernels: loadKernels(), source: 'a world', finished: () => 'then' },
    );
    const found = findingsWith(findings, 'auc', { defence: 'withholdRandom', variant: 'real' });
    return new Map(found.map(({ situation, auc }) => [situation, auc.value]));
  };
  const [none, one, two] = [await aucs(0), await aucs(1), await aucs(2)];
  expect([...none.keys()]).toEqual(['oblivious', 'retrained']);
  expect(one.get('retrained')).toBe(none.get('retrained'));
  const different = new Set([one.get('retrained'), one.get('simulating'), two.get('simulating')]);
  expect([different.size, different.has(undefined)]).toEqual([3, false]);
});
