/** Every rival by name. To add one: a file beside this one, a line here, and the conformance suite covers it. */
import { UlteriorError } from '../errors/index.ts';
import { decisionTree } from './decisionTree.ts';
import { forwardLogistic } from './forwardLogistic.ts';
import type { RivalDefinition } from './rival.ts';
import { skipModel } from './skipModel.ts';

/** All rivals that are trained on ratings alone. */
export const rivals: readonly RivalDefinition[] = Object.freeze([skipModel, forwardLogistic, decisionTree]);

export function rivalNamed(name: string): RivalDefinition {
  const found = rivals.find((rival) => rival.name === name);
  if (found !== undefined) return found;
  const known = rivals.map((rival) => rival.name);
  throw new UlteriorError('STRATEGY_UNKNOWN', `there is no rival "${name}"`, `use one of ${known.join(', ')}`, {
    name,
    known,
  });
}
