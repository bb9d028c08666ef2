/**
 * How much trees may learn, chosen by the log loss of people held out inside the training people: the number of rounds
 * for each of some settings, and then the settings. Columns that say nothing cost trees something where a leak is weak, so
 * that plain settings stay unless others are better by CLEARLY standard errors of the difference, person by person. Of
 * those that are, the ones with the least loss are taken. So that this costs little where derived columns say nothing, a
 * trial of a few rounds comes first.
 *
 * Large data hold out one fifth once; small data all five fifths in turn, until ENOUGH people have judged. The folds
 * advance together, so that one sum of losses says when to stop.
 */
import { type InnerFold, innerFolds } from '../common/innerFolds.ts';
import type { TypeLabels } from '../common/typeLabels.ts';
import type { BoostedColumns, BoostingOptions } from './boostedOptions.ts';
import type { TableOf } from './boostedTables.ts';
import type { BoostingLoss } from './boostingLoss.ts';
import { startEnsemble } from './ensemble.ts';

/** Scores of training people by trees that had not seen them. */
export interface HeldOutScores {
  /** Rows. */
  readonly people: Uint32Array;
  /** By output, of the people in their order. */
  readonly scores: readonly Float64Array[];
}

/** Plain data: can be sent to a worker. */
export interface ChosenSettings {
  readonly options: BoostingOptions & { readonly rounds: number };
  readonly heldOut: HeldOutScores;
}

/** What is chosen, and what would have been if the search had ended after some rounds. */
interface ChosenTwice {
  readonly chosen: ChosenSettings;
  readonly early: ChosenSettings;
}

interface Tried extends ChosenSettings {
  /** Of each person held out, after the best number of rounds. */
  readonly losses: Float64Array;
}

const FOLDS = 5;
const ENOUGH = 1000;
const CLEARLY = 2;
/** Fast, and short of overfitting. */
const TRIAL = { rate: 0.3, rounds: 20, people: 400, ahead: 1 };
/** With a weak leak the loss may be best with hardly any tree; a few trees cost little and still rank people. */
const FEWEST_ROUNDS = 10;

/** Folds inside the training people, with what is needed to judge by them. */
interface SettingsSearch {
  readonly tableOf: TableOf;
  readonly loss: BoostingLoss;
  readonly folds: readonly InnerFold[];
}

export function settingsSearch(
  tableOf: TableOf,
  loss: BoostingLoss,
  { positions, present }: TypeLabels,
): SettingsSearch {
  const needed = Math.min(FOLDS, Math.ceil((ENOUGH * FOLDS) / positions.length));
  return { tableOf, loss, folds: innerFolds(positions, present.length, FOLDS, needed) };
}

/** Whether trees that also read derived columns get ahead of plain ones within a few rounds. */
export function derivedSaySomething(search: SettingsSearch, plain: BoostingOptions): boolean {
  let people = 0;
  const folds = search.folds.filter(({ heldOut }) => {
    const wanted = people < TRIAL.people;
    people += heldOut.length;
    return wanted;
  });
  const losses = (reads: BoostedColumns) => {
    const options = { ...plain, reads, rate: TRIAL.rate, maxRounds: Math.min(TRIAL.rounds, plain.maxRounds) };
    return chooseRounds({ ...search, folds }, options).all.losses;
  };
  return isLess(losses('interactions'), losses('items'), TRIAL.ahead);
}

/** `early` rounds are those of a second choice, by the same trees. */
export function chooseSettings(
  search: SettingsSearch,
  plain: BoostingOptions,
  others: readonly BoostingOptions[],
  early = plain.maxRounds,
): ChosenTwice {
  const tried = [plain, ...others].map((options) => chooseRounds(search, options, early));
  return { chosen: bestOf(tried.map(({ all }) => all)), early: bestOf(tried.map((one) => one.early)) };
}

/** The first, unless others are clearly better. */
function bestOf([plain, ...others]: readonly Tried[]): ChosenSettings {
  const first = plain!;
  const { options, heldOut } = others
    .filter(({ losses }) => isLess(losses, first.losses, CLEARLY))
    .reduce((best, other) => (sum(other.losses) < sum(best.losses) ? other : best), first);
  return { options, heldOut };
}

/** Whether losses are less by some standard errors of the difference. */
function isLess(losses: Float64Array, reference: Float64Array, errors: number): boolean {
  const gains = losses.map((loss, n) => reference[n]! - loss);
  const mean = sum(gains) / gains.length;
  const error = Math.sqrt(sum(gains.map((gain) => (gain - mean) ** 2)));
  return sum(gains) > errors * error;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function chooseRounds(
  { tableOf, loss, folds: inner }: SettingsSearch,
  options: BoostingOptions,
  early = options.maxRounds,
): { readonly all: Tried; readonly early: Tried } {
  const folds = inner.map(({ training, heldOut }) => {
    return { heldOut, ensemble: startEnsemble(tableOf(options.reads, training), loss, training, heldOut, options) };
  });
  const people = Uint32Array.from(folds.flatMap(({ heldOut }) => [...heldOut]));
  const eachHeldOut = (value: (scores: readonly Float64Array[], row: number) => number) => {
    const values = new Float64Array(people.length);
    let filled = 0;
    for (const { heldOut, ensemble } of folds) {
      for (const row of heldOut) values[filled++] = value(ensemble.scores, row);
    }
    return values;
  };
  const one = new Uint32Array(1);
  const heldOutLosses = () =>
    eachHeldOut((scores, row) => {
      one[0] = row;
      return loss.loss(scores, one);
    });
  const heldOutScores = () =>
    Array.from({ length: loss.outputs }, (_, output) => eachHeldOut((scores, row) => scores[output]![row]!));
  let best = 0;
  let losses = heldOutLosses();
  let scores = heldOutScores();
  let earlier: Tried | undefined;
  const tried = (maxRounds: number): Tried => {
    const rounds = options.rounds ?? Math.max(best, FEWEST_ROUNDS);
    return { options: { ...options, maxRounds, rounds }, heldOut: { people, scores }, losses };
  };
  const last = options.rounds ?? options.maxRounds;
  const goesOn = (round: number) => round <= last && (options.rounds !== undefined || round - best <= options.patience);
  for (let round = 1; folds.length > 0 && goesOn(round); round++) {
    for (const fold of folds) fold.ensemble.advance();
    const now = heldOutLosses();
    const better = sum(now) < sum(losses);
    if (better) [best, losses] = [round, now];
    if (better || round <= FEWEST_ROUNDS || options.rounds !== undefined) scores = heldOutScores();
    if (round === early) earlier = tried(early);
  }
  const all = tried(options.maxRounds);
  return { all, early: earlier ?? { ...all, options: { ...all.options, maxRounds: early } } };
}
