/**
 * Bounds of attacks. Whoever compares a dozen defences at several strengths and takes the best of them flatters it, and
 * whoever takes the strongest of the attackers flatters that. So all attacks of an evaluation are one family, with a
 * defence and without, and so is each group against the rest where there are more than two.
 */
import { type Family, familyOf, type Verdict, verdictFrom } from '../../audit/index.ts';
import type { FiguresOutcome, FoundAttack } from './figuresTask.ts';
import type { AttackFigures } from './records.ts';

export interface BoundedAttacks {
  /** By the name of what was measured. */
  readonly attacks: ReadonlyMap<string, readonly AttackFigures[]>;
  readonly family: Family;
}

/** `controls`: what was found on shuffled labels, by the same names. */
export function boundedAttacks(
  real: ReadonlyMap<string, FiguresOutcome>,
  controls: ReadonlyMap<string, FiguresOutcome>,
  level: number,
): BoundedAttacks {
  const all = [...real.values()].flatMap(({ attacks }) => attacks);
  const family = familyOf(
    all.map(({ found }) => found),
    level,
  );
  const boundsOf = new Map(all.map((attack, at) => [attack, family.members[at]!]));
  const attacks = [...real].map(([name, { attacks: own }]) => {
    const shuffled = controls.get(name)?.attacks ?? [];
    return [name, own.map((attack) => figuresOf(attack, boundsOf.get(attack)!, shuffled))] as const;
  });
  return { attacks: new Map(attacks), family };
}

function figuresOf(
  { attacker, situation, found, balancedAccuracy }: FoundAttack,
  { bounds, groups }: Family['members'][number],
  shuffled: readonly FoundAttack[],
): AttackFigures {
  const control = shuffled.find((one) => one.attacker === attacker && one.situation === situation);
  return {
    attacker,
    situation,
    auc: found.auc,
    bounds,
    ...(groups.length === 0 ? {} : { groups }),
    accuracy: found.accuracy,
    balancedAccuracy,
    control: control?.found.auc,
  };
}

/** Whether there is a leak without a defence: corrected for all who attack there; the bounds are those that are shown. */
export function leakWithout(found: readonly FoundAttack[], shown: readonly AttackFigures[], level: number): Verdict {
  const { pValue } = familyOf(
    found.map((attack) => attack.found),
    level,
  );
  const bounds = shown.flatMap((attack) => [attack.bounds, ...(attack.groups ?? []).map((group) => group.bounds)]);
  return verdictFrom({ bounds, pValue }, undefined, level);
}
