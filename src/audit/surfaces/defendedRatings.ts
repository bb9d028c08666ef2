/**
 * The ratings after a defence. What the defence must know of people in general it learns, fold by fold, from the people
 * whom attackers of that fold learn from, as in an evaluation of defences: no label of a tested person enters. Everybody
 * who is measured then sends ratings in that way, trainers too, so that attackers learn from people who defend themselves.
 * People who are not measured send what they have.
 */
import { UlteriorError } from '../../errors/index.ts';
import { historyAt, packRows, type SparseRows } from '../../inference/index.ts';
import { type Dataset, ratingMatrixFromRows, subsetUsers, withRatings } from '../../ratings/index.ts';
import { memoizeAsync } from '../attackers/memoizeAsync.ts';
import { sparse } from '../attackers/sparseData.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import { attributeOfSelected, type SelectedPeople } from './selectPeople.ts';
import { type DefenceBefore, isExposure, type Surface } from './surface.ts';

/** The same users and items with what people send; made once for each fold. */
export type DefendedRatings = (members: FoldMembers, tools: WorkTools) => Promise<Dataset>;

export function defendedRatings(
  dataset: Dataset,
  selected: SelectedPeople,
  attribute: string,
  defence: DefenceBefore,
): DefendedRatings {
  const measured = measuredPeople(dataset, selected, attribute);
  const inFold = memoizeAsync<Uint32Array, Dataset>();
  // The people of a fold are the same array for every view and every shuffle.
  return (members, { onTaskDone: _, ...tools }) =>
    inFold(members.people, async () => withSent(dataset, selected.users, await defence.send(measured, members, tools)));
}

function measuredPeople(dataset: Dataset, selected: SelectedPeople, attribute: string): Dataset {
  const attributes = new Map([[attribute, attributeOfSelected(selected, attribute)]]);
  return { ...subsetUsers(dataset, selected.users), attributes };
}

/** The ratings of some users replaced. */
function withSent(dataset: Dataset, users: Uint32Array, sent: SparseRows): Dataset {
  const { byUser, users: people, items } = dataset.ratings;
  const own = sparse(byUser, items);
  const rowOf = new Map(Array.from(users, (user, row) => [user, row]));
  const rows = Array.from({ length: people }, (_, user) =>
    rowOf.has(user) ? historyAt(sent, rowOf.get(user)!) : historyAt(own, user),
  );
  return withRatings(dataset, ratingMatrixFromRows(people, items, packRows(items, rows)));
}

/** What a finished recommender once wrote does not say what it would make of other ratings. */
export function requireRemakable(surfaces: readonly Surface[], { name }: DefenceBefore): void {
  for (const surface of surfaces) {
    const { kind } = surface;
    const live = kind === 'lists' && 'again' in surface && surface.again !== undefined;
    if (isExposure(surface) || kind === 'itemVectors' || 'recommender' in surface || live) continue;
    throw new UlteriorError(
      'SURFACE_FIXED',
      `"${surface.file}" is what the recommender made of the ratings as they are; what it makes of them after ${name} is not in it`,
      'measure the running recommender (--recommender), one that is trained here (--exposures), item vectors with ratings or the ratings themselves; or train yours on what `ulterior protect` writes, and audit that',
      { kind, defence: name },
    );
  }
}
