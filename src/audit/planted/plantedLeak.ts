/**
 * The control with a known answer, for invented worlds: with a world's true parameters and ratings that are not rounded,
 * a fixed list of questions must leak exactly what the theory says.
 *
 *     D^2 = 4 delta_A' M_A delta_A / s2 = sum over the list of gap^2 / (s2 (1 + s)),     AUC = Phi(D / sqrt 2)   [eq:implied]
 *
 * The sum runs as the questions are asked: each adds its own squared separation. With *trained* parameters the same
 * formula overstates, because the largest gaps are partly noise; that figure is given beside it.
 */
import { UlteriorError } from '../../errors/index.ts';
import {
  createModel,
  type FactorModel,
  parametersFrom,
  ratingRows,
  type TrainingTools,
  train,
  trained,
} from '../../factorization/index.ts';
import { observe, rowOf, startBelief } from '../../inference/index.ts';
import { derive, normalCdf } from '../../maths/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { createStrategy, squaredSeparation } from '../../selection/index.ts';
import { VERSION } from '../../version/index.ts';
import { createWorld, type World, type WorldSpec } from '../../worlds/index.ts';
import type { Estimate } from '../records/finding.ts';
import type { PlantedLeak } from '../records/records.ts';
import { rank, weightedAuc } from '../statistics/auc.ts';
import { drawnResamples, interval } from '../statistics/bootstrap.ts';
import { resampled } from '../statistics/resampled.ts';
import { chosenList } from './chosenList.ts';

/**
 * The AUC that the true model of an invented world reaches after some questions: what an audit of that world should
 * find.
 */
export async function plantedLeak(
  spec: Partial<WorldSpec>,
  seed: number,
  options: { readonly questions: number; readonly people: number; readonly resamples: number; readonly level: number },
  tools: Pick<TrainingTools, 'kernels' | 'executor' | 'signal'>,
): Promise<PlantedLeak> {
  const world = createWorld({ ...spec, scale: 'continuous' }, seed);
  if (world.spec.types.length !== 2) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the world has ${world.spec.types.length} groups`,
      'use a world with two groups',
    );
  }
  const model = trueModel(world);
  const strategy = createStrategy({ model, seed: 1 }, 'separation');
  const list = chosenList(
    (belief, candidates) => strategy.next(belief, candidates, []),
    startBelief(model),
    (belief, item) => belief.afterAll(observe(model, item, belief.predict(rowOf(model, item)).means[0]!)),
    { questions: options.questions, items: model.items.size },
  );
  const parameters = parametersFrom('als', { dimension: world.spec.dimension, seed });
  const learned = trained(await train(world.dataset, world.spec.attribute, parameters, tools));
  return {
    questions: list.length,
    people: options.people,
    implied: impliedAuc(model, list),
    measured: measure(model, world, list, seed, options),
    impliedByTraining: impliedAuc(learned, list),
  };
}

/** Phi(D / sqrt 2) of a list of questions. */
export function impliedAuc(model: FactorModel, list: readonly ItemIndex[]): number {
  let belief = startBelief(model);
  let squared = 0;
  for (const item of list) {
    const { means, spread } = belief.predict(rowOf(model, item));
    squared += squaredSeparation(means[1]! - means[0]!, spread) / model.noiseVariance;
    // Any answer will do: the separation does not contain it.
    belief = belief.afterAll(observe(model, item, means[0]!));
  }
  return normalCdf(Math.sqrt(squared / 2));
}

function trueModel({ dataset, truth, spec }: World): FactorModel {
  return createModel({
    attribute: spec.attribute,
    typeLabels: spec.types.map(({ label }) => label),
    typePriors: Float64Array.of(0.5, 0.5),
    dimension: truth.dimension,
    rows: ratingRows(truth.itemProfiles, truth.typeBiases, dataset.items.size),
    noiseVariance: truth.noiseVariance,
    profileVariance: truth.profileVariance,
    items: dataset.items,
    scale: dataset.scale,
    itemStatistics: {
      countsByType: new Uint32Array(2 * dataset.items.size),
      means: new Float32Array(dataset.items.size),
      entropies: new Float32Array(dataset.items.size),
    },
    provenance: {
      version: VERSION,
      dataFingerprint: 'true parameters of a world',
      users: dataset.users.size,
      ratings: dataset.ratings.count,
      parameters: parametersFrom('als'),
      noiseFrom: 'training',
      trainingErrors: [],
    },
  });
}

/** New people of the world, who answer the whole list with ratings that are not rounded. */
function measure(
  model: FactorModel,
  { truth }: World,
  list: readonly ItemIndex[],
  seed: number,
  { people, resamples, level }: { people: number; resamples: number; level: number },
): Estimate {
  const scores = new Float64Array(people);
  for (let person = 0; person < people; person++) {
    const stream = derive(seed, 'planted-person', person);
    const profile = Array.from({ length: truth.dimension }, () => Math.sqrt(truth.profileVariance) * stream.normal());
    let belief = startBelief(model);
    for (const item of list) {
      const row = rowOf(model, item);
      let rating = row.biases[person % 2]! + Math.sqrt(truth.noiseVariance) * stream.normal();
      for (let k = 0; k < truth.dimension; k++) rating += profile[k]! * row.profile[k]!;
      belief = belief.after({ row, value: rating });
    }
    scores[person] = belief.logWeights[1]! - belief.logWeights[0]!;
  }
  const ranking = rank(
    Uint32Array.from(scores.keys()),
    (person) => scores[person]!,
    (person) => person % 2 === 1,
  );
  const measure = (weights: ArrayLike<number>) => [weightedAuc(ranking, weights)];
  const [found] = resampled([measure], people, drawnResamples(people, seed, resamples));
  return interval(found![0]!.value, found![0]!.replicates, level);
}
