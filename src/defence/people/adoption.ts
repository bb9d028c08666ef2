/**
 * Where only some people defend themselves: who they are. Drawn by a number of each person alone, so that those who
 * defend themselves at one share do so at every larger one.
 */
import { derive } from '../../maths/index.ts';

export function adopts(share: number, person: number, seed: number): boolean {
  return share >= 1 || derive(seed, 'defence-adoption', person).uniform() < share;
}
