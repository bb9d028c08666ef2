/** Audits in which the attacker has the item vectors of another recommender. */

import { describe, expect, it } from 'vitest';
import { historyIn } from '../../../test/support/findings.ts';
import { parametersFrom, train, trained } from '../../factorization/index.ts';
import { itemIndex, type Vectors } from '../../ratings/index.ts';
import { answerOf } from '../../report/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { runPlan } from '../folds/index.ts';
import type { AuditRecords } from '../records/records.ts';
import { contender } from '../spec/contender.ts';
import { fingerprintOfVectors } from '../surfaces/index.ts';
import { planAudit } from './runAudit.ts';

const kernels = loadKernels();
const { dataset } = createWorld({ users: 300, items: 40, ratingsPerUser: 20, dimension: 3, leak: 0.15 }, 4);
const training = parametersFrom('als', { dimension: 3, iterations: 8 });
const ids = Array.from({ length: dataset.items.size }, (_, item) => dataset.items.id(itemIndex(item)));

function audited(vectors?: Vectors): Promise<AuditRecords> {
  const spec = {
    attribute: 'type',
    folds: 3,
    training,
    contenders: [contender('separation')],
    maxQuestions: 5,
    heldOut: 0,
    fullHistory: ['factor'] as const,
    controls: 1,
    permutations: 0,
    resamples: 50,
  };
  const plan = planAudit(dataset, spec, vectors && { file: 'theirs.npz', vectors });
  return runPlan(plan, { kernels, source: 'an invented world', finished: () => 'then' });
}
const whole = (records: AuditRecords) => historyIn(records, 'factor').auc;
const profiles = async () => trained(await train(dataset, 'type', training, { kernels })).rows.profiles;

describe('an audit with item vectors of another recommender', () => {
  it('finds about what it finds with its own, and names them', async () => {
    const ours = await audited();
    const good = await audited({ ids, dimension: 3, values: await profiles() });
    expect(Math.abs(whole(good).value - whole(ours).value)).toBeLessThan(0.04);
    expect(good.provenance.noiseVariances).not.toEqual(ours.provenance.noiseVariances);
    expect(good.itemVectorsFrom).toBe('theirs.npz');
    expect(ours.itemVectorsFrom).toBeUndefined();
    expect(JSON.stringify(answerOf(good))).toContain('theirs.npz');
    expect(JSON.stringify(answerOf(ours))).not.toContain('theirs.npz');
  });

  it('leaves out items without a vector, and is another audit with other vectors', async () => {
    const values = (await profiles()).slice(0, 30 * 3);
    const some = { ids: ids.slice(0, 30), dimension: 3, values };
    expect((await audited(some)).data.items).toBe(30);
    const other = { ...some, values: values.map((value, n) => (n === 5 ? value + 1 : value)) };
    expect(fingerprintOfVectors(other)).not.toBe(fingerprintOfVectors(some));
    expect(fingerprintOfVectors({ ...some, values: Float64Array.from(values) })).toBe(fingerprintOfVectors(some));
  });
});
