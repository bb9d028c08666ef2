/**
 * How trees are boosted. Settings say what the trees read and how they grow. If none of them is given, people held out
 * inside the training people choose among a few (chooseSettings.ts); whoever gives one has exactly that, and the default of
 * the others.
 */
import { outOfRange, requirePositive, requireWithin } from '../../../errors/index.ts';

/** What trees are grown on: items alone, also summaries of histories, or also what some answers say together. */
export type BoostedColumns = 'items' | 'summaries' | 'interactions';

/** What trees read and how they grow. */
interface BoostedSettings {
  /** What the trees read. Default items. */
  readonly reads?: BoostedColumns;
  /** Share of each tree's step that is taken. Default 0.1. */
  readonly rate?: number;
  /** Splits from the root to a leaf. Default 3. */
  readonly depth?: number;
  /** Minimum number of people on each side of a split. Default 10. */
  readonly minPeople?: number;
  /** Penalty on the worth of a leaf. Default 10. */
  readonly leafRidge?: number;
  /** Share of the items that each tree may split on, and never fewer than 16 items. Default 0.2. */
  readonly columnShare?: number;
}

/** How trees are boosted. */
export interface BoostedOptions extends BoostedSettings {
  /** Seed of the choice of columns. Default 1. */
  readonly seed?: number;
  /** Number of rounds; chosen by inner folds if left out. */
  readonly rounds?: number;
  /** Most rounds that the inner folds may choose. Default 500. */
  readonly maxRounds?: number;
  /** Rounds without improvement that end the search. Default 20. */
  readonly patience?: number;
}

/** One way to boost, complete but for the number of rounds. */
export type BoostingOptions = Required<Omit<BoostedOptions, 'rounds'>> & { readonly rounds: number | undefined };

const DEFAULTS = { reads: 'items', rate: 0.1, depth: 3, minPeople: 10, leafRidge: 10, columnShare: 0.2 } as const;
const READS: readonly BoostedColumns[] = ['items', 'summaries', 'interactions'];

export function givesSettings(given: BoostedOptions): boolean {
  const settings = Object.keys(DEFAULTS) as (keyof BoostedSettings)[];
  return given.rounds !== undefined || settings.some((name) => given[name] !== undefined);
}

export function boostingOptions(given: BoostedOptions): BoostingOptions {
  const options = {
    seed: given.seed ?? 1,
    rounds: given.rounds,
    maxRounds: given.maxRounds ?? 500,
    patience: given.patience ?? 20,
    reads: given.reads ?? DEFAULTS.reads,
    rate: given.rate ?? DEFAULTS.rate,
    depth: given.depth ?? DEFAULTS.depth,
    minPeople: given.minPeople ?? DEFAULTS.minPeople,
    leafRidge: given.leafRidge ?? DEFAULTS.leafRidge,
    columnShare: given.columnShare ?? DEFAULTS.columnShare,
  };
  const counted = { min: 1, max: 100_000, whole: true };
  for (const name of ['maxRounds', 'patience', 'minPeople'] as const) requireWithin(name, options[name], counted);
  if (options.rounds !== undefined) requireWithin('rounds', options.rounds, counted);
  requireWithin('depth', options.depth, { min: 1, max: 16, whole: true });
  requirePositive('rate', options.rate);
  requirePositive('leafRidge', options.leafRidge);
  requirePositive('columnShare', options.columnShare);
  requireWithin('columnShare', options.columnShare, { min: 0, max: 1 });
  if (!READS.includes(options.reads)) throw outOfRange('reads', `"${options.reads}"`, `one of ${READS.join(', ')}`);
  return options;
}
