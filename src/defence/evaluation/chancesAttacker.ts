/**
 * The attacker that knows the public model of presence and the defence (mechanismAttack.ts), trained on people who send in
 * the same way as those it judges.
 */
import {
  type FoldMembers,
  type Groups,
  joinedNumbers,
  setCommonPrior,
  setCommonScale,
  sharesOf,
} from '../../audit/index.ts';
import { type SparseRows, selectRows } from '../../inference/index.ts';
import { logitsFromWeights } from '../../maths/index.ts';
import { type Mechanism, type MechanismNumbers, mechanismAttack } from '../equalChances/index.ts';
import { defenceNamed } from '../obfuscation/index.ts';
import { parts } from '../people/joined.ts';
import { CHANCES } from './attackerNames.ts';
import { mechanismTask } from './presenceTask.ts';
import type { PublicKnowledge } from './publicKnowledge.ts';
import type { DefenceSetting } from './sending.ts';
import type { DefenceSpec } from './spec.ts';
import type { WorkTools } from './work.ts';

/** Steps that `chancesLogits` reports, for this many people to learn from. */
export function chancesSteps({ attackers }: DefenceSpec, learners: number, tested: number): number {
  return attackers.includes(CHANCES) ? parts(learners).length + parts(tested).length : 0;
}

/** What an attacker may know of how people send. */
export function mechanismOf({ defence, strength }: DefenceSetting, spec: DefenceSpec): Mechanism {
  const { presence } = defenceNamed(defence);
  if (presence === undefined) return NO_MECHANISM;
  const places = presence.guarded ? spec.presence.places : 0;
  const { meeting, thins } = presence;
  return { meeting, places, ...(thins ? { strength: 1, thinning: strength } : { strength }) };
}

export const NO_MECHANISM: Mechanism = { meeting: 'mid', strength: 0, places: 0 };

/** Who learns from whom, and who knows what. */
interface ChancesFold {
  readonly groups: Groups;
  readonly members: FoldMembers;
  readonly knowledge: PublicKnowledge;
  readonly tools: WorkTools;
}

/** People of the fold x K log odds, comparable with those of other folds. */
export async function chancesLogits(
  { groups: { types, typeCount }, members, knowledge, tools }: ChancesFold,
  sent: SparseRows,
  mechanism: Mechanism,
): Promise<Float64Array> {
  const { model: presence } = knowledge.presence!;
  const numbersOf = async (people: Uint32Array): Promise<MechanismNumbers> => {
    const rows = selectRows(sent, people);
    const units = parts(rows.rows).map((part) => ({ presence, rows: selectRows(rows, part), mechanism }));
    const found = await tools.run(mechanismTask, units);
    return { people: rows.rows, width: found[0]!.width, values: joinedNumbers(found.map(({ values }) => values)) };
  };
  const labels = Uint8Array.from(members.trainers, (person) => types[person]!);
  const learned = await numbersOf(members.trainers);
  const weights = mechanismAttack(learned, labels, typeCount, await numbersOf(members.people));
  const logits = new Float64Array(weights.length);
  for (let at = 0; at < weights.length; at += typeCount) {
    logits.set(logitsFromWeights(weights.subarray(at, at + typeCount)), at);
  }
  const inAll = sharesOf(types, typeCount);
  setCommonPrior(logits, sharesOf(labels, typeCount), inAll);
  setCommonScale(logits, inAll);
  return logits;
}
