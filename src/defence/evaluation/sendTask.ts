/** A unit of work: what some people send who defend themselves. */
import { decodeModel } from '../../factorization/index.ts';
import { historyAt, packRows, type SparseRows } from '../../inference/index.ts';
import { defineTask } from '../../maths/index.ts';
import { decodePresenceModel } from '../equalChances/index.ts';
import { createDefence, type PublicLists } from '../obfuscation/index.ts';
import { changesOf } from './measures/changes.ts';
import type { DefenceSpec } from './spec.ts';

interface SendUnit {
  readonly defence: string;
  readonly strength: number;
  readonly spec: Pick<DefenceSpec, 'ridge' | 'prior' | 'seed' | 'sboThreshold'>;
  /** The public model, encoded, and what else is public. */
  readonly model: Uint8Array;
  readonly targets: readonly number[] | undefined;
  /** Encoded; for defences that need it. */
  readonly presence: Uint8Array | undefined;
  /** For defences of the literature. */
  readonly lists: PublicLists | undefined;
  /** 1 for those who defend themselves; the others send everything as it is. */
  readonly defending: Uint8Array;
  /** A row for each of the people: their numbers, which decide what chance does, their types, their ratings. */
  readonly people: Uint32Array;
  readonly types: Uint8Array;
  readonly ratings: SparseRows;
  /** What they also rated and do not send, where some is set aside. */
  readonly heldOut: SparseRows;
}

interface SendOutcome {
  readonly sent: SparseRows;
  /** people x 4: changed, steps, added, withheld. */
  readonly changes: Float64Array;
}

export const CHANGE_WIDTH = 4;

export const sendTask = defineTask<SendUnit, SendOutcome>('defence-send', (unit) => {
  const { spec, strength, targets, people, types, ratings, heldOut, defending } = unit;
  const model = decodeModel(unit.model);
  const beliefOptions = { ridge: spec.ridge === 'model' ? undefined : spec.ridge, prior: spec.prior };
  const presence = unit.presence && decodePresenceModel(unit.presence);
  const { seed, sboThreshold } = spec;
  const context = { model, strength, seed, sboThreshold, beliefOptions, targets, presence, lists: unit.lists };
  const defence = createDefence(unit.defence, context);
  const changes = new Float64Array(people.length * CHANGE_WIDTH);
  const sent = Array.from(people, (number, row) => {
    const own = historyAt(ratings, row);
    if (defending[row] === 0) return own;
    const message = defence.send({ ratings: own, number, type: types[row], known: historyAt(heldOut, row).indices });
    const { changed, steps, added, withheld } = changesOf(own, message, model.scale.step);
    changes.set([changed, steps, added, withheld], row * CHANGE_WIDTH);
    return message;
  });
  return { sent: packRows(ratings.columns, sent), changes };
});
