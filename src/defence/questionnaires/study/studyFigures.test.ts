import { expect, it } from 'vitest';
import {
  detectableAuc,
  familyOf,
  findingsWith,
  measured,
  noteScores,
  resamplesOf,
  scoresFrom,
} from '../../../audit/index.ts';
import type { TensorArray } from '../../../factorization/index.ts';
import { derive, normalQuantile } from '../../../maths/index.ts';
import { attributeOf, createAttribute, type Dataset } from '../../../ratings/index.ts';
import { loadKernels } from '../../../runtime/index.ts';
import { createWorld } from '../../../worlds/index.ts';
import { largestLeak } from '../design/checkQuestionnaire.ts';
import type { ListFigures } from '../design/records.ts';
import { studySpec } from '../design/spec.ts';
import { ATTACKERS, NOTHING } from './listExposures.ts';
import { studyFigures } from './studyFigures.ts';
import { UNLIMITED } from './studyLists.ts';

const { dataset } = createWorld({ users: 80, items: 10, ratingsPerUser: 10, attribute: 'type' }, 1);
const people = dataset.users.size;
const type = dataset.attributes.get('type')!;
const types = Uint8Array.from(type.values as ArrayLike<number>);

/** Of a list that every attacker scores in the same way. */
async function attacksAt(level: number, scoreOf: (person: number) => number) {
  const logits = Float64Array.from({ length: 2 * people }, (_, at) => {
    const score = scoreOf(Math.floor(at / 2));
    return at % 2 === 1 ? score : -score;
  });
  return measuredWith(dataset, logits, level);
}

async function measuredWith(asked: Dataset, logits: Float64Array, level: number) {
  const spec = studySpec({ attributes: ['type'], task: 'design', questions: 2, control: false, resamples: 200, level });
  const ones = new Float64Array(people).fill(1);
  const scores = new Map<string, TensorArray>();
  for (const exposure of [UNLIMITED, NOTHING])
    noteScores(scores, { exposure }, { errors: ones, answered: ones, targets: ones });
  for (const attacker of ATTACKERS) noteScores(scores, { exposure: UNLIMITED, target: 'type', attacker }, { logits });
  const { values, labels } = attributeOf(asked, 'type');
  const targets = new Map([['type', { types: Uint8Array.from(values), typeCount: labels.length }]]);
  const experiment = { dealings: [{ variant: 'real', targets, scores }], attackers: ATTACKERS, notes: {} } as const;
  const folds = new Uint16Array(people);
  const figures = await studyFigures(experiment, [UNLIMITED], [UNLIMITED], asked, folds, spec, {
    kernels: loadKernels(),
  });
  const { findings } = figures;
  const attacks = findingsWith(findings, 'auc', { group: undefined });
  const verdict = figures.verdicts.get(UNLIMITED)!;
  return { findings, attacks, verdict, spec, logits };
}

it('bounds hold at the level that the spec asks for', async () => {
  const stream = derive(1, 'scores');
  const scores = Float64Array.from(types, (own) => own + 2 * stream.normal());
  const widths: number[] = [];
  for (const level of [0.8, 0.95, 0.99]) {
    const { attacks, spec, logits } = await attacksAt(level, (person) => scores[person]!);
    const everyone = Uint32Array.from(types.keys());
    const resamples = resamplesOf(people, spec.seed, spec.resamples);
    const setting = { labels: ['a', 'b'], people: everyone, resamples, level };
    const { bounds } = familyOf([measured([scoresFrom(logits, types, 2)], setting)], level);
    for (const { auc } of attacks) expect(auc.bounds).toEqual(bounds[0]);
    const { low, high } = attacks[0]!.auc.bounds!;
    widths.push(high - low);
  }
  expect(widths[0]).toBeLessThan(widths[1]!);
  expect(widths[1]).toBeLessThan(widths[2]!);
});

it('a list that tells the attribute for certain has an interval, though no resample differs', async () => {
  const [attack] = (await attacksAt(0.95, (person) => types[person]! - 0.5)).attacks;
  expect([attack!.auc.value, attack!.auc.high]).toEqual([1, 1]);
  expect(attack!.auc.low).toBeLessThan(0.995);
});

it('one group of three that is told for certain is found, though the mean over them is near guessing', async () => {
  const groups = Array.from({ length: people }, (_, person) => 'abc'[person % 3]!);
  const asked = { ...dataset, attributes: new Map([['type', createAttribute('type', groups)]]) };
  const scores = (certain: boolean, seed: number) => {
    const stream = derive(seed, 'three');
    return Float64Array.from({ length: 3 * people }, (_, at) => {
      const told = certain && at % 3 === 1 && groups[Math.floor(at / 3)] === 'b';
      return stream.normal() + (told ? 20 : 0);
    });
  };
  const { findings, attacks, verdict } = await measuredWith(asked, scores(true, 1), 0.95);
  const [told] = findingsWith(findings, 'auc', { attacker: attacks[0]!.attacker, group: 'b' });
  expect([told!.auc.value, told!.judged]).toEqual([1, true]);
  expect(told!.auc.bounds!.low).toBeGreaterThan(Math.max(0.75, attacks[0]!.auc.bounds!.low));
  expect(verdict).toMatchObject({ leak: true, possible: false });
  const list = { id: UNLIMITED, leaks: [] } as unknown as ListFigures;
  // The limit must hold for that group, too.
  expect(largestLeak({ findings }, list)).toMatchObject({ group: 'b', auc: 1, upTo: 1 });
  const nothing = await measuredWith(asked, scores(false, 2), 0.95);
  expect(nothing.verdict.leak).toBe(false);
  // 80 people in three groups: a larger reach than a single figure has, and so a larger leak that may hide.
  const single = detectableAuc(normalQuantile(0.975), [27, 27, 26]);
  expect(nothing.attacks[0]!.detectable).toBeGreaterThan(single);
  expect(nothing.attacks[0]!.detectable).toBeLessThan(1);
});
