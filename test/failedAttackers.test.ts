/**
 * An attacker that cannot be computed from the data is left out of everything and named, whatever it reads: surfaces,
 * what people send behind a defence, answers to a list. (Of audits: src/audit/run/failedAttackers.test.ts.)
 */
import { describe, expect, it } from 'vitest';
import { peopleWithRatings, runModelAudit } from '../src/audit/index.ts';
import { evaluateDefences } from '../src/defence/index.ts';
import { UlteriorError } from '../src/errors/index.ts';
import { parametersFrom } from '../src/factorization/index.ts';
import { type ClassifierData, classifierRegistry, trainMultinomial } from '../src/inference/index.ts';
import { type AnyRecords, reportOf } from '../src/report/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { createWorld } from '../src/worlds/index.ts';
import { asyncFailure } from './support/failure.ts';
import { lend } from './support/lend.ts';

const tools = { kernels: loadKernels(), source: 'a world', finished: () => 'then' };
const { dataset } = createWorld({ users: 90, items: 20, ratingsPerUser: 12, minimumPerUser: 8, leak: 0.5 }, 3);
const shared = { attribute: 'type', folds: 2, resamples: 50 } as const;

/** Naive Bayes that cannot be computed in its n-th training and after it. */
function failing(name: string, from: number): string {
  let trainings = 0;
  lend(classifierRegistry, {
    name,
    label: `Label of ${name}`,
    summary: 'fails',
    learnsShares: true,
    choosesSettings: false,
    train: ({ rows, types, typeCount }: ClassifierData) => {
      if (trainings++ >= from) throw new UlteriorError('TRAINING_SINGULAR', 'no unique solution', 'raise ridge');
      return trainMultinomial(rows, types, typeCount);
    },
  });
  return name;
}

const runs: Readonly<Record<string, (attackers: readonly string[]) => Promise<AnyRecords>>> = {
  surfaces: (attackers) =>
    runModelAudit(
      { people: peopleWithRatings(dataset, 'type'), surfaces: [{ kind: 'ratings' }] },
      { ...shared, attackers, controls: 1 },
      tools,
    ),
  defences: (attackers) => {
    const training = parametersFrom('als', { dimension: 2, iterations: 2 });
    const defences = [{ name: 'withholdRandom', strengths: [0.5] }];
    return evaluateDefences(dataset, { ...shared, attackers, training, defences, heldOut: 2 }, tools);
  },
};

describe.each(Object.keys(runs))('an attacker that fails: %s', (kind) => {
  it('is left out and named, and the rest stands', async () => {
    const name = failing(`fails-${kind}`, 1);
    const records = await runs[kind]!(['multinomial', name]);
    const label = `Label of ${name}`;
    const note = {
      kind: 'history',
      id: name,
      label,
      form: 'failed',
      code: 'TRAINING_SINGULAR',
      reason: 'no unique solution',
    };
    expect(records).toMatchObject({ attackerNotes: [note] });
    const { attackerNotes: _, ...rest } = records as AnyRecords & { attackerNotes: unknown };
    expect(rest).toEqual(await runs[kind]!(['multinomial']));
    expect(reportOf(records).page([])).toContain(`The attacker “${label}” could not run on these data`);
  });

  it('ends the measurement where nobody else is left', async () => {
    const only = failing(`only-${kind}`, 0);
    expect(await asyncFailure(() => runs[kind]!([only]))).toMatch(
      new RegExp(`^ATTACKERS_FAILED: no attacker could run: ${only} \\(no unique solution\\)`),
    );
  });
});
