/** Erased vectors before attackers: what a straight line no longer tells, others may. */
import { beforeAll, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { headlineIn } from '../../../test/support/findings.ts';
import { type ModelAuditRecords, planModelAudit, runModelAudit } from '../../audit/index.ts';
import { derive } from '../../maths/index.ts';
import { attributeFromCodes, createVectors, createVocabulary, type UserIndex } from '../../ratings/index.ts';
import { reportOf } from '../../report/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { erasureBefore } from './index.ts';

const [PEOPLE, WIDTH] = [400, 5];
const ids = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);
const codes = Int16Array.from(ids, (_, n) => n % 2);
const people = {
  users: createVocabulary<UserIndex>(ids),
  attribute: attributeFromCodes('club', ['red', 'blue'], codes),
};
const stream = derive(8, 'erased');
// The groups differ in the mean of the first number, and in the spread of the second.
const values = Float64Array.from({ length: PEOPLE * WIDTH }, (_, at) => {
  const [group, column] = [codes[Math.floor(at / WIDTH)]!, at % WIDTH];
  return (column === 1 && group === 1 ? 2.5 : 1) * stream.normal() + (column === 0 ? 1.5 * group : 0);
});
const vectors = createVectors({ file: 'v.csv', ids, dimension: WIDTH, values });
const surfaces = [{ kind: 'userVectors', file: 'v.csv', vectors }] as const;
const spec = { attribute: 'club', folds: 2, attackers: ['logistic', 'kernelRidge'], controls: 1, resamples: 100 };
const tools = { kernels: loadKernels(), source: 'a test', finished: () => 'then' };
const audited = (name?: string) =>
  runModelAudit({ people, surfaces, afterDefence: name === undefined ? undefined : erasureBefore(name) }, spec, tools);
const aucOf = (records: ModelAuditRecords, attacker: string, defence?: string) =>
  headlineIn(records, 'userVectors', { defence }).find((one) => one.attacker === attacker)!.auc;

let after: ModelAuditRecords;
beforeAll(async () => {
  after = await audited('erase:leace');
});

it('LEACE leaves a linear attacker with guessing, and one that reads spread with what spread tells', () => {
  expect(aucOf(after, 'logistic').low).toBeGreaterThan(0.75);
  const linear = aucOf(after, 'logistic', 'erase:leace').bounds!;
  expect([linear.low < 0.5, linear.high > 0.5]).toEqual([true, true]);
  expect(aucOf(after, 'kernelRidge', 'erase:leace').bounds!.low).toBeGreaterThan(0.55);
  expect(after.afterDefence).toMatchObject({ name: 'erase:leace', label: 'LEACE', verdict: { leak: true } });
});

it('the barycentre, which knows of spread, leaves less of it', async () => {
  const records = await audited('erase:barycentre');
  const left = aucOf(records, 'kernelRidge', 'erase:barycentre').value;
  expect(left).toBeLessThan(aucOf(after, 'kernelRidge', 'erase:leace').value - 0.05);
});

it('attackers learn from the people whom the map was not learned from, before it, too', async () => {
  const plain = await audited();
  expect(aucOf(plain, 'logistic').value).not.toBe(aucOf(after, 'logistic').value);
  // The same whatever is erased.
  expect(aucOf(await audited('erase:means'), 'logistic')).toEqual(aucOf(after, 'logistic'));
});

it('the report says how it was learned, and gives no strength that it does not have', () => {
  const text = reportOf(after).summary().join('\n');
  expect(text).toMatch(/LEACE\) the strongest attacker/);
  expect(text).not.toContain('strength');
});

it('what has no row of numbers per person is refused', () => {
  const plan = () =>
    planModelAudit(
      {
        people,
        surfaces: [...surfaces, { kind: 'ratings' }],
        afterDefence: erasureBefore('erase:leace'),
      },
      spec,
    );
  expect(failure(plan)).toMatch(
    /^SURFACE_FIXED: erase:leace changes a row of numbers per person, and "ratings" has none/,
  );
});
