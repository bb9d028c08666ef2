/** Units of work around the public model of presence: fitting it, and what its attacker makes of histories. */
import type { SparseRows } from '../../inference/index.ts';
import { defineTask } from '../../maths/index.ts';
import { createVocabulary, type ItemIndex, type RatingScale } from '../../ratings/index.ts';
import {
  decodePresenceModel,
  encodePresenceModel,
  fitPresence,
  type Mechanism,
  type MechanismNumbers,
  numbersOfRows,
  type PresenceOptions,
} from '../equalChances/index.ts';
import { type PublicLists, publicListsOf } from '../obfuscation/index.ts';

interface PresenceUnit {
  readonly histories: SparseRows;
  readonly groupOf: Uint8Array;
  readonly attribute: string;
  readonly groups: readonly string[];
  readonly itemIds: readonly string[];
  readonly scale: RatingScale;
  readonly options: PresenceOptions;
}

/** The model, encoded. */
export const presenceTask = defineTask<PresenceUnit, Uint8Array>(
  'defence-presence',
  ({ itemIds, options, ...people }) =>
    encodePresenceModel(fitPresence({ ...people, items: createVocabulary<ItemIndex>(itemIds) }, options)),
);

/** What defences of the literature know of people. */
export const listsTask = defineTask<Pick<PublicLists, 'histories' | 'groupOf'>, PublicLists>(
  'defence-lists',
  ({ histories, groupOf }) => publicListsOf(histories, groupOf),
);

interface MechanismUnit {
  /** Encoded. */
  readonly presence: Uint8Array;
  readonly rows: SparseRows;
  readonly mechanism: Mechanism;
}

export const mechanismTask = defineTask<MechanismUnit, MechanismNumbers>(
  'defence-mechanism',
  ({ presence, rows, mechanism }) => numbersOfRows(decodePresenceModel(presence), rows, mechanism),
);
