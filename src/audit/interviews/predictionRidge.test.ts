/** A survey: few statements, all rated, much noise. There a weak ridge makes predictions worse than none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parametersFrom, train, trained } from '../../factorization/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { findingsWith } from '../records/finding.ts';
import { runAudit } from '../run/runAudit.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import { mostQuestions } from '../spec/mostQuestions.ts';
import { auditSpec } from '../spec/spec.ts';
import { bestRidge, predictionRidgeFor } from './predictionRidge.ts';

const kernels = loadKernels();
/** Two tastes under much noise, and a model that looks for eight: what six of them fit is noise, unless a ridge forbids. */
const survey = createWorld(
  { users: 500, items: 30, ratingsPerUser: 30, minimumPerUser: 30, dimension: 2, leak: 0.3, noise: 1 },
  5,
).dataset;
const spec = auditSpec({
  attribute: 'type',
  folds: 2,
  training: parametersFrom('als', { dimension: 8, iterations: 8 }),
  contenders: [contender('separation'), contender('random')],
  ratingErrorEvery: 4,
  fullHistory: [],
  shuffled: [],
  resamples: 100,
});
const audit = (changes: Partial<AuditSpec>) =>
  runAudit(survey, { ...spec, ...changes }, { kernels, source: '', finished: () => '' });

describe('a survey of thirty statements', () => {
  let tuned: Awaited<ReturnType<typeof audit>>;
  let fixed: Awaited<ReturnType<typeof audit>>;
  beforeAll(async () => {
    tuned = await audit({});
    fixed = await audit({ predictionRidge: 1 });
  });

  it('with a ridge of 1, answers always make predictions worse than the item means', () => {
    const errors = findingsWith(fixed.findings, 'rmseOverItemMeans').filter(({ length }) => length! > 0);
    expect(errors.length).toBeGreaterThan(0);
    for (const { rmseOverItemMeans } of errors) expect(rmseOverItemMeans.low).toBeGreaterThan(0);
  });

  it('with a tuned ridge they never do', () => {
    // Of those on the list, the best for the people who are tested: 10 and 100 both predict worse after 24 answers.
    expect(tuned.provenance.predictionRidges).toEqual([30, 30]);
    const errors = findingsWith(tuned.findings, 'rmseOverItemMeans').filter(({ length }) => length! > 0);
    expect(errors.length).toBeGreaterThan(0);
    for (const { rmseOverItemMeans } of errors) expect(rmseOverItemMeans.high).toBeLessThan(0);
  });

  it('everybody is asked what a fifth leaves, and there is no room for more', () => {
    expect(tuned.spec.maxQuestions).toBe(24);
    const curves = findingsWith(tuned.findings, 'logLoss');
    expect(new Set(curves.map(({ length }) => length)).size).toBe(25);
    expect(new Set(curves.map(({ people }) => people))).toEqual(new Set([500]));
    expect(mostQuestions(survey, { ...spec, heldOut: 0 })).toBe(30);
    expect(mostQuestions(survey, { ...spec, protocol: 'open' })).toBe(30);
  });
});

describe('the ridge', () => {
  it('that is a number stays it', async () => {
    expect(await predictionRidgeFor(survey, { ...spec, predictionRidge: 7 }, { kernels })).toBe(7);
  });

  it('is that of the model where nothing can be predicted', async () => {
    const model = trained(await train(survey, 'type', spec.training, { kernels }));
    const people = [0, 1, 2];
    const none = { ...spec, heldOutShare: 0 };
    expect(bestRidge(model, survey.ratings.byUser, people, none)).toBe(model.noiseVariance / model.profileVariance);
    expect(bestRidge(model, survey.ratings.byUser, people, spec)).toBeGreaterThan(1);
  });

  it('must be a positive number or tuned; a share at most a half', () => {
    expect(() => auditSpec({ attribute: 'type', predictionRidge: 0 })).toThrow(/predictionRidge is 0/);
    expect(() => auditSpec({ attribute: 'type', heldOutShare: 0.6 })).toThrow(/heldOutShare is 0.6/);
    expect(() => auditSpec({ attribute: 'type', heldOut: -1 })).toThrow(/heldOut is -1/);
    expect(auditSpec({ attribute: 'type', heldOut: 0 }).heldOut).toBe(0);
  });
});
