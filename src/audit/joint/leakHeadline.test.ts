import { expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { emptyOutcomes } from '../interviews/outcomes.ts';
import type { Finding } from '../records/finding.ts';
import type { AttackerDescription } from '../records/records.ts';
import { leakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { leakHeadline } from './leakHeadline.ts';

const PEOPLE = 90;
const QUESTIONS = 3;
const truth = {
  sex: { labels: ['f', 'm'], types: Uint8Array.from({ length: PEOPLE }, (_, person) => person % 2) },
  team: { labels: ['a', 'b', 'c'], types: Uint8Array.from({ length: PEOPLE }, (_, person) => person % 3) },
};
const attributes = ['sex', 'team'] as const;
const truthOf = (name: string) => truth[name as keyof typeof truth];
const spec = leakMatrixSpec({ attributes, maxQuestions: QUESTIONS, compareAt: [1, 2, 9], resamples: 100 });
const row = (id: string): AttackerDescription => ({ id, label: id, exposure: 'questions', strategy: 'random' });

/** Only the score after two questions says anything, and only about the second team. */
function scoresOf(seed: number, certain: boolean): readonly Float32Array[] {
  const stream = derive(seed, 'joint');
  return attributes.map((name) => {
    const { labels, types } = truthOf(name);
    return Float32Array.from({ length: PEOPLE * (QUESTIONS + 1) * labels.length }, (_, at) => {
      const [cell, type] = [Math.floor(at / labels.length), at % labels.length];
      const [person, asked] = [Math.floor(cell / (QUESTIONS + 1)), cell % (QUESTIONS + 1)];
      const told = certain && name === 'team' && asked === 2 && type === 1 && types[person] === 1;
      return stream.normal() + (told ? 20 : 0);
    });
  });
}

const folds = Uint16Array.from({ length: PEOPLE }, (_, person) => Math.floor(person / 6) % 3);
const shape = { types: 2, maxQuestions: QUESTIONS, ratingErrorEvery: QUESTIONS };
const said =
  (scores: ReadonlyMap<string, readonly Float32Array[]>, asked = QUESTIONS) =>
  (id: string) => {
    const [logits, logits1] = scores.get(id)!;
    return { ...emptyOutcomes(PEOPLE, shape), lengths: new Uint32Array(PEOPLE).fill(asked), logits: logits!, logits1 };
  };

it('is after the most questions that are compared, and its bounds hold for all pairs and groups', () => {
  const outcomes = new Map([
    ['one', scoresOf(1, true)],
    ['two', scoresOf(2, false)],
  ]);
  const found = leakHeadline([row('one'), row('two')], said(outcomes), truthOf, spec, folds, undefined);
  const told = found.findings.filter(({ auc }) => auc !== undefined);
  expect(told.map(({ length, people }) => [length, people])).toEqual(Array(6).fill([2, PEOPLE]));
  // Of several groups, the one that is told best is a figure of its own.
  expect(told.map(({ attacker, target, group }) => [attacker, target, group])).toEqual([
    ['one', 'sex', undefined],
    ['one', 'team', undefined],
    ['one', 'team', 'b'],
    ['two', 'sex', undefined],
    ['two', 'team', undefined],
    ['two', 'team', expect.any(String)],
  ]);
  const [sex, , b] = told;
  expect(b!.auc!.value).toBe(1);
  // A third of the people are named, as the one team that is told.
  expect(told[1]!.named!.value).toBeCloseTo(1 / 3, 1);
  const ofGroups = found.findings.filter(
    ({ auc, attacker, target }) => !auc && attacker === 'one' && target === 'team',
  );
  expect(ofGroups.map(({ group, named }) => [group, Math.round(10 * named!.value)])).toEqual([
    ['a', 0],
    ['b', 3],
    ['c', 0],
  ]);
  expect(sex!.named!.value).toBe(0);
  expect(found.verdict.leak).toBe(true);
  // More ways of asking widen the bounds of each.
  const [alone] = leakHeadline([row('one')], said(outcomes), truthOf, spec, folds, undefined).findings;
  const width = ({ auc }: Finding) => auc!.bounds!.high - auc!.bounds!.low;
  expect(alone!.auc).toEqual({ ...sex!.auc, bounds: expect.anything() });
  expect(width(sex!)).toBeGreaterThan(width(alone!));
  expect(sex!.detectable).toBeGreaterThan(alone!.detectable!);
});

it('shows nothing where nothing is told, and is left out where too few were asked that much', () => {
  const outcomes = new Map([['two', scoresOf(2, false)]]);
  expect(leakHeadline([row('two')], said(outcomes), truthOf, spec, folds, undefined).verdict.leak).toBe(false);
  const few = leakHeadline([row('two')], said(outcomes, 1), truthOf, spec, folds, undefined);
  expect(few).toEqual({ findings: [], verdict: { leak: false, possible: false, tests: [] } });
});
