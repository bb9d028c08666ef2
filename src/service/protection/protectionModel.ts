/** A public model of presence, ready to protect histories. */
import { decodePresenceModel, itemDigests, type PresenceModel } from '../../defence/index.ts';
import { itemIndex } from '../../ratings/index.ts';

export interface Protection extends PresenceModel {
  /** What is hashed of every item (secretDraws). */
  readonly digests: Uint8Array;
}

export function protectionOf(bytes: Uint8Array): Protection {
  const model = decodePresenceModel(bytes);
  const ids = Array.from({ length: model.items.size }, (_, item) => model.items.id(itemIndex(item)));
  return { ...model, digests: itemDigests(ids) };
}
