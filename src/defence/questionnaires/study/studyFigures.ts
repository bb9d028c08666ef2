/**
 * From the numbers of all people to findings with intervals: the same resamples for all, so that lists can be compared.
 * The strongest attack on a list is the largest of several figures; so each AUC also has bounds that are simultaneous
 * over all attributes, attackers and groups of its list.
 */
import {
  attackFindings,
  type Experiment,
  estimated,
  type Finding,
  findAttacks,
  type MeasuredPlace,
  resamplesOf,
  rootMeanSquare,
  type Statistic,
  scoresAt,
  type Verdict,
  verdictFrom,
  type WorkTools,
} from '../../../audit/index.ts';
import { attributeOf, type Dataset } from '../../../ratings/index.ts';
import { listExposure, type QuestionnaireStudy } from '../design/records.ts';
import type { StudySpec } from '../design/spec.ts';
import { NOTHING } from './listExposures.ts';
import { UNLIMITED } from './studyLists.ts';

export interface StudyFigures {
  readonly findings: readonly Finding[];
  /** Of each list. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly measurement: NonNullable<QuestionnaireStudy['measurement']>;
}

/** What asking was worth, person by person: summed squared errors, answers, and how many ratings were predicted. */
type Worth = Readonly<Record<'errors' | 'answered' | 'targets', Float64Array>>;

/** `judged`: the lists that a gate judges. */
export async function studyFigures(
  experiment: Experiment,
  ids: readonly string[],
  judged: readonly (string | undefined)[],
  dataset: Dataset,
  folds: Uint16Array,
  spec: StudySpec,
  tools: WorkTools,
): Promise<StudyFigures> {
  const { attributes, level, seed } = spec;
  const clusters = dataset.together?.clusters;
  const people = Uint32Array.from({ length: dataset.users.size }, (_, user) => user);
  const of = new Map(attributes.map((name) => [name, attributeOf(dataset, name)]));
  const length = spec.questions;
  const places = ids.flatMap((exposure) =>
    attributes.map((target): MeasuredPlace => {
      const { labels, values: types } = of.get(target)!;
      return { exposure, as: { target, exposure: listExposure(exposure), length }, labels, types, people };
    }),
  );
  const drawn = { folds, clusters, resamples: spec.resamples, level, seed };
  const found = await findAttacks(places, experiment, drawn, tools);
  const onLists = ids.map((id) => {
    const own = found.flatMap((attacks, at) => (places[at]!.exposure === id ? attacks : []));
    const { findings, family } = attackFindings(own, level, clusters, () => judged.includes(id));
    return { id, findings, verdict: verdictFrom(family, undefined, level) };
  });
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
  const taught = { target: 'taste', variant: 'real', people: people.length } as const;
  return {
    findings: [
      ...onLists.flatMap(({ id, findings }) => [
        ...findings,
        {
          ...taught,
          exposure: listExposure(id),
          length,
          ...errorsOf(id),
          answered: sum(worthOf(id).answered) / (people.length * length),
        },
      ]),
      { ...taught, exposure: listExposure(NOTHING), length: 0, ...errorsOf(NOTHING) },
    ],
    verdicts: new Map(onLists.map(({ id, verdict }) => [id, verdict])),
    measurement: { people: people.length, heldOut: sum(worthOf(NOTHING).targets) },
  };
}
