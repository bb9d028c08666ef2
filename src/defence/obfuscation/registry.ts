/**
 * Every defence by name. To add one that ships: a file beside this one, a line here, and the conformance suite covers it.
 * Plug-ins add theirs when they are loaded.
 */
import { outOfRange } from '../../errors/index.ts';
import { createRegistry } from '../../plugins/index.ts';
import { schema } from '../../schema/index.ts';
import { blinding, blindingRounded } from './blinding.ts';
import { blurme, blurmeRandom, blurmeSampled } from './blurme.ts';
import { blurmore } from './blurmore.ts';
import { decoysGreedy, decoysRandom, decoysSampled } from './decoys.ts';
import {
  type Defence,
  type DefenceContext,
  type DefenceDefinition,
  openDefence,
  type PresenceUse,
  type StrengthRange,
} from './defence.ts';
import { equalChances, equalChancesThin } from './equalChances.ts';
import { leastChange } from './leastChange.ts';
import { perblur, perblurRemove } from './perblur.ts';
import { randomisedResponse } from './randomisedResponse.ts';
import { sboAdd, sboBoth, sboRemove } from './sbo.ts';
import { withhold, withholdRandom } from './withhold.ts';

const { fieldsOf, flag, listOf, oneOf, positive, text } = schema;

export const defenceRegistry = createRegistry<DefenceDefinition>(
  {
    kind: 'defence',
    values: fieldsOf<Omit<DefenceDefinition, 'create' | 'epsilon'>>(
      {
        name: text,
        label: text,
        family: text,
        summary: text,
        needsType: flag,
        changesItems: flag,
        types: oneOf(['two', 'any']),
        strength: fieldsOf<StrengthRange>({ means: text, max: positive, tried: listOf(positive, 1) }, [
          'means',
          'max',
          'tried',
        ]),
        presence: fieldsOf<PresenceUse>({ thins: flag }, ['thins']),
        lists: flag,
        reference: text,
      },
      ['name', 'label', 'family', 'summary', 'needsType', 'changesItems', 'types', 'strength'],
    ),
    functions: ['create'],
    mayHave: ['epsilon'],
  },
  [
    leastChange,
    blinding,
    blindingRounded,
    withhold,
    withholdRandom,
    decoysRandom,
    decoysSampled,
    decoysGreedy,
    randomisedResponse,
    equalChances,
    equalChancesThin,
    blurme,
    blurmeRandom,
    blurmeSampled,
    blurmore,
    perblur,
    perblurRemove,
    sboRemove,
    sboAdd,
    sboBoth,
  ],
);

/** All defences. It grows when a plug-in is loaded. */
export const defences: readonly DefenceDefinition[] = defenceRegistry.all;

export function defenceNamed(name: string): DefenceDefinition {
  const found = defenceRegistry.find(name);
  if (found !== undefined) return found;
  throw outOfRange('defence', `"${name}"`, `one of ${defences.map((defence) => defence.name).join(', ')}`);
}

/**
 * A defence by its name. `defences` lists them.
 *
 * @example
 * ```ts
 * import { loadKernels } from 'ulterior';
 * import { createWorld, parametersFrom, train, trained } from 'ulterior/core';
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
