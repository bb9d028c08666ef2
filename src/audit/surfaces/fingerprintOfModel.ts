/** A fingerprint of what an audit of a recommender reads: equal people and surfaces give equal text. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Reals } from '../../maths/index.ts';
import { fingerprint, type RecommendationLists, type UserIndex, type Vectors } from '../../ratings/index.ts';
import type { ModelAuditInput } from './surface.ts';

/** Of vectors alone: SHA-256 in hex. */
export function fingerprintOfVectors({ ids, dimension, values }: Vectors): string {
  const hash = sha256.create();
  hash.update(new TextEncoder().encode(`${JSON.stringify({ ids, dimension })}\n`));
  return bytesToHex(hash.update(new Uint8Array(Float64Array.from(values).buffer)).digest());
}

/** SHA-256 in hex. */
export function fingerprintOfModel({ people, surfaces, setAside, afterDefence }: ModelAuditInput): string {
  const hash = sha256.create();
  const encoder = new TextEncoder();
  const addText = (value: unknown) => hash.update(encoder.encode(`${JSON.stringify(value)}\n`));
  const addNumbers = (array: Reals | Uint32Array | Int16Array) =>
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const addVectors = ({ ids, dimension, values }: Vectors) => {
    addText({ ids, dimension });
    // The container must not matter: every one of them holds at most double precision.
    addNumbers(Float64Array.from(values));
  };
  const addLists = ({ users, items, starts, entries, scores }: RecommendationLists) => {
    addText({ users, items });
    addNumbers(starts);
    addNumbers(entries);
    if (scores !== undefined) addNumbers(scores);
  };
  const { users, attribute, dataset } = people;
  addText({ format: 'ulterior model 1', name: attribute.name, labels: attribute.labels });
  addText(Array.from({ length: users.size }, (_, user) => users.id(user as UserIndex)));
  addNumbers(attribute.values);
  if (dataset !== undefined) addText(fingerprint(dataset, attribute.name));
  for (const surface of surfaces) {
    addText(surface.kind);
    if ('recommender' in surface) addText({ recommender: surface.recommender });
    else if (surface.kind === 'exposure') addText({ exposure: surface.name });
    else if (surface.kind === 'lists') addLists(surface.lists);
    else if (surface.kind === 'scores') 'ids' in surface.scores ? addVectors(surface.scores) : addLists(surface.scores);
    else if (surface.kind !== 'ratings') addVectors(surface.vectors);
  }
  if (setAside !== undefined) addLists(setAside);
  if (afterDefence !== undefined) addText({ defence: afterDefence.name, strength: afterDefence.strength });
  return bytesToHex(hash.digest());
}
