import { expect, it } from 'vitest';
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
  expect(much.undefended.attacks).toEqual(little.undefended.attacks);
  // The recommender does not see what it must predict: the more is set aside, the less it knows.
  const rmse = ({ undefended }: typeof much) => undefended.utilities[0]!.rmse.value;
  expect(rmse(much)).toBeGreaterThan(rmse(little));
  for (const [at, { attacks, changes, utilities }] of much.evaluations.entries()) {
    const same = little.evaluations[at]!;
    expect(attacks).toEqual(same.attacks);
    expect(changes).toEqual(same.changes);
    expect(utilities[0]!.rmse.value).not.toBe(same.utilities[0]!.rmse.value);
  }
});
