/** Every defence by name. To add one: a file beside this one, a line here, and the conformance suite covers it. */
import { outOfRange } from '../../errors/index.ts';
import { blinding, blindingRounded } from './blinding.ts';
import { decoysGreedy, decoysRandom, decoysSampled } from './decoys.ts';
import { type Defence, type DefenceContext, type DefenceDefinition, openDefence } from './defence.ts';
import { leastChange } from './leastChange.ts';
import { randomisedResponse } from './randomisedResponse.ts';
import { withhold, withholdRandom } from './withhold.ts';

/** All defences. */
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

/**
 * A defence by its name. `defences` lists them.
 *
 * @example
 * ```ts
 * import { createWorld, loadKernels, parametersFrom, train, trained } from 'ulterior';
 * import { createDefence } from 'ulterior/defence';
 *
 * const { dataset } = createWorld({ users: 200, items: 50, leak: 0.5 }, 1);
 * const model = trained(await train(dataset, 'type', parametersFrom('als'), { kernels: loadKernels() }));
 * const defence = createDefence('withholdRandom', { model, strength: 0.5, seed: 1 });
 * const sent = defence.send({ ratings: { indices: [1, 5, 9, 12], values: [4, 2, 5, 3] }, number: 0 });
 * console.log(sent.indices.length);
 * ```
 */
export function createDefence(name: string, context: DefenceContext): Defence {
  return openDefence(defenceNamed(name), context);
}
