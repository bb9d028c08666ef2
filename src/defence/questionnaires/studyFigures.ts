/** From the numbers of all people to figures with intervals: the same resamples for all, so that lists can be compared. */
import { type Estimate, foldDependence, interval, rank, resampleWeights, weightedAuc } from '../../audit/index.ts';
import { attributeOf, type Dataset } from '../../ratings/index.ts';
import type { PersonNumbers } from '../personNumbers.ts';
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
import type { MeasuredAttack, MeasuredList, StudyMeasurement } from './records.ts';
import type { StudySpec } from './spec.ts';
import { UNLIMITED } from './studyLists.ts';

export interface StudyFigures {
  readonly lists: ReadonlyMap<string, MeasuredList>;
  readonly measurement: StudyMeasurement;
}

/** A figure of people who count that often. */
type Statistic = (weights: ArrayLike<number>) => number;

export function studyFigures(
  numbers: PersonNumbers,
  ids: readonly string[],
  dataset: Dataset,
  spec: StudySpec,
): StudyFigures {
  const people = dataset.users.size;
  const labelled: Readonly<Record<LabelVariant, Dataset>> = {
    real: dataset,
    shuffled: spec.control ? shuffledAll(dataset, spec) : dataset,
  };
  const variants: readonly LabelVariant[] = spec.control ? ['real', 'shuffled'] : ['real'];
  const statistics = new Map<string, { readonly statistic: Statistic; readonly isAuc: boolean }>();
  for (const id of ids) {
    for (const variant of variants) {
      for (const attribute of spec.attributes) {
        for (const attacker of ATTACKERS) {
          const name = attackName(id, variant, attribute, attacker);
          const statistic = aucOf(numbers.get(name)!, labelled[variant], attribute);
          statistics.set(name, { statistic, isAuc: true });
        }
      }
    }
  }
  const targets = numbers.get(TARGETS)!;
  const errors = new Map([...ids, NOTHING].map((id) => [id, rmseOf(numbers.get(errorName(id))!, targets)]));
  const reference = errors.get(UNLIMITED)!;
  for (const [id, statistic] of errors) {
    statistics.set(errorName(id), { statistic, isAuc: false });
    statistics.set(changeName(id), {
      statistic: (weights) => statistic(weights) / reference(weights) - 1,
      isAuc: false,
    });
  }
  const estimates = estimated(statistics, people, spec);
  const lists = ids.map((id): readonly [string, MeasuredList] => {
    const attacks = spec.attributes.flatMap((attribute) =>
      ATTACKERS.map((attacker): MeasuredAttack => {
        const control = estimates.get(attackName(id, 'shuffled', attribute, attacker));
        const auc = estimates.get(attackName(id, 'real', attribute, attacker))!;
        return { attribute, attacker, auc, ...(control === undefined ? {} : { control }) };
      }),
    );
    const answered = numbers.get(answeredName(id))!.reduce((sum, count) => sum + count, 0) / (people * spec.questions);
    return [id, { attacks, rmse: estimates.get(errorName(id))!, rmseChange: estimates.get(changeName(id))!, answered }];
  });
  return {
    lists: new Map(lists),
    measurement: {
      people,
      heldOut: targets.reduce((sum, count) => sum + count, 0),
      rmseWithout: estimates.get(errorName(NOTHING))!,
      changeWithout: estimates.get(changeName(NOTHING))!,
    },
  };
}

const changeName = (list: string) => `${list}/change`;

/** With more than two types the mean over one against the rest. */
function aucOf(logits: Float64Array, dataset: Dataset, attribute: string): Statistic {
  const { values, labels } = attributeOf(dataset, attribute);
  const everyone = Uint32Array.from(values.keys());
  const ranked = labels.length === 2 ? [1] : labels.map((_, type) => type);
  const rankings = ranked.map((type) =>
    rank(
      everyone,
      (person) => logits[person * labels.length + type]!,
      (person) => values[person] === type,
    ),
  );
  return (weights) => rankings.reduce((sum, ranking) => sum + weightedAuc(ranking, weights), 0) / rankings.length;
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

function estimated(
  statistics: ReadonlyMap<string, { readonly statistic: Statistic; readonly isAuc: boolean }>,
  people: number,
  { resamples, level, seed }: StudySpec,
): ReadonlyMap<string, Estimate> {
  const everyone = new Float64Array(people).fill(1);
  const rows = [...statistics].map(([name, { statistic, isAuc }]) => {
    const value = statistic(everyone);
    return {
      name,
      statistic,
      value,
      factor: isAuc ? foldDependence(value) : 1,
      replicates: new Float64Array(resamples),
    };
  });
  for (let b = 0; b < resamples; b++) {
    const weights = resampleWeights(people, seed, b);
    for (const { statistic, factor, value, replicates } of rows) {
      replicates[b] = value + factor * (statistic(weights) - value);
    }
  }
  return new Map(rows.map(({ name, value, replicates }) => [name, interval(value, replicates, level)]));
}
