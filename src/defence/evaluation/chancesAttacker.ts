/**
 * The attacker that knows the public model of presence and the defence (mechanismAttack.ts), trained on people who send in
 * the same way as those it judges.
 */
import {
  type FoldMembers,
  type Groups,
  joinedNumbers,
  runTasks,
  setCommonPrior,
  setCommonScale,
  sharesOf,
  type WorkTools,
} from '../../audit/index.ts';
import { type SparseRows, selectRows } from '../../inference/index.ts';
import { logitsFromWeights } from '../../maths/index.ts';
import { type Mechanism, type MechanismNumbers, mechanismAttack } from '../equalChances/index.ts';
import { defenceNamed } from '../obfuscation/index.ts';
import { CHANCES } from './attackerNames.ts';
import { mechanismTask } from './presenceTask.ts';
import type { PublicKnowledge } from './publicKnowledge.ts';
import { type DefenceSetting, parts } from './sending.ts';
import type { DefenceSpec } from './spec.ts';

/** Steps that `chancesLogits` reports, for this many people to learn from. */
export function chancesSteps({ attackers }: DefenceSpec, learners: number, tested: number): number {
  return attackers.includes(CHANCES) ? parts(learners).length + parts(tested).length : 0;
}

/** What an attacker may know of how people send. */
export function mechanismOf({ defence, strength }: DefenceSetting, spec: DefenceSpec): Mechanism {
  const { presence } = defenceNamed(defence);
  if (presence === undefined) return NO_MECHANISM;
  const { places } = spec.presence;
  return { places, ...(presence.thins ? { strength: 1, thinning: strength } : { strength }) };
}

export const NO_MECHANISM: Mechanism = { strength: 0, places: 0 };

/** People of the fold x K log odds, comparable with those of other folds. */
export async function chancesLogits(
  { types, typeCount }: Groups,
  members: FoldMembers,
  knowledge: PublicKnowledge,
  sent: SparseRows,
  mechanism: Mechanism,
  tools: WorkTools,
): Promise<Float64Array> {
  const presence = knowledge.presence!;
  const numbersOf = async (people: Uint32Array): Promise<MechanismNumbers> => {
    const rows = selectRows(sent, people);
    const units = parts(rows.rows).map((part) => ({ presence, rows: selectRows(rows, part), mechanism }));
    const found = await runTasks(mechanismTask, units, tools);
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
