/** An attacker that cannot be computed is left out and named; a fault of a program ends the audit. */

import { beforeEach, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { boundedIn } from '../../../test/support/findings.ts';
import { lend } from '../../../test/support/lend.ts';
import { UlteriorError } from '../../errors/index.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { type ClassifierData, classifierRegistry, trainMultinomial } from '../../inference/index.ts';
import { type RivalDefinition, rivalRegistry } from '../../rivals/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import type { Checkpoints } from '../folds/index.ts';
import type { AuditRecords } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { type Contender, contender } from '../spec/contender.ts';
import type { AuditTools } from './auditTools.ts';
import { runAudit } from './runAudit.ts';

const tools: AuditTools = { kernels: loadKernels(), source: 'a world', finished: () => 'then' };
const { dataset } = createWorld({ users: 120, items: 30, ratingsPerUser: 12, leak: 0.9 }, 1);
const spec: Partial<AuditSpec> & { attribute: string } = {
  attribute: 'type',
  folds: 3,
  training: parametersFrom('als', { dimension: 2, iterations: 3 }),
  contenders: [contender('maxGap'), contender('random')],
  maxQuestions: 2,
  heldOut: 0,
  compareAt: [2],
  resamples: 50,
  controls: 2,
  permutations: 0,
};

/** Naive Bayes that raises an error on its n-th training. */
function failing(name: string, at: number, error: () => Error): string {
  let trainings = 0;
  lend(classifierRegistry, {
    name,
    label: `Label of ${name}`,
    summary: 'fails once',
    learnsShares: true,
    choosesSettings: false,
    train: ({ rows, types, typeCount }: ClassifierData) => {
      if (trainings++ === at) throw error();
      return trainMultinomial(rows, types, typeCount);
    },
  });
  return name;
}

const singular = () => new UlteriorError('TRAINING_SINGULAR', 'no unique solution', 'raise ridge');
/** Who read whole histories, on real and on shuffled labels. */
const named = ({ findings }: AuditRecords) =>
  new Set(findings.flatMap(({ exposure, attacker }) => (exposure === 'histories' ? [attacker] : [])));

describe('an attacker on whole histories that fails in one fold', () => {
  it.each([
    ['with the real labels', 1],
    ['with shuffled labels', 4],
  ])('%s is left out of everything and named, and the rest stands', async (where, at) => {
    const name = failing(`fails${at}`, at, singular);
    const records = await runAudit(dataset, { ...spec, fullHistory: ['multinomial', name] }, tools);
    expect(records.attackerNotes, where).toEqual([
      {
        kind: 'history',
        id: name,
        label: `Label of ${name}`,
        form: 'failed',
        code: 'TRAINING_SINGULAR',
        reason: 'no unique solution',
      },
    ]);
    expect(named(records)).toEqual(new Set(['multinomial']));
    expect(records.spec.fullHistory).toEqual(['multinomial']);
    const without = await runAudit(dataset, { ...spec, fullHistory: ['multinomial'] }, tools);
    expect({ ...records, attackerNotes: undefined }).toEqual({ ...without, attackerNotes: undefined });
  });

  it('is left out alike where its folds come from checkpoints', async () => {
    const name = failing('failsResumed', 1, singular);
    const kept = new Map<string, Uint8Array>();
    const checkpoints: Checkpoints = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => void kept.set(key, bytes),
    };
    const wanted = { ...spec, fullHistory: ['factor', name] };
    const first = await runAudit(dataset, wanted, { ...tools, checkpoints });
    expect(kept.size).toBe(9);
    expect(first.attackerNotes).toHaveLength(1);
    expect(await runAudit(dataset, wanted, { ...tools, checkpoints })).toEqual(first);
  });

  it('may be the only one', async () => {
    const name = failing('failsAlone', 0, singular);
    const records = await runAudit(dataset, { ...spec, fullHistory: [name] }, tools);
    expect(named(records)).toEqual(new Set());
    expect(new Set(boundedIn(records).map(({ exposure }) => exposure))).toEqual(new Set(['questions']));
    expect(records.attackerNotes).toMatchObject([{ id: name, form: 'failed' }]);
  });
});

it('a fault of a program ends the audit, whatever code it claims', async () => {
  const fault = failing('faulty', 1, () => new TypeError('undefined is not a function'));
  await expect(runAudit(dataset, { ...spec, fullHistory: ['factor', fault] }, tools)).rejects.toThrow(TypeError);
  const coded = failing('misbehaves', 1, () => new UlteriorError('PLUGIN_MISBEHAVED', 'wrong', 'mend it'));
  expect(await asyncFailure(() => runAudit(dataset, { ...spec, fullHistory: ['factor', coded] }, tools))).toMatch(
    /^PLUGIN_MISBEHAVED: wrong/,
  );
});

describe('a contender that fails', () => {
  const failingRival: RivalDefinition = {
    name: 'failingRival',
    label: 'A rival that fails',
    summary: 'never learns',
    train: () => {
      throw new UlteriorError('CLASSIFIER_DID_NOT_CONVERGE', 'it did not converge', 'raise ridge');
    },
    open: () => {
      throw new Error('there is nothing to open');
    },
  };
  let rival: Contender;
  beforeEach(() => {
    lend(rivalRegistry, failingRival);
    rival = contender('failingRival');
  });

  it('is left out and named; the others ask as they would without it', async () => {
    const contenders = [rival, ...spec.contenders!];
    const records = await runAudit(dataset, { ...spec, fullHistory: [], contenders }, tools);
    expect(records.attackerNotes).toEqual([
      {
        kind: 'questions',
        id: 'failingRival',
        label: 'A rival that fails',
        form: 'failed',
        code: 'CLASSIFIER_DID_NOT_CONVERGE',
        reason: 'it did not converge',
      },
    ]);
    expect(records.attackers.map(({ id }) => id)).toEqual(['maxGap', 'random']);
    expect(records.spec.shuffled).toEqual([]);
    const without = await runAudit(dataset, { ...spec, fullHistory: [], shuffled: [] }, tools);
    expect(boundedIn(records)).toEqual(boundedIn(without));
  });

  it('ends the audit with a clear error where nobody else asks', async () => {
    const alone = { ...spec, fullHistory: ['factor'], contenders: [rival] };
    expect(await asyncFailure(() => runAudit(dataset, alone, tools))).toMatch(
      /^ATTACKERS_FAILED: no attacker that asks questions could run: failingRival \(it did not converge\) -> .*strategies=random/,
    );
  });

  it('is all of them where ratings have no model, and the remedy is a flag', async () => {
    const training = { ...parametersFrom('als', { dimension: 20, iterations: 3 }), profileRidge: 0 };
    expect(await asyncFailure(() => runAudit(dataset, { ...spec, training, fullHistory: [] }, tools))).toMatch(
      /^TRAINING_SINGULAR: questions cannot be chosen, because the model of ratings cannot be trained: .* -> .*profileRidge/,
    );
  });
});
