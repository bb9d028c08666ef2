/**
 * The control with a known answer: with a world's true parameters and ratings that are not rounded, a fixed list of
 * questions must leave exactly the variance that the theory says, whatever the answers.
 *
 *     MAE = sqrt(2 / pi) sd(x | answers),     R2 = 1 - var(x | answers) / var(x)                       [eq:impliedNumber]
 *
 * With *trained* parameters the same formula may say more than can be had; that figure is given beside it.
 */
import {
  createNumericModel,
  type NumericModel,
  numericDefaults,
  type TrainingTools,
  trained,
  trainNumeric,
} from '../../factorization/index.ts';
import { type NumericBelief, numericRowOf, startNumericBelief } from '../../inference/index.ts';
import { derive, normalQuantile } from '../../maths/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { createNumericStrategy } from '../../selection/index.ts';
import { VERSION } from '../../version/index.ts';
import { createNumericWorld, type NumericWorld, type NumericWorldSpec } from '../../worlds/index.ts';
import { numberFigures, numberMeasure } from '../figures/numberFigures.ts';
import type { PlantedNumber } from '../records/numericRecords.ts';
import { drawnResamples } from '../statistics/bootstrap.ts';
import { resampled } from '../statistics/resampled.ts';
import { chosenList } from './chosenList.ts';

interface PlantedNumberOptions {
  readonly questions: number;
  readonly people: number;
  readonly resamples: number;
  readonly level: number;
  /** Probability with which the attacker's interval is said to hold the number. */
  readonly coverage: number;
}

export async function plantedNumber(
  spec: Partial<NumericWorldSpec>,
  seed: number,
  options: PlantedNumberOptions,
  tools: Pick<TrainingTools, 'signal'> = {},
): Promise<PlantedNumber> {
  const world = createNumericWorld({ ...spec, scale: 'continuous' }, seed);
  const model = trueModel(world);
  const list = chosenList(
    createNumericStrategy({ model, seed: 1 }).next,
    startNumericBelief(model),
    (belief, item) => afterList(belief, model, [item]),
    { questions: options.questions, items: model.items.size },
  );
  const parameters = { dimension: world.spec.dimension, seed };
  const learned = trained(await trainNumeric(world.dataset, world.spec.attribute, parameters, tools));
  return {
    questions: list.length,
    people: options.people,
    implied: implied(model, list),
    measured: measure(model, list, seed, options),
    impliedByTraining: implied(learned, list),
  };
}

/** What a list of questions must bring, whatever the answers. */
function implied(model: NumericModel, list: readonly ItemIndex[]): PlantedNumber['implied'] {
  const { variance } = afterList(startNumericBelief(model), model, list);
  return { mae: Math.sqrt((2 / Math.PI) * variance), r2: 1 - variance / model.attribute.variance };
}

/** Any answers will do: the variance does not contain them. */
function afterList(start: NumericBelief, model: NumericModel, list: readonly ItemIndex[]): NumericBelief {
  return start.afterAll(list.map((item) => ({ row: numericRowOf(model, item), value: 0 })));
}

/** New people of the world, who answer the whole list with ratings that are not rounded. */
function measure(
  model: NumericModel,
  list: readonly ItemIndex[],
  seed: number,
  { people, resamples, level, coverage }: PlantedNumberOptions,
): PlantedNumber['measured'] {
  const { attribute, dimension, profileVariance, noiseVariance } = model;
  const truth = new Float64Array(people);
  const beliefs = Array.from({ length: people }, (_, person) => {
    const stream = derive(seed, 'planted-number', person);
    truth[person] = attribute.mean + Math.sqrt(attribute.variance) * stream.normal();
    const state = Float64Array.from({ length: dimension + 1 }, (_, k) =>
      k < dimension ? Math.sqrt(profileVariance) * stream.normal() : truth[person]!,
    );
    return startNumericBelief(model).afterAll(
      list.map((item) => {
        const row = numericRowOf(model, item);
        const expected = state.reduce((sum, entry, k) => sum + entry * row.direction[k]!, row.intercept);
        return { row, value: expected + Math.sqrt(noiseVariance) * stream.normal() };
      }),
    );
  });
  const everyone = Uint32Array.from(truth.keys());
  const blind = new Float64Array(people).fill(attribute.mean);
  const guess = (person: number) => beliefs[person]!.mean;
  const guesses = { people: everyone, truth, bounded: truth, guess, blindMeans: blind, blindMedians: blind };
  const z = normalQuantile((1 + coverage) / 2);
  const reach = (person: number) => z * beliefs[person]!.deviation;
  const [found] = resampled([numberMeasure({ ...guesses, reach })], people, drawnResamples(people, seed, resamples));
  const figures = numberFigures(guesses, found!, level);
  return { mae: figures.mae, r2: figures.r2, coverage: figures.coverage };
}

function trueModel({ dataset, truth, spec }: NumericWorld): NumericModel {
  const items = dataset.items.size;
  return createNumericModel({
    attribute: { name: spec.attribute, mean: spec.mean, variance: spec.deviation ** 2 },
    dimension: truth.dimension,
    profiles: Float64Array.from(truth.itemProfiles),
    intercepts: truth.intercepts,
    slopes: truth.slopes,
    noiseVariance: truth.noiseVariance,
    profileVariance: truth.profileVariance,
    items: dataset.items,
    scale: dataset.scale,
    itemStatistics: {
      counts: new Uint32Array(items),
      means: new Float32Array(items),
      entropies: new Float32Array(items),
      slopeErrors: new Float64Array(items),
    },
    provenance: {
      version: VERSION,
      dataFingerprint: 'true parameters of a world',
      users: dataset.users.size,
      ratings: dataset.ratings.count,
      parameters: numericDefaults,
      noiseFrom: 'training',
      trainingErrors: [],
    },
  });
}
