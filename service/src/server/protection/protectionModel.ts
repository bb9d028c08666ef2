/** A public model of presence, ready to protect histories. */

import { decodePresenceModel, itemDigests, itemIndex, type PresenceModel } from 'ulterior/service-parts';
export interface Protection extends PresenceModel {
  /** What is hashed of every item (secretDraws). */
  readonly digests: Uint8Array;
}

export function protectionOf(bytes: Uint8Array): Protection {
  const model = decodePresenceModel(bytes);
  const ids = Array.from({ length: model.items.size }, (_, item) => model.items.id(itemIndex(item)));
  return { ...model, digests: itemDigests(ids) };
}
