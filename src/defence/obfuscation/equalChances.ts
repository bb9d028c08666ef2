/**
 * Equal chances: which items are sent no longer depends on the group, given taste, as far as the public model of presence
 * knows (../equalChances).
 *
 * In an evaluation the secret of each person is drawn from the person's own stream; in use it is the person's (protect).
 */
import { UlteriorError } from '../../errors/index.ts';
import type { RandomStream } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import {
  itemDigests,
  MOST_THINNING,
  type PresenceModel,
  protectHistory,
  SECRET_BYTES,
  secretDraws,
} from '../equalChances/index.ts';
import type { DefenceContext, DefenceDefinition } from './defence.ts';

const WAY = 'share of the way from the own chances to those of all groups';
const SHARE = 'share of the items without a guard that everyone withholds besides, at full strength';

function equalChancesBy(name: string, label: string, summary: string, thins: boolean): DefenceDefinition {
  return {
    name,
    label,
    family: 'equalChances',
    summary,
    needsType: true,
    changesItems: true,
    types: 'any',
    strength: {
      means: thins ? SHARE : WAY,
      max: thins ? MOST_THINNING : 1,
      tried: thins ? [0.25, 0.5] : [0.5, 1],
    },
    presence: { thins },
    create: (context) => {
      const presence = presenceFor(name, context);
      const digests = itemDigests(
        Array.from({ length: presence.items.size }, (_, n) => presence.items.id(itemIndex(n))),
      );
      return ({ ratings, type }, chance) => {
        const secret = secretFrom(chance);
        // Without any thinning nothing is asked for: strength 0 sends everything as it is, as with every defence.
        const [strength, thinning] = thins ? [Math.sign(context.strength), context.strength] : [context.strength, 0];
        const options = { strength, thinning };
        const person = { ratings, group: type! };
        return protectHistory(presence, person, options, (pass) => secretDraws(secret, '', pass, digests)).sent;
      };
    },
  };
}

function secretFrom(chance: RandomStream): Uint8Array {
  return Uint8Array.from({ length: SECRET_BYTES }, () => chance.below(256));
}

function presenceFor(name: string, { presence, model }: DefenceContext): PresenceModel {
  if (presence === undefined) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `${name} has no presence model: it does not know how likely each group rates each item`,
      'pass presence: fitPresence(people) of people whose group is known',
      { parameter: 'presence' },
    );
  }
  if (presence.items.size !== model.items.size || presence.groups.length !== model.typeLabels.length) {
    throw new UlteriorError(
      'MODEL_INVALID',
      `the presence model has ${presence.items.size} items and ${presence.groups.length} groups, the model of ratings ${model.items.size} and ${model.typeLabels.length}`,
      'fit both to the same people and items',
    );
  }
  return presence;
}

export const equalChances = equalChancesBy(
  'equalChances',
  'Equal chances',
  'some ratings withheld, so that all groups send each item equally often, but none that would come straight back as a recommendation; ratings blinded',
  false,
);
export const equalChancesThin = equalChancesBy(
  'equalChancesThin',
  'Equal chances (thinned)',
  'the same, and besides a share of the remaining items is withheld by everyone: hides more, costs more',
  true,
);
