/** Ratings as other scales have them: negative ones, and ones that are all equal. */

import { describe, expect, it } from 'vitest';
import { curveIn, headlineIn, historyIn } from '../../../test/support/findings.ts';
import { presets } from '../../factorization/index.ts';
import {
  createAttribute,
  createDataset,
  createNumericAttribute,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { contender, runAudit, runNumericAudit } from '../index.ts';

/** Two clubs; what somebody rates, and how, may depend on the club. */
function clubs(ratingOf: (club: number, person: number, item: number) => number | undefined): Dataset {
  const [people, items] = [60, 12];
  const triples = { users: [] as number[], items: [] as number[], values: [] as number[] };
  for (let person = 0; person < people; person++) {
    for (let item = 0; item < items; item++) {
      const rating = ratingOf(person % 2, person, item);
      if (rating === undefined) continue;
      triples.users.push(person);
      triples.items.push(item);
      triples.values.push(rating);
    }
  }
  const ids = (count: number) => createVocabulary<never>(Array.from({ length: count }, (_, n) => String(n)));
  return createDataset({
    users: ids(people),
    items: ids(items),
    ratings: createRatingMatrix(people, items, {
      users: Uint32Array.from(triples.users),
      items: Uint32Array.from(triples.items),
      values: Float32Array.from(triples.values),
    }),
    attributes: [
      createAttribute(
        'club',
        Array.from({ length: people }, (_, person) => (person % 2 === 0 ? 'red' : 'blue')),
      ),
      createNumericAttribute(
        'age',
        Array.from({ length: people }, (_, person) => 20 + 30 * (person % 2) + (person % 7)),
      ),
    ],
  });
}

const tools = { kernels: loadKernels('plain'), source: 'a test', finished: () => 'now' };
const small = { folds: 2, maxQuestions: 3, resamples: 50, compareAt: [3] };
const training = { ...presets.als, dimension: 2 };
const numeric = { ...small, attribute: 'age', strategies: ['varianceReduction'], bands: 0, training: { dimension: 2 } };

describe('an audit of ratings from -10 to 10', () => {
  // No two people answer alike: copies would count as one.
  const noise = (person: number, item: number) =>
    ((person * 7 + item * 13 + Math.floor(person / 22) * (item % 3)) % 11) - 5;
  const data = clubs((club, person, item) => noise(person, item) + (club === item % 2 ? 4.5 : -4.5));

  it('is done by every classifier', async () => {
    const spec = {
      ...small,
      attribute: 'club',
      heldOut: 2,
      training,
      fullHistory: ['factor', 'logistic', 'multinomial', 'svm'],
    };
    const contenders = [contender('separation'), contender('pointEstimate', { classifier: 'multinomial' })];
    const records = await runAudit(data, { ...spec, contenders, shuffled: [] } as never, tools);
    const histories = headlineIn(records, 'histories');
    expect(histories).toHaveLength(4);
    for (const { auc } of histories) expect(auc.value).toBeGreaterThan(0.9);
    for (const { id } of contenders) expect(curveIn(records, id)[3]!.auc.value).toBeGreaterThan(0.8);
  });
});

describe('an audit of ratings that are all equal', () => {
  const data = clubs((club, person, item) => ((item + person) % 3 === 0 || item % 2 === club ? 1 : undefined));

  it.each([
    ['als', training],
    ['paper', presets.paper],
  ])('finds nothing in how people rate, and everything in what they rate (%s)', async (solver, own) => {
    const spec = {
      ...small,
      attribute: 'club',
      heldOut: 2,
      training: own,
      fullHistory: ['factor', 'logistic', 'multinomial'],
    };
    const contenders = [contender('separation'), contender('separation', { model: 'channels' })];
    const records = await runAudit(data, { ...spec, protocol: 'open', contenders, shuffled: [] } as never, tools);
    const last = (id: string) => curveIn(records, id)[3]!.auc.value;
    expect(last('channels-separation')).toBeGreaterThan(0.9);
    const [factor, ...others] = spec.fullHistory.map((name) => historyIn(records, name).auc.value);
    // Few steps of the paper's solver leave in the biases how often a group rates an item.
    if (solver === 'als') expect([factor, last('separation')]).toEqual([0.5, 0.5]);
    for (const auc of others) expect(auc).toBeGreaterThan(0.9);
  });

  it('the same for a number', async () => {
    const records = await runNumericAudit(data, { ...numeric, shuffled: false } as never, tools);
    const r2 = (method: string) => historyIn(records, method).r2.value;
    expect(r2('filter')).toBeLessThan(0.05);
    expect(r2('ridgeOnPresence')).toBeGreaterThan(0.5);
  });
});
