/**
 * A fingerprint of the data: equal data give equal text, and any other rating, id or attribute value gives another
 * one. A model, a checkpoint or a transcript carries it to tell whether it belongs to these data. Titles and the scale
 * are left out: they are how the data are shown, not what was observed.
 *
 * The hash reads the typed arrays in place, so 100 million ratings need no copy. The bytes are those of a
 * little-endian machine, which is every machine that runs this.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Attribute, hasValue } from '../data/attribute.ts';
import { anyAttributeOf, type Dataset } from '../data/dataset.ts';
import type { Vocabulary } from '../data/vocabulary.ts';

/**
 * SHA-256 in hex of who was measured: ids and groups in their order, and nothing of what they rated. Two audits of the
 * same people draw the same resamples, so that their figures can be compared person by person; who belongs together
 * is drawn together, and so is part of it.
 */
export function fingerprintOfPeople(
  ids: readonly string[],
  groups: readonly string[],
  clusters?: ArrayLike<number>,
): string {
  const people = { format: 'ulterior people 1', ids, groups, clusters: clusters && Array.from(clusters) };
  return bytesToHex(sha256(new TextEncoder().encode(JSON.stringify(people))));
}

/** SHA-256 in hex, over ratings, ids, who belongs together and the named attribute; over all where none is named. */
export function fingerprint(dataset: Dataset, attributeName?: string): string {
  const hash = sha256.create();
  const encoder = new TextEncoder();
  // JSON, so that every text ends where it ends: ["ab","c"] and ["a","bc"] differ.
  const addText = (value: unknown) => hash.update(encoder.encode(`${JSON.stringify(value)}\n`));
  const addBytes = (array: Uint32Array | Float32Array | Int16Array | Float64Array) =>
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));

  const { users, items, count, byUser } = dataset.ratings;
  addText({ format: 'ulterior dataset 1', users, items, count });
  addBytes(byUser.starts);
  addBytes(byUser.indices);
  addBytes(byUser.values);
  for (const vocabulary of [dataset.users, dataset.items]) addIds(vocabulary, addText);
  for (const attribute of chosenAttributes(dataset, attributeName)) {
    const { name, values } = attribute;
    addText(
      attribute.kind === 'numeric' ? { name, missing: missingUsers(attribute) } : { name, labels: attribute.labels },
    );
    // NaN has many bit patterns: which users are missing stands in the text, and their places are filled.
    addBytes(
      attribute.kind === 'numeric' ? attribute.values.map((value) => (Number.isNaN(value) ? 0 : value)) : values,
    );
  }
  if (dataset.together !== undefined) {
    addText({ together: dataset.together.column ?? '' });
    addBytes(dataset.together.clusters);
  }
  return bytesToHex(hash.digest());
}

/** By name, so that the order in which attributes were given does not matter. */
function chosenAttributes(dataset: Dataset, name: string | undefined): Attribute[] {
  if (name !== undefined) return [anyAttributeOf(dataset, name)];
  return [...dataset.attributes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function missingUsers(attribute: Attribute): number[] {
  return Array.from(attribute.values.keys()).filter((user) => !hasValue(attribute, user));
}

/** In batches: encoding half a million ids one by one is slow, all at once is a large copy. */
function addIds(vocabulary: Vocabulary, addText: (value: unknown) => void): void {
  const batchSize = 1024;
  for (let from = 0; from < vocabulary.size; from += batchSize) {
    const length = Math.min(batchSize, vocabulary.size - from);
    addText(Array.from({ length }, (_, n) => vocabulary.id(from + n)));
  }
}
