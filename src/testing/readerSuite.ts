/** What every reader must do, on data that the caller has: `place` is what stands after the colon. */

import assert from 'node:assert/strict';
import { attributeOf, fingerprint } from '../ratings/index.ts';
import type { ReaderDefinition } from '../tables/index.ts';
import type { Framework } from './framework.ts';

/** Data to read, and what must come out. */
interface ReaderSample {
  readonly place: string;
  /** An attribute of two groups or more that the data have. */
  readonly attribute: string;
}

/** What every reader must do. */
export function readerConformance(
  definition: ReaderDefinition,
  { place, attribute }: ReaderSample,
  { it }: Framework,
): void {
  const read = (options: object = {}) => definition.read(place, { attributes: [attribute], ...options });

  it('reads people, items, ratings and the attribute that was asked for', async () => {
    const { dataset, summary } = await read();
    const [name] = dataset.attributes.keys();
    assert.ok(name !== undefined, 'the dataset must have the attribute');
    assert.ok(attributeOf(dataset, name).labels.length >= 2);
    assert.ok(dataset.users.size > 0 && dataset.items.size > 0);
    assert.ok(typeof summary.source === 'string' && summary.source !== '');
  });

  it('gives the same dataset again', async () => {
    const [first, second] = [await read(), await read()];
    const [name] = first.dataset.attributes.keys();
    assert.equal(fingerprint(first.dataset, name!), fingerprint(second.dataset, name!));
  });

  it('obeys the filters', async () => {
    const { dataset } = await read({ minPerUser: 2 });
    const { starts } = dataset.ratings.byUser;
    for (let user = 0; user < dataset.users.size; user++) assert.ok(starts[user + 1]! - starts[user]! >= 2);
  });

  it('refuses an attribute that the data do not have', async () => {
    await assert.rejects(definition.read(place, { attributes: ['no such attribute'] }), /no such attribute/);
  });
}
