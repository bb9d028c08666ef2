/** What people may be asked decides what ten questions tell: where only what was seen leaks, stars say nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { curveIn, headlineIn } from '../../../test/support/findings.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  numberedVocabulary,
  scaleOf,
} from '../../ratings/index.ts';
import { answerText } from '../../report/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import type { AuditRecords } from '../records/records.ts';
import { contender } from '../spec/contender.ts';
import { auditSpec } from '../spec/spec.ts';
import { runAudit } from './runAudit.ts';

const [PEOPLE, ITEMS] = [240, 40];

/** Every item is known to 0.4 + leak of one group and 0.4 - leak of the other; stars are alike. */
function world(leak: number) {
  const stream = derive(3, 'what-was-seen');
  const labels = Int16Array.from({ length: PEOPLE }, (_, person) => person % 2);
  const cells = Array.from(labels, (group, person) =>
    Array.from({ length: ITEMS }, (_, item) => item)
      .filter((item) => stream.uniform() < 0.4 + ((item + group) % 2 === 0 ? leak : -leak))
      .map((item) => [person, item, 1 + stream.below(5)] as const),
  ).flat();
  const values = Float32Array.from(cells, ([, , value]) => value);
  return createDataset({
    users: numberedVocabulary(PEOPLE, 'p'),
    items: numberedVocabulary(ITEMS, 'q'),
    ratings: createRatingMatrix(PEOPLE, ITEMS, {
      users: cells.map(([person]) => person),
      items: cells.map(([, item]) => item),
      values,
    }),
    scale: scaleOf(values),
    attributes: [attributeFromCodes('group', ['a', 'b'], labels)],
  });
}

const spec = {
  attribute: 'group',
  folds: 3,
  training: parametersFrom('als', { dimension: 2, iterations: 4 }),
  maxQuestions: 8,
  headlineQuestions: 8,
  heldOut: 0,
  contenders: [contender('random')],
  openLists: ['forwardLogistic'],
  fullHistory: [],
  permutations: 0,
  controls: 1,
  resamples: 100,
};
const tools = { kernels: loadKernels(), source: 'a world', finished: () => '' };

describe('questions about anything', () => {
  let records: AuditRecords;
  beforeAll(async () => {
    records = await runAudit(world(0.15), spec, tools);
  });
  const open = () => headlineIn(records, 'openQuestions')[0]!;

  it('are a headline of their own, with everybody, a control, and bounds that count them', () => {
    expect(open()).toMatchObject({ attacker: 'forwardLogistic', length: 8, people: PEOPLE, judged: true });
    expect(open().auc.bounds!.low).toBeGreaterThan(0.7);
    expect(headlineIn(records, 'questions')[0]!.auc.value).toBeLessThan(0.65);
    const control = records.findings.find(
      ({ exposure, variant }) => exposure === 'openQuestions' && variant === 'shuffled',
    )!;
    expect(Math.abs(control.auc!.value - 0.5)).toBeLessThan(0.12);
    expect(records.verdict.leak).toBe(true);
  });

  it('lead the answer where they tell more, which is explained', () => {
    const text = answerText(records);
    expect(text).toMatch(
      /^A (clear|strong|very strong) leak of group\. After 8 questions about anything \(“not seen” is an answer\) /,
    );
    expect(text).toMatch(
      /Questions about anything reveal much more than questions about rated items \(0\.\d\d against 0\.\d\d\)/,
    );
  });

  it('find what the same attacker finds in an audit where all may ask anything', async () => {
    const alone = { ...spec, protocol: 'open', contenders: [contender('forwardLogistic')], openLists: [] } as const;
    const other = await runAudit(world(0.15), alone, tools);
    expect(curveIn(other, 'forwardLogistic')[8]!.auc.value).toBeCloseTo(open().auc.value, 9);
  });

  it('say nothing where nothing leaks', async () => {
    const none = await runAudit(world(0), spec, tools);
    expect(none.verdict.leak).toBe(false);
    expect(answerText(none)).not.toContain('reveal much more');
  });

  it('are asked unless somebody names attackers, or all may ask anything', () => {
    const lists = (partial: Partial<Parameters<typeof auditSpec>[0]>) =>
      auditSpec({ attribute: 'group', ...partial }).openLists;
    expect(lists({})).toEqual(['bestList']);
    expect(lists({ contenders: [contender('random')] })).toEqual([]);
    expect(lists({ protocol: 'open' })).toEqual([]);
    expect(failure(() => auditSpec({ ...spec, protocol: 'open' }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: openLists names forwardLogistic, but all contenders may ask anything .* -> name them among the contenders/,
    );
    expect(failure(() => auditSpec({ ...spec, openLists: ['best'] }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: openLists\[0\] is best/,
    );
  });
});
