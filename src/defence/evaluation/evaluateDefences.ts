/**
 * The honest evaluation of defences: folds over people; in each, attackers who know nothing of the defence and attackers
 * who trained on it; what is left of the recommender's work on true ratings; no defence, and shuffled labels, as
 * controls. Same data, spec and seed give the same records, whatever the threads, and whether it was stopped in between.
 */
import {
  type AuditTools,
  dealIntoFolds,
  describeData,
  foldUnits,
  labelsAnew,
  type Plan,
  runPlan,
  type Variant,
} from '../../audit/index.ts';
import { pluginsPart } from '../../plugins/index.ts';
import {
  attributeOf,
  type Dataset,
  groupDefaults,
  holdOutRatings,
  type RatingMatrix,
  type SmallGroup,
  usableGroups,
} from '../../ratings/index.ts';
import { VERSION } from '../../version/index.ts';
import { defenceNamed, requireSuitableDefence } from '../obfuscation/index.ts';
import { decodeNumbers, encodeNumbers, numbersOfAll, type PersonNumbers } from '../people/personNumbers.ts';
import { changeFigures } from './changeFigures.ts';
import { type Cell, evaluateFold, piecesOf, UNDEFENDED } from './evaluateFold.ts';
import { type FiguresOutcome, figuresTask } from './figuresTask.ts';
import type { AttackSituation, DefenceEvaluation, DefenceRecords, ShuffledControl } from './records.ts';
import { type DefenceSpec, defenceSpec, defencesFor } from './spec.ts';
import { verdictOf } from './verdict.ts';
import { type WorkTools, workTools } from './work.ts';

/** What `evaluateDefences` works with. */
export type DefenceTools = Omit<AuditTools, 'planted'>;

const SITUATIONS: readonly AttackSituation[] = ['oblivious', 'retrained'];

/**
 * Measures defences: what attackers who know nothing of them and attackers who know them learn, and what the
 * recommendations lose.
 */
export async function evaluateDefences(
  data: Dataset,
  partial: Parameters<typeof defenceSpec>[0],
  tools: DefenceTools,
): Promise<DefenceRecords> {
  return runPlan(planDefences(data, partial), tools);
}

/** The same in units, which need not run here. */
export function planDefences(
  data: Dataset,
  partial: Parameters<typeof defenceSpec>[0],
): Plan<DefenceRecords, DefenceTools> {
  const groups = usableGroups(data, partial.attribute, groupDefaults);
  const types = attributeOf(groups.dataset, partial.attribute).labels.length;
  const spec = defenceSpec({ ...partial, defences: partial.defences ?? defencesFor(types) });
  // Before hours of work, and not in the middle of it.
  for (const { name } of spec.defences) requireSuitableDefence(defenceNamed(name), spec.attribute, types, data.scale);
  const { dataset, folds } = dealIntoFolds(groups.dataset, spec.attribute, spec.folds, spec.seed, 'audit-folds');
  // What is held out does not depend on the labels.
  const held = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed);
  const variants = foldUnits(variantsOf(dataset, spec), folds, spec.folds, {
    tasks: ({ cells }, people, trainers) => piecesOf(cells.length, people, trainers, spec),
    work: (variant, members, tools) =>
      evaluateFold({ dataset: variant.dataset, ...held, ...members }, variant.cells, spec, workTools(tools)),
    encode: encodeNumbers,
    decode: decodeNumbers,
  });
  return {
    units: variants.flatMap(({ units }) => units),
    closingTasks: variants.reduce((sum, { cells }) => sum + cells.length + 1, 0),
    records: async (foundIn, tools, onTaskDone) => {
      const work = workTools({ ...tools, onTaskDone });
      const results: VariantResult[] = [];
      for (const { units, ...variant } of variants) {
        const numbers = numbersOfAll(units, foundIn, dataset.users.size);
        results.push({ ...variant, numbers, figures: await figuresOf(variant, numbers, held.heldOut, spec, work) });
      }
      const [real, shuffled] = results;
      return recordsFrom(real!, shuffled!, ratingsPerUser(held.kept.ratings), groups.small, spec, tools);
    },
  };
}

interface DefenceVariant {
  readonly key: Variant;
  readonly dataset: Dataset;
  readonly cells: readonly Cell[];
}

function variantsOf(dataset: Dataset, spec: DefenceSpec): DefenceVariant[] {
  const shuffled = labelsAnew(dataset, [spec.attribute], spec.seed);
  return [
    { key: 'real', dataset, cells: cellsOf(spec, 'real') },
    { key: 'shuffled', dataset: shuffled, cells: cellsOf(spec, 'shuffled') },
  ];
}

function cellsOf({ defences, shuffled }: DefenceSpec, variant: Variant): Cell[] {
  return defences
    .filter(({ name }) => variant === 'real' || shuffled.includes(name))
    .flatMap(({ name, strengths }) =>
      (variant === 'real' ? strengths : strengths.slice(-1)).map((strength) => ({
        id: `${name}@${strength}`,
        defence: name,
        strength,
      })),
    );
}

interface VariantResult extends DefenceVariant {
  readonly figures: ReadonlyMap<string, FiguresOutcome>;
  readonly numbers: PersonNumbers;
}

/** By cell. */
async function figuresOf(
  { dataset, cells }: DefenceVariant,
  numbers: PersonNumbers,
  heldOut: RatingMatrix,
  spec: DefenceSpec,
  work: WorkTools,
): Promise<ReadonlyMap<string, FiguresOutcome>> {
  const { values, labels } = attributeOf(dataset, spec.attribute);
  const ids = [UNDEFENDED, ...cells.map(({ id }) => id)];
  const outcomes = await work.run(
    figuresTask,
    ids.map((id) => ({
      types: Uint8Array.from(values),
      typeCount: labels.length,
      attacks: SITUATIONS.flatMap((situation) =>
        spec.attackers.flatMap((attacker) => {
          const logits = numbers.get(`${id}/${situation}/${attacker}`);
          return logits === undefined ? [] : [{ attacker, situation, logits }];
        }),
      ),
      heldOut: ratingsPerUser(heldOut),
      utilities: SITUATIONS.flatMap((situation) => {
        const squaredErrors = numbers.get(`${id}/${situation}/squaredErrors`);
        const ndcgs = numbers.get(`${id}/${situation}/ndcgs`);
        const recommender = situation === 'oblivious' ? ('undefended' as const) : situation;
        return squaredErrors === undefined || ndcgs === undefined ? [] : [{ recommender, squaredErrors, ndcgs }];
      }),
      spec: { resamples: spec.resamples, level: spec.level, seed: spec.seed },
    })),
  );
  return new Map(ids.map((id, n) => [id, outcomes[n]!]));
}

const ratingsPerUser = ({ users, byUser: { starts } }: RatingMatrix) =>
  Float64Array.from({ length: users }, (_, user) => starts[user + 1]! - starts[user]!);

/** `sizes`: ratings that each person has to send. */
function recordsFrom(
  real: VariantResult,
  shuffled: VariantResult,
  sizes: Float64Array,
  small: readonly SmallGroup[],
  spec: DefenceSpec,
  tools: DefenceTools,
): DefenceRecords {
  const { dataset, cells } = real;
  const { attacks: undefended, utilities } = real.figures.get(UNDEFENDED)!;
  const evaluations = cells.map(({ id, defence, strength }): DefenceEvaluation => {
    const figures = real.figures.get(id)!;
    const epsilon = defenceNamed(defence).epsilon?.(strength, dataset.scale);
    return {
      defence,
      strength,
      ...(epsilon === undefined ? {} : { epsilon }),
      ...figures,
      changes: changeFigures(real.numbers.get(`${id}/changes`)!, sizes),
      verdict: verdictOf(undefended, figures.attacks, spec.attackers),
      verdicts: spec.attackers.map((attacker) => ({
        attacker,
        verdict: verdictOf(undefended, figures.attacks, [attacker]),
      })),
    };
  });
  const control: ShuffledControl = {
    undefended: shuffled.figures.get(UNDEFENDED)!.attacks,
    defended: shuffled.cells.map(({ id, defence, strength }) => ({
      defence,
      strength,
      attacks: shuffled.figures.get(id)!.attacks,
    })),
  };
  return {
    format: 'ulterior-defence',
    version: 1,
    spec,
    data: describeData(dataset, spec.attribute, tools.source, small),
    undefended: { attacks: undefended, utilities },
    evaluations,
    shuffled: control,
    provenance: { version: VERSION, finished: tools.finished(), ...pluginsPart() },
  };
}
