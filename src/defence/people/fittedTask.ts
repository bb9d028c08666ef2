/** A unit of work: an attacker who is fitted to what people sent. */
import type { SparseRows } from '../../inference/index.ts';
import { defineTask } from '../../maths/index.ts';
import { type FittedAttacker, type FittedModel, fitAttacker } from './fittedAttackers.ts';

export interface FittedUnit {
  readonly attacker: FittedAttacker;
  readonly trainers: SparseRows;
  readonly types: Uint8Array;
  readonly typeCount: number;
}

export const fittedTask = defineTask<FittedUnit, FittedModel>(
  'defence-fitted',
  ({ attacker, trainers, types, typeCount }) => fitAttacker(attacker, trainers, types, typeCount),
);
