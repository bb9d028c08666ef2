/**
 * Gradient-boosted trees on histories: an attacker that finds what no sum over items shows, such as two items that tell
 * only together, or how somebody answers whatever is asked.
 */
import type { TypeClassifier } from '../common/classifier.ts';
import { ofPresentTypes } from '../common/ofPresentTypes.ts';
import { checkAnswer, checkRows, type SparseRows, type SparseVector } from '../common/sparseRows.ts';
import { typeLabels } from '../common/typeLabels.ts';
import { type DerivedColumns, deriver } from '../derived/derivedColumns.ts';
import { type BoostedForest, forestScores } from './boostedForest.ts';
import { type BoostedOptions, type BoostingOptions, boostingOptions, givesSettings } from './boostedOptions.ts';
import { boostedTables } from './boostedTables.ts';
import { boost } from './boosting.ts';
import { typeLoss } from './boostingLoss.ts';
import {
  type ChosenSettings,
  chooseSettings,
  derivedSaySomething,
  type HeldOutScores,
  settingsSearch,
} from './chooseSettings.ts';
import { settingsBesidePlain } from './settingsBesidePlain.ts';

/** Plain data: can be stored, or sent to a worker. */
interface BoostedModel extends BoostedForest {
  readonly types: number;
  /** The types that occurred in training. */
  readonly present: Uint8Array;
  /** Number of items; the columns behind them are derived. */
  readonly itemCount: number;
  /** What they are derived by; undefined where trees read items alone. */
  readonly derived: DerivedColumns | undefined;
}

/** A classifier made of boosted trees. */
interface BoostedClassifier extends TypeClassifier {
  readonly model: BoostedModel;
  /** What a stack would find out again; undefined where it was not asked. */
  readonly forStack?: TreesForStack;
}

/** What trees of a stack follow from. Plain data: can be sent to a worker. */
export interface TreesForStack {
  /** Settings and scores; none where derived columns say nothing. */
  readonly chosen: ChosenSettings | undefined;
}

/** In a stack, trees add what other parts cannot see; many more rounds would refine what these see better. */
const STACK_ROUNDS = 100;

/** A classifier with what was chosen, and what it says of training people whom it had not seen. */
export interface JudgedBoosted {
  readonly classifier: BoostedClassifier;
  readonly settings: BoostingOptions & { readonly rounds: number };
  readonly heldOut: { readonly people: Uint32Array; readonly scores: Float64Array };
}

/** Trains boosted trees on histories. */
export function trainBoosted(
  rows: SparseRows,
  labels: ArrayLike<number>,
  typeCount: number,
  given: BoostedOptions = {},
): BoostedClassifier {
  const plain = boostingOptions(given);
  const problem = problemOf(rows, labels, typeCount);
  const { rounds } = plain;
  if (rounds !== undefined) return grown(problem, { ...plain, rounds });
  const search = settingsSearch(problem.tableOf, problem.loss, problem.known);
  if (givesSettings(given)) return grown(problem, chooseSettings(search, plain, []).chosen.options);
  const derivedTell = derivedSaySomething(search, plain);
  const others = derivedTell ? settingsBesidePlain(plain) : [];
  const early = Math.min(STACK_ROUNDS, plain.maxRounds);
  const found = chooseSettings(search, plain, others, early);
  const forStack = { chosen: derivedTell ? found.early : undefined };
  return { ...grown(problem, found.chosen.options), forStack };
}

/**
 * The same for a stack: with the scores of training people held out (people x present types), and only where derived
 * columns say something, because what single items say other parts of a stack see better. `forStack`: what trees by
 * themselves have found out about the same people.
 */
export function trainJudgedBoosted(
  rows: SparseRows,
  labels: ArrayLike<number>,
  typeCount: number,
  forStack?: TreesForStack,
): JudgedBoosted | undefined {
  const problem = problemOf(rows, labels, typeCount);
  const chosen = forStack === undefined ? chosenForStack(problem) : forStack.chosen;
  if (chosen === undefined) return undefined;
  const { options, heldOut } = chosen;
  return {
    classifier: grown(problem, options),
    settings: options,
    heldOut: ofTypes(heldOut, problem.known.present.length),
  };
}

function chosenForStack({ tableOf, loss, known }: ReturnType<typeof problemOf>): ChosenSettings | undefined {
  const plain = boostingOptions({ maxRounds: STACK_ROUNDS });
  const search = settingsSearch(tableOf, loss, known);
  if (!derivedSaySomething(search, plain)) return undefined;
  return chooseSettings(search, plain, settingsBesidePlain(plain)).chosen;
}

function problemOf(rows: SparseRows, labels: ArrayLike<number>, typeCount: number) {
  checkRows(rows);
  const known = typeLabels(labels, rows.rows, typeCount);
  return { rows, known, loss: typeLoss(known), tableOf: boostedTables(rows, known) };
}

/** Trees for everybody. */
function grown(
  { rows, known, loss, tableOf }: ReturnType<typeof problemOf>,
  options: BoostingOptions & { readonly rounds: number },
): BoostedClassifier {
  const everybody = Uint32Array.from({ length: rows.rows }, (_, person) => person);
  const table = tableOf(options.reads, everybody);
  const { types, present } = known;
  const forest = boost(table, loss, everybody, options);
  return boostedClassifier({ ...forest, types, present, itemCount: rows.columns, derived: table.derived });
}

/** A classifier from its trees. */
export function boostedClassifier(model: BoostedModel): BoostedClassifier {
  const scores = forestScores(model);
  const derive = model.derived === undefined ? (history: SparseVector) => history : deriver(model.derived);
  const logits = (history: SparseVector) => {
    for (let entry = 0; entry < history.indices.length; entry++) {
      checkAnswer(model.itemCount, history.indices[entry]!, history.values[entry]!);
    }
    const found = scores(derive(history));
    // For two types there is one score, the log odds of the second.
    return model.present.length === 2 ? Float64Array.of(0, found[0]!) : found;
  };
  return { ...ofPresentTypes('boosted', model.types, model.present, logits), model };
}

function ofTypes({ people, scores }: HeldOutScores, types: number) {
  const all = scores.length === 1 ? [new Float64Array(people.length), scores[0]!] : scores;
  return {
    people,
    scores: Float64Array.from({ length: people.length * types }, (_, at) => all[at % types]![Math.floor(at / types)]!),
  };
}
