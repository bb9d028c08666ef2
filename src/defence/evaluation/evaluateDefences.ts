/**
 * The honest evaluation of defences: folds over people; in each, attackers who know nothing of the defence and attackers
 * who trained on it; what is left of the recommender's work on true ratings; no defence, and shuffled labels, as
 * controls. Same data, spec and seed give the same records, whatever the threads, and whether it was stopped in between.
 */

import { type AuditTools, dealIntoFolds, describeData, type Variant } from '../../audit/index.ts';
import { VERSION } from '../../factorization/index.ts';
import { derive } from '../../numeric/index.ts';
import { pluginsPart } from '../../plugins/index.ts';
import {
  attributeOf,
  type Dataset,
  groupDefaults,
  holdOutRatings,
  type RatingMatrix,
  type SmallGroup,
  shuffledLabels,
  usableGroups,
} from '../../ratings/index.ts';
import { defenceNamed, requireSuitableDefence } from '../obfuscation/index.ts';
import { decodeNumbers, encodeNumbers, type PersonNumbers, scatterNumbers } from '../personNumbers.ts';
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
  const groups = usableGroups(data, partial.attribute, groupDefaults);
  const types = attributeOf(groups.dataset, partial.attribute).labels.length;
  const spec = defenceSpec({ ...partial, defences: partial.defences ?? defencesFor(types) });
  // Before hours of work, and not in the middle of it.
  for (const { name } of spec.defences) requireSuitableDefence(defenceNamed(name), spec.attribute, types, data.scale);
  const { dataset, folds } = dealIntoFolds(groups.dataset, spec.attribute, spec.folds, spec.seed, 'audit-folds');
  const cells: Record<Variant, Cell[]> = { real: cellsOf(spec, 'real'), shuffled: cellsOf(spec, 'shuffled') };
  const progress = countProgress(spec, cells, folds, tools);
  const work = workTools(tools, () => progress(1));
  const real = await evaluateVariant('real', dataset, folds, cells.real, spec, tools, work, progress);
  const shuffled = await evaluateVariant('shuffled', dataset, folds, cells.shuffled, spec, tools, work, progress);
  return recordsFrom(dataset, groups.small, cells, real, shuffled, spec, tools);
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

interface VariantResult {
  readonly figures: ReadonlyMap<string, FiguresOutcome>;
  readonly numbers: PersonNumbers;
  /** Ratings that each person has to send. */
  readonly sizes: Float64Array;
}

async function evaluateVariant(
  variant: Variant,
  original: Dataset,
  folds: Uint16Array,
  cells: readonly Cell[],
  spec: DefenceSpec,
  tools: DefenceTools,
  work: WorkTools,
  progress: (pieces: number) => void,
): Promise<VariantResult> {
  const dataset =
    variant === 'real' ? original : shuffledLabels(original, spec.attribute, derive(spec.seed, 'audit-shuffle'));
  const { kept, heldOut } = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed);
  const numbers = new Map<string, Float64Array>();
  for (let fold = 0; fold < spec.folds; fold++) {
    const inFold = (wanted: boolean) =>
      Uint32Array.from(folds.keys()).filter((user) => (folds[user] === fold) === wanted);
    const [people, trainers] = [inFold(true), inFold(false)];
    const key = `${variant}-fold-${fold}`;
    const saved = await tools.checkpoints?.read(key);
    let found = saved && decodeNumbers(saved);
    if (found === undefined) {
      found = await evaluateFold({ dataset, kept, heldOut, trainers, people }, cells, spec, work);
      await tools.checkpoints?.write(key, encodeNumbers(found));
    } else {
      progress(piecesOf(cells.length, people.length, trainers.length, spec));
    }
    scatterNumbers(numbers, found, people, dataset.users.size);
  }
  const { values, labels } = attributeOf(dataset, spec.attribute);
  const ids = [UNDEFENDED, ...cells.map(({ id }) => id)];
  const sizes = ({ byUser: { starts } }: RatingMatrix) =>
    Float64Array.from(values, (_, user) => starts[user + 1]! - starts[user]!);
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
      heldOut: sizes(heldOut),
      utilities: SITUATIONS.flatMap((situation) => {
        const squaredErrors = numbers.get(`${id}/${situation}/squaredErrors`);
        const ndcgs = numbers.get(`${id}/${situation}/ndcgs`);
        const recommender = situation === 'oblivious' ? ('undefended' as const) : situation;
        return squaredErrors === undefined || ndcgs === undefined ? [] : [{ recommender, squaredErrors, ndcgs }];
      }),
      spec: { resamples: spec.resamples, level: spec.level, seed: spec.seed },
    })),
  );
  return { figures: new Map(ids.map((id, n) => [id, outcomes[n]!])), numbers, sizes: sizes(kept.ratings) };
}

function recordsFrom(
  dataset: Dataset,
  small: readonly SmallGroup[],
  cells: Readonly<Record<Variant, readonly Cell[]>>,
  real: VariantResult,
  shuffled: VariantResult,
  spec: DefenceSpec,
  tools: DefenceTools,
): DefenceRecords {
  const { attacks: undefended, utilities } = real.figures.get(UNDEFENDED)!;
  const evaluations = cells.real.map(({ id, defence, strength }): DefenceEvaluation => {
    const figures = real.figures.get(id)!;
    const epsilon = defenceNamed(defence).epsilon?.(strength, dataset.scale);
    return {
      defence,
      strength,
      ...(epsilon === undefined ? {} : { epsilon }),
      ...figures,
      changes: changeFigures(real.numbers.get(`${id}/changes`)!, real.sizes),
      verdict: verdictOf(undefended, figures.attacks, spec.attackers),
      verdicts: spec.attackers.map((attacker) => ({
        attacker,
        verdict: verdictOf(undefended, figures.attacks, [attacker]),
      })),
    };
  });
  const control: ShuffledControl = {
    undefended: shuffled.figures.get(UNDEFENDED)!.attacks,
    defended: cells.shuffled.map(({ id, defence, strength }) => ({
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

/** Tells how much is done after each piece of work, and after pieces that had been done before. */
function countProgress(
  spec: DefenceSpec,
  cells: Readonly<Record<Variant, readonly Cell[]>>,
  folds: Uint16Array,
  tools: DefenceTools,
): (pieces: number) => void {
  const sizes = new Uint32Array(spec.folds);
  for (const fold of folds) sizes[fold]!++;
  let total = 0;
  for (const { length } of Object.values(cells)) {
    total += length + 1;
    for (const size of sizes) total += piecesOf(length, size, folds.length - size, spec);
  }
  let done = 0;
  return (pieces) => {
    done += pieces;
    tools.onProgress?.({ done, total });
  };
}
