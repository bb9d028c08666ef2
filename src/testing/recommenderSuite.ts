/** What every recommender must do. */
import assert from 'node:assert/strict';
import {
  type OpenRecommender,
  openRecommender,
  type RatedHistory,
  type RatedRows,
  type RecommenderDefinition,
} from '../factorization/index.ts';
import { loadKernels } from '../runtime/index.ts';
import { allNear, type Framework } from './framework.ts';
import { madeUpPeople } from './people.ts';

const [PEOPLE, ITEMS] = [60, 24];

/** What every recommender must do. `openRecommender` refuses items that are not there, and scores that are no numbers. */
export function recommenderConformance(definition: RecommenderDefinition, framework: Framework): void {
  const { it, seed = 1 } = framework;
  const kernels = loadKernels();
  const { rows } = madeUpPeople({ people: PEOPLE, items: ITEMS, types: 2, seed, leaking: 8, questions: 1 });
  const ratings: RatedRows = {
    ...rows,
    starts: Uint32Array.from(rows.starts),
    indices: Uint32Array.from(rows.indices),
  };
  const open = (given = ratings) => openRecommender(definition, given, { seed, tools: { kernels } });
  const histories = Array.from({ length: PEOPLE }, (_, person): RatedHistory => {
    const [from, to] = [ratings.starts[person]!, ratings.starts[person + 1]!];
    return { indices: ratings.indices.subarray(from, to), values: Array.from(ratings.values).slice(from, to) };
  });

  it('gives lists of different items of the catalogue, as long as was asked for where it can', async () => {
    const recommender = await open();
    for (const history of histories) {
      for (const top of [1, 5]) {
        // What the list holds is checked where it is given.
        const list = recommender.list(history, top);
        assert.ok(list.length <= top);
        if (history.indices.length + top <= ITEMS) assert.equal(list.length, top);
      }
    }
  });

  it('begins a long list with the short one', async () => {
    const recommender = await open();
    for (const history of histories) {
      assert.deepEqual(recommender.list(history, 6).slice(0, 3), recommender.list(history, 3));
    }
  });

  it('gives the same for the same ratings, seed and history, whatever it was asked before', async () => {
    const [used, fresh] = [await open(), await open()];
    for (const history of histories) used.list(history, 4);
    for (const history of histories.slice(0, 10)) {
      assert.deepEqual(used.list(history, 4), fresh.list(history, 4));
      for (const what of ['scores', 'vector'] as const) {
        const [one, other] = [said(used, what, history), said(fresh, what, history)];
        assert.equal(one === undefined, other === undefined);
        if (one !== undefined) allNear(one, other!, 1e-9);
      }
    }
  });

  it('knows people by their history alone: their order in the ratings does not matter to a list', async () => {
    const recommender = await open();
    const [first] = histories;
    const copy = { indices: Array.from(first!.indices), values: Array.from(first!.values) };
    assert.deepEqual(recommender.list(copy, 4), recommender.list(first!, 4));
  });

  it('leaves ratings and histories alone', async () => {
    const before = structuredClone({ ratings, histories });
    const recommender = await open();
    for (const history of histories) recommender.list(history, 4);
    assert.deepEqual({ ratings, histories }, before);
  });

  it('works with a history of one item, and with two people', async () => {
    const recommender = await open();
    assert.ok(recommender.list({ indices: [0], values: [3] }, 3).length > 0);
    const two: RatedRows = {
      rows: 2,
      columns: 4,
      starts: Uint32Array.of(0, 2, 4),
      indices: Uint32Array.of(0, 1, 1, 2),
      values: Float32Array.of(5, 3, 4, 2),
    };
    assert.ok((await open(two)).list({ indices: [1], values: [4] }, 2).length > 0);
  });
}

/** undefined where the recommender has no such thing. */
function said(
  recommender: OpenRecommender,
  what: 'scores' | 'vector',
  history: RatedHistory,
): ArrayLike<number> | undefined {
  try {
    return recommender[what](history);
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'SURFACE_NOT_OFFERED') return undefined;
    throw error;
  }
}
