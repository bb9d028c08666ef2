import { expect, it } from 'vitest';
import { findingsWith } from '../../audit/index.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { evaluateDefences } from './evaluateDefences.ts';

const tools = { kernels: loadKernels(), source: 'a world', finished: () => 'then' };

it('attackers see all that is sent, however much is set aside to measure the recommender', async () => {
  const few = createWorld({ users: 160, items: 30, ratingsPerUser: 20, minimumPerUser: 12, leak: 0.5 }, 4).dataset;
  const setAside = (heldOut: number) =>
    evaluateDefences(
      few,
      {
        attribute: 'type',
        folds: 2,
        training: parametersFrom('als', { dimension: 2, iterations: 3 }),
        defences: ['withholdRandom', 'equalChances'].map((name) => ({ name, strengths: [0.5] })),
        attackers: ['factor', 'logistic', 'kernelRidge', 'channels', 'chances'],
        heldOut,
        heldOutShare: 0.5,
        resamples: 50,
      },
      tools,
    );
  const [little, much] = [await setAside(1), await setAside(8)];
  const attacks = ({ findings }: typeof much) => findingsWith(findings, 'auc');
  expect(attacks(much).length).toBeGreaterThan(0);
  expect(attacks(much)).toEqual(attacks(little));
  // The recommender does not see what it must predict: the more is set aside, the less it knows.
  const errors = ({ findings }: typeof much) =>
    findingsWith(findings, 'rmse', { situation: 'undefended', group: undefined }).map(({ rmse }) => rmse.value);
  expect(errors(much)[0]).toBeGreaterThan(errors(little)[0]!);
  for (const [at, error] of errors(much).entries()) expect(error).not.toBe(errors(little)[at]);
  for (const [at, { changes }] of much.evaluations.entries()) {
    expect(changes).toEqual(little.evaluations[at]!.changes);
  }
});
