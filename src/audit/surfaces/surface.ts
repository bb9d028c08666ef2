/** What a finished recommender shows or keeps, and about whom it may be asked. */
import type { SparseRows } from '../../inference/index.ts';
import type {
  CategoricalAttribute,
  Dataset,
  RecommendationLists,
  Together,
  UserIndex,
  Vectors,
  Vocabulary,
} from '../../ratings/index.ts';
import { attributeOf, withCopiesTogether } from '../../ratings/index.ts';
import type { DenseTable } from '../attackers/readable.ts';
import type { Groups } from '../attackers/seen.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';

/**
 * `userVectors`: what the recommender keeps about each person. `itemVectors`: what it keeps about items; people's vectors
 * follow from their ratings. `lists`: what it shows, best first. `scores`: what it gives every item for a person, as a row
 * per person or as a long table. `ratings`: the whole histories themselves. `exposure`: what a definition of that name makes
 * of the ratings, one of a plug-in for instance. With `recommender` in place of a file, vectors, lists and scores are those
 * of a recommender that is trained here.
 */
export type Surface =
  | { readonly kind: 'userVectors'; readonly file: string; readonly vectors: Vectors }
  | { readonly kind: 'itemVectors'; readonly file: string; readonly vectors: Vectors }
  | { readonly kind: 'lists'; readonly file: string; readonly lists: RecommendationLists; readonly again?: AskAgain }
  | { readonly kind: 'scores'; readonly file: string; readonly scores: Vectors | RecommendationLists }
  | { readonly kind: 'ratings' }
  | { readonly kind: 'exposure'; readonly name: string }
  | OwnSurface;

/** What a recommender of our own, or of a plug-in, makes of the ratings: it is trained on them when it is measured. */
export interface OwnSurface {
  readonly kind: OwnSurfaceKind;
  /** Its name among the `recommenders`. */
  readonly recommender: string;
}

/** What may be measured of a recommender that is trained here. */
export type OwnSurfaceKind = 'userVectors' | 'lists' | 'scores';

/** The lists that a live recommender gives for other ratings of the same people; `word` is fit for the name of a folder. */
export type AskAgain = (dataset: Dataset, word: string, signal?: AbortSignal) => Promise<RecommendationLists>;

/** A defence that people use before a recommender sees their ratings. */
export interface DefenceBefore {
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly strength: number;
  /**
   * What everybody sends: one row per user of the dataset. What the defence must know of people in general it learns from
   * the trainers, who are indexes of users.
   */
  readonly send: (dataset: Dataset, members: FoldMembers, tools: WorkTools) => Promise<SparseRows>;
}

/** What whoever runs a recommender does, so that what it keeps or shows tells less. It knows the groups of some people. */
interface OperatorsDefence {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** Maps of vectors have none. */
  readonly strength?: number | undefined;
}

/** A map of the vectors that a recommender keeps about people; lists that it makes of vectors follow. */
export interface ErasureBefore extends OperatorsDefence {
  /** Everybody's vectors, changed; learned from some rows and their groups. */
  readonly erase: (vectors: DenseTable, groups: Groups, learned: Uint32Array) => DenseTable;
}

/** Other lists in place of those that a recommender makes. */
export interface ListsBefore extends OperatorsDefence {
  /** How many items of everybody's ranking are looked at for lists of a length, out of a catalogue. */
  readonly lookedAt: (top: number, items: number) => number;
  /** Everybody's lists, changed, from rankings; learned from some people and their groups. */
  readonly relist: (
    ranked: readonly (readonly number[])[],
    groups: Groups,
    learned: Uint32Array,
    top: number,
  ) => number[][];
}

export type OperatorBefore = ErasureBefore | ListsBefore;

export const isOperators = (defence: DefenceBefore | OperatorBefore): defence is OperatorBefore => !('send' in defence);

/** What records call a surface: its kind, or the name of the exposure. */
export const surfaceName = (surface: Surface): string => (surface.kind === 'exposure' ? surface.name : surface.kind);

/** Whether it is made of the ratings by a definition, and not what a recommender made. */
export const isExposure = (surface: Surface): surface is Extract<Surface, { kind: 'ratings' | 'exposure' }> =>
  surface.kind === 'ratings' || surface.kind === 'exposure';

/** Those whose attribute is known, and their ratings where there are any. */
export interface AuditedPeople {
  readonly users: Vocabulary<UserIndex>;
  /** One value per user. */
  readonly attribute: CategoricalAttribute;
  /** Of the same users, in the same order. */
  readonly dataset?: Dataset | undefined;
  /** Who belongs together. */
  readonly together?: Together | undefined;
}

/** A recommender, and the people whose attribute is known. */
export interface ModelAuditInput {
  readonly people: AuditedPeople;
  /** At least one; at most one of each kind, and each exposure once. */
  readonly surfaces: readonly Surface[];
  /** Ratings that the recommender did not see: what good lists hold. */
  readonly setAside?: RecommendationLists | undefined;
  /** Every surface is then measured a second time: as the recommender makes it of what people send. */
  readonly afterDefence?: DefenceBefore | OperatorBefore | undefined;
}

/** The people of data with ratings. */
export function peopleWithRatings(data: Dataset, attribute: string): AuditedPeople {
  const dataset = withCopiesTogether(data);
  return {
    users: dataset.users,
    attribute: attributeOf(dataset, attribute),
    dataset,
    together: dataset.together,
  };
}
