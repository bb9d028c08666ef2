/**
 * A live recommender as a black box: everybody's ratings are sent to it, one request per person, and what it recommends
 * comes back as lists. It is somebody's running system, so requests are spaced out, counted and bounded; what was
 * answered is kept in a folder, and the same call asks only for the rest. Lists are in the order of the people,
 * whatever order the answers came in.
 */
import { UlteriorError } from '../errors/index.ts';
import { createLists, fingerprint, type RecommendationLists, type UserIndex } from '../ratings/index.ts';
import { shownAddress } from './address.ts';
import { type RecommenderCall, type Settings, settingsOf } from './call.ts';
import type { Recommended } from './contract.ts';
import { type Journal, openJournal } from './journal.ts';
import { checkedFor, idOf } from './people.ts';
import { Run } from './run.ts';

export interface AskedLists {
  readonly lists: RecommendationLists;
  /** Beside `lists.entries`; NaN where the recommender gave no score. */
  readonly scores: Float64Array;
  /** Sent by this call. */
  readonly requests: number;
  /** Lists that an earlier call had already got. */
  readonly kept: number;
}

export async function askRecommender(call: RecommenderCall): Promise<AskedLists> {
  const settings = settingsOf(call);
  const { dataset, people, rules, target, folder } = settings;
  const ratings = fingerprint({ ...dataset, attributes: new Map() });
  const journal = await openJournal(folder, { url: target.url, ratings, topN: rules.topN });
  try {
    const open = people.filter((person) => keptList(settings, journal, person) === undefined);
    const budget = settings.budget ?? 2 * open.length;
    if (folder === undefined && budget < open.length) throw tooSmall(budget, open.length);
    const run = new Run(settings, journal, budget, open.length);
    await run.askAll(open);
    const listed = people.map((person) => keptList(settings, journal, person)!);
    return { ...assembled(settings, listed), requests: run.requests, kept: people.length - open.length };
  } finally {
    await journal.close();
  }
}

/** The list that is there; undefined where there is none, or none that this call takes. */
function keptList(settings: Settings, journal: Journal, person: UserIndex): Recommended | undefined {
  const answer = journal.answers.get(idOf(settings, person));
  try {
    return answer && checkedFor(settings, answer, person);
  } catch (error) {
    if (error instanceof UlteriorError) return undefined;
    throw error;
  }
}

function assembled(settings: Settings, listed: readonly Recommended[]): Pick<AskedLists, 'lists' | 'scores'> {
  const places = new Map<string, number>();
  const itemOfRow = Uint32Array.from(
    listed.flatMap(({ items }) =>
      items.map((item) => {
        const place = places.get(item) ?? places.size;
        places.set(item, place);
        return place;
      }),
    ),
  );
  const lists = createLists({
    file: shownAddress(settings.target.url),
    users: settings.people.map((person) => idOf(settings, person)),
    items: [...places.keys()],
    userOfRow: Uint32Array.from(listed.flatMap(({ items }, user) => items.map(() => user))),
    itemOfRow,
    order: Float64Array.from(listed.flatMap(({ items }) => items.map((_, rank) => rank + 1))),
    best: 'lowest',
    lineOf: (row) => `row ${row + 1}`,
  });
  const scores = Float64Array.from(listed.flatMap(({ scores: own }) => own.map((score) => score ?? Number.NaN)));
  return { lists, scores };
}

function tooSmall(budget: number, open: number): UlteriorError {
  return new UlteriorError(
    'RECOMMENDER_BUDGET_USED',
    `${budget} requests cannot reach ${open} people, and no folder keeps the answers: nothing was sent`,
    'allow more requests (requests), or name a folder for the answers (journal)',
    { budget, people: open },
  );
}
