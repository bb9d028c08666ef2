/**
 * A defence in front of a recommender, for audits of recommenders: what people send in each fold. The defence learns what
 * it must know of people in general from the trainers of the fold, exactly as in an evaluation of defences.
 *
 * A defence with a public model of presence, or with public lists, is refused. The people whom those were fitted to cancel its noise with what
 * they send, so attackers who learn from them find too little. Here all trainers teach the attackers.
 */
import { type DefenceBefore, sparse } from '../../audit/index.ts';
import { requireWithin, UlteriorError } from '../../errors/index.ts';
import { attributeOf, type Dataset, subsetUsers } from '../../ratings/index.ts';
import { defenceNamed, requireSuitableDefence } from '../obfuscation/index.ts';
import { publicKnowledge } from './publicKnowledge.ts';
import { type Senders, sendAll } from './sending.ts';
import { defenceSpec } from './spec.ts';

/** Which defence, how strong, and for which attribute. */
export interface DefenceChoice {
  readonly name: string;
  /** The largest that evaluations try, if left out. */
  readonly strength?: number | undefined;
  readonly attribute: string;
  readonly seed?: number | undefined;
}

/** The defence as `runModelAudit` takes it (`afterDefence`). */
export function defenceBefore({ name, attribute, seed = 1, ...choice }: DefenceChoice): DefenceBefore {
  const definition = defenceNamed(name);
  if (definition.presence !== undefined || definition.lists === true) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `the defence "${name}" would look too good here: attackers would learn from people whom its public model or lists were fitted to`,
      'measure it with --defence alone, where attackers learn from others',
      { defence: name },
    );
  }
  const { label, strength: range } = definition;
  const strength = choice.strength ?? range.tried.at(-1)!;
  requireWithin(`strength of ${name} (${range.means})`, strength, { min: Number.MIN_VALUE, max: range.max });
  const spec = defenceSpec({
    attribute,
    defences: [{ name, strengths: [strength] }],
    // Who attacks is the audit's own choice; this one asks for no more than the defence itself needs.
    attackers: ['factor'],
    seed,
  });
  return {
    name,
    label,
    strength,
    send: async (dataset, { trainers }, tools) => {
      requireSuitableDefence(definition, attribute, attributeOf(dataset, attribute).labels.length, dataset.scale);
      const knowledge = await publicKnowledge(subsetUsers(dataset, trainers), spec, tools);
      const cell = { id: name, defence: name, strength, adoption: 1 };
      return (await sendAll(cell, everybody(dataset, attribute), knowledge, spec, tools)).sent;
    },
  };
}

function everybody(dataset: Dataset, attribute: string): Senders {
  return {
    numbers: Uint32Array.from({ length: dataset.users.size }, (_, user) => user),
    types: Uint8Array.from(attributeOf(dataset, attribute).values),
    ratings: sparse(dataset.ratings.byUser, dataset.items.size),
  };
}
