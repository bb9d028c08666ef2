/**
 * From the numbers of all people to figures with intervals: the same resamples for all, so that lists can be compared.
 * The strongest attack on a list is the largest of several figures; so each AUC also has bounds that are simultaneous
 * over all attributes, attackers and groups of its list.
 */
import {
  bestToldOf,
  detectableAuc,
  type Estimate,
  familyOf,
  interval,
  type Measured,
  measured,
  resamplesOf,
  type ScoreTable,
  scoresFrom,
  unitsByType,
  verdictFrom,
} from '../../../audit/index.ts';
import { attributeOf, type Dataset } from '../../../ratings/index.ts';
import type { MeasuredAttack, MeasuredList, StudyMeasurement } from '../design/records.ts';
import type { StudySpec } from '../design/spec.ts';
import {
  ATTACKERS,
  answeredName,
  attackName,
  errorName,
  type LabelVariant,
  NOTHING,
  shuffledAll,
  TARGETS,
} from './askFold.ts';
import { UNLIMITED } from './studyLists.ts';

export interface StudyFigures {
  readonly lists: ReadonlyMap<string, MeasuredList>;
  readonly measurement: StudyMeasurement;
}

/** A figure of people who count that often. */
type Statistic = (weights: ArrayLike<number>) => number;

export function studyFigures(
  numbers: ScoreTable<Float64Array>,
  ids: readonly string[],
  dataset: Dataset,
  spec: StudySpec,
): StudyFigures {
  const people = dataset.users.size;
  const labelled: Readonly<Record<LabelVariant, Dataset>> = {
    real: dataset,
    shuffled: spec.control ? shuffledAll(dataset, spec) : dataset,
  };
  const resamples = resamplesOf(people, spec.seed, spec.resamples, dataset.together?.clusters);
  const figureOf: FigureOf = (id, variant, attribute, attacker) =>
    attackOn(numbers.get(attackName(id, variant, attribute, attacker))!, labelled[variant], attribute, resamples, spec);
  const targets = numbers.get(TARGETS)!;
  const errors = new Map([...ids, NOTHING].map((id) => [id, rmseOf(numbers.get(errorName(id))!, targets)]));
  const reference = errors.get(UNLIMITED)!;
  const estimated = (statistic: Statistic): Estimate =>
    interval(statistic(new Uint8Array(people).fill(1)), resamples.map(statistic), spec.level);
  const rmse = (id: string) => estimated(errors.get(id)!);
  const rmseChange = (id: string) => estimated((weights) => errors.get(id)!(weights) / reference(weights) - 1);
  const lists = ids.map((id): readonly [string, MeasuredList] => {
    const answered = numbers.get(answeredName(id))!.reduce((sum, count) => sum + count, 0) / (people * spec.questions);
    const found = attacksOn(id, figureOf, dataset, spec);
    return [id, { ...found, rmse: rmse(id), rmseChange: rmseChange(id), answered }];
  });
  return {
    lists: new Map(lists),
    measurement: {
      people,
      heldOut: targets.reduce((sum, count) => sum + count, 0),
      rmseWithout: rmse(NOTHING),
      changeWithout: rmseChange(NOTHING),
    },
  };
}

type FigureOf = (...named: Parameters<typeof attackName>) => Measured;

function attacksOn(
  id: string,
  figureOf: FigureOf,
  dataset: Dataset,
  { attributes, control, level }: StudySpec,
): Pick<MeasuredList, 'attacks' | 'verdict'> {
  const looked = attributes.flatMap((attribute) => ATTACKERS.map((attacker) => ({ attribute, attacker })));
  const found = looked.map(({ attribute, attacker }) => figureOf(id, 'real', attribute, attacker));
  const family = familyOf(found, level);
  const attacks = looked.map(({ attribute, attacker }, at): MeasuredAttack => {
    const member = family.members[at]!;
    const { values, labels } = attributeOf(dataset, attribute);
    const people = Uint32Array.from(values.keys());
    const counts = unitsByType(people, values, labels.length, dataset.together?.clusters);
    return {
      attribute,
      attacker,
      auc: found[at]!.auc,
      bounds: member.bounds,
      ...bestToldOf(member),
      control: control ? figureOf(id, 'shuffled', attribute, attacker).auc : undefined,
      detectable: detectableAuc(family.reachLow, counts),
    };
  });
  return { attacks, verdict: verdictFrom(family, undefined, level) };
}

function attackOn(
  logits: Float64Array,
  dataset: Dataset,
  attribute: string,
  resamples: readonly ArrayLike<number>[],
  { level }: StudySpec,
): Measured {
  const { values, labels } = attributeOf(dataset, attribute);
  const people = Uint32Array.from(values.keys());
  const setting = { labels, people, resamples, level, clusters: dataset.together?.clusters };
  return measured([scoresFrom(logits, values, labels.length)], setting);
}

function rmseOf(squares: Float64Array, targets: Float64Array): Statistic {
  return (weights) => {
    let [sum, count] = [0, 0];
    for (let person = 0; person < squares.length; person++) {
      sum += weights[person]! * squares[person]!;
      count += weights[person]! * targets[person]!;
    }
    return Math.sqrt(sum / count);
  };
}
