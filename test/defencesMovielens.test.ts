/** Defences on real data: before the classifier they hide from, and nobody else. `ulterior audit --defence` has the rest. */
import { describe, expect } from 'vitest';
import { dealIntoFolds, sparse } from '../src/audit/index.ts';
import { createDefence, linearForm, logWeightsOf, quantilesOf, standardisedEvidence } from '../src/defence/index.ts';
import { parametersFrom, train, trained } from '../src/factorization/index.ts';
import { historyAt } from '../src/inference/index.ts';
import { attributeOf, filterByCounts, subsetUsers } from '../src/ratings/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { areaUnderCurve } from './support/auc.ts';
import { readMovieLens } from './support/movielens.ts';
import { itNeedsData } from './support/needs.ts';

describe.each([
  ['gender', 0.02],
  ['age', 0.002],
] as const)('%s', (attribute, step) => {
  itNeedsData(
    'ml-1m/ratings.dat',
    'least change, blinding and decoys fool the classifier they hide from',
    async (file) => {
      const data = filterByCounts(readMovieLens(file), { minPerUser: 20, minPerItem: 20 }).dataset;
      const { dataset, folds } = dealIntoFolds(data, attribute, 3, 1, 'audit-folds');
      const inFold = (wanted: boolean) =>
        Uint32Array.from(folds.keys()).filter((user) => (folds[user] === 0) === wanted);
      const [trainers, people] = [subsetUsers(dataset, inFold(false)), subsetUsers(dataset, inFold(true))];
      const parameters = parametersFrom('paper', { step });
      const model = trained(await train(trainers, attribute, parameters, { kernels: loadKernels() }));
      const beliefOptions = { ridge: 100, prior: 'uniform' } as const;
      const known = sparse(trainers.ratings.byUser, model.items.size);
      const targets = quantilesOf(standardisedEvidence(model, known, beliefOptions));
      const types = Array.from(attributeOf(people, attribute).values);
      const rows = sparse(people.ratings.byUser, model.items.size);
      const attack = (name: string, strength: number) => {
        const defence = createDefence(name, { model, strength, seed: 1, beliefOptions, targets });
        const odds = types.map((type, number) => {
          const sent = defence.send({ ratings: historyAt(rows, number), number, type });
          const weights = logWeightsOf(linearForm(model, sent.indices, beliefOptions), sent.values);
          return weights[1]! - weights[0]!;
        });
        const accuracy = types.filter((type, number) => odds[number]! > 0 === (type === 1)).length / types.length;
        return { auc: areaUnderCurve(odds, types), accuracy };
      };
      const undefended = attack('leastChange', 0);
      expect(undefended.auc).toBeGreaterThan(0.79);
      expect(Math.abs(attack('leastChange', 1).auc - 0.5)).toBeLessThan(0.03);
      expect(attack('blinding', 1).auc).toBeLessThan(0.62);
      expect(attack('blindingRounded', 1).auc).toBeGreaterThan(attack('blinding', 1).auc + 0.1);
      const decoys = attack('decoysGreedy', 0.1);
      expect(decoys.accuracy).toBeLessThan(undefended.accuracy - 0.25);
      expect(decoys.auc).toBeLessThan(0.3);
    },
  );
});
