/** Every defence by name. To add one: a file beside this one, a line here, and the conformance suite covers it. */
import { outOfRange } from '../../errors/index.ts';
import { blinding, blindingRounded } from './blinding.ts';
import { decoysGreedy, decoysRandom, decoysSampled } from './decoys.ts';
import { type Defence, type DefenceContext, type DefenceDefinition, openDefence } from './defence.ts';
import { leastChange } from './leastChange.ts';
import { randomisedResponse } from './randomisedResponse.ts';
import { withhold, withholdRandom } from './withhold.ts';

export const defences: readonly DefenceDefinition[] = Object.freeze([
  leastChange,
  blinding,
  blindingRounded,
  withhold,
  withholdRandom,
  decoysRandom,
  decoysSampled,
  decoysGreedy,
  randomisedResponse,
]);

export function defenceNamed(name: string): DefenceDefinition {
  const found = defences.find((defence) => defence.name === name);
  if (found !== undefined) return found;
  throw outOfRange('defence', `"${name}"`, `one of ${defences.map((defence) => defence.name).join(', ')}`);
}

export function createDefence(name: string, context: DefenceContext): Defence {
  return openDefence(defenceNamed(name), context);
}
