/**
 * From the numbers of all people to figures with intervals: the same resamples for all, so that lists can be compared.
 * The strongest attack on a list is the largest of several figures; so each AUC also has bounds that are simultaneous
 * over all attributes, attackers and groups of its list.
 */
import {
  boundedFigures,
  detectableAmong,
  type Experiment,
  estimated,
  findAttacks,
  resamplesOf,
  rootMeanSquare,
  type Statistic,
  scoresAt,
  verdictFrom,
  type WorkTools,
} from '../../../audit/index.ts';
import { attributeOf, type Dataset } from '../../../ratings/index.ts';
import type { MeasuredAttack, MeasuredList, StudyMeasurement } from '../design/records.ts';
import type { StudySpec } from '../design/spec.ts';
import { NOTHING } from './listExposures.ts';
import { UNLIMITED } from './studyLists.ts';

export interface StudyFigures {
  readonly lists: ReadonlyMap<string, MeasuredList>;
  readonly measurement: StudyMeasurement;
}

/** What asking was worth, person by person: summed squared errors, answers, and how many ratings were predicted. */
type Worth = Readonly<Record<'errors' | 'answered' | 'targets', Float64Array>>;

export async function studyFigures(
  experiment: Experiment,
  ids: readonly string[],
  dataset: Dataset,
  folds: Uint16Array,
  spec: StudySpec,
  tools: WorkTools,
): Promise<StudyFigures> {
  const { attributes, level, seed } = spec;
  const clusters = dataset.together?.clusters;
  const people = Uint32Array.from({ length: dataset.users.size }, (_, user) => user);
  const of = new Map(attributes.map((name) => [name, attributeOf(dataset, name)]));
  const places = ids.flatMap((exposure) =>
    attributes.map((target) => ({ exposure, target, labels: of.get(target)!.labels, people })),
  );
  const drawn = { folds, clusters, resamples: spec.resamples, level, seed };
  const found = await findAttacks(places, experiment, drawn, tools);
  const attacksOn = (id: string): Pick<MeasuredList, 'attacks' | 'verdict'> => {
    const own = found.flatMap((attacks, at) =>
      places[at]!.exposure === id ? attacks.map((attack) => ({ attack, place: places[at]! })) : [],
    );
    const { figures, family } = boundedFigures(
      own.map(({ attack }) => attack),
      level,
    );
    const attacks = figures.map((figure, at): MeasuredAttack => {
      const { place } = own[at]!;
      const detectable = detectableAmong(family, of.get(place.target)!.values, place, clusters);
      return { attribute: place.target, ...figure, detectable };
    });
    return { attacks, verdict: verdictFrom(family, undefined, level) };
  };
  const worthOf = (id: string) => scoresAt<Worth>(experiment.dealings[0]!.scores, { exposure: id })!;
  const rootOf = (id: string) => rootMeanSquare(worthOf(id).errors, worthOf(id).targets, people);
  const resamples = resamplesOf(people.length, seed, spec.resamples, clusters);
  const estimate = (statistic: Statistic) => estimated(statistic, resamples, people.length, level);
  const reference = rootOf(UNLIMITED);
  const errorsOf = (id: string) => {
    const own = rootOf(id);
    return { rmse: estimate(own), rmseChange: estimate((weights) => own(weights) / reference(weights) - 1) };
  };
  const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0);
  const nothing = errorsOf(NOTHING);
  return {
    lists: new Map(
      ids.map((id) => {
        const answered = sum(worthOf(id).answered) / (people.length * spec.questions);
        return [id, { ...attacksOn(id), ...errorsOf(id), answered }];
      }),
    ),
    measurement: {
      people: people.length,
      heldOut: sum(worthOf(NOTHING).targets),
      rmseWithout: nothing.rmse,
      changeWithout: nothing.rmseChange,
    },
  };
}
