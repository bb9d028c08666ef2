/**
 * Whom attackers are measured on, setting by setting: everybody, or where only some use a defence those who do and those
 * who do not. Whoever compares a dozen defences at several strengths and takes the best of them flatters it, and whoever
 * takes the strongest of the attackers flatters that. So all attacks of an evaluation are one family, with a defence and
 * without, and so is each group against the rest where there are more than two.
 */
import {
  attackFindings,
  type Finding,
  type FoundAttack,
  familyOf,
  findingsWith,
  type MeasuredPlace,
  type Verdict,
  verdictFrom,
} from '../../audit/index.ts';
import { attributeOf, type Dataset } from '../../ratings/index.ts';
import { obliviousTo, simulatedBy, UNDEFENDED } from './exposures.ts';
import { type AttackSituation, usedBy } from './records.ts';
import type { DefenceSetting } from './sending.ts';
import type { DefenceSpec } from './spec.ts';

/** Who was measured, and how intervals are made. */
export type EvaluatedPeople = ReturnType<typeof measuredPeople>;

export function measuredPeople(dataset: Dataset, folds: Uint16Array, spec: DefenceSpec) {
  const { values, labels } = attributeOf(dataset, spec.attribute);
  const { attribute, resamples, level, seed } = spec;
  const types = Uint8Array.from(values);
  return { folds, clusters: dataset.together?.clusters, resamples, level, seed, attribute, types, labels };
}

const PARTS = ['defending', 'others'] as const;

/** `defending`: 1 for those who use the setting's defence. */
export function placesOf(
  settings: readonly DefenceSetting[],
  defending: (setting: string) => ArrayLike<number>,
  { attribute: target, types, labels }: EvaluatedPeople,
): MeasuredPlace[] {
  const everybody = Uint32Array.from(types.keys());
  const inBoth = (id: string, own: object, people: Uint32Array): MeasuredPlace[] => {
    const placed = (exposure: string, situation: AttackSituation): MeasuredPlace => {
      return { exposure, as: { target, exposure: 'histories', situation, ...own }, labels, types, people };
    };
    return [placed(obliviousTo(id), 'oblivious'), placed(id, 'retrained')];
  };
  return [
    ...inBoth(UNDEFENDED, {}, everybody).slice(0, 1),
    ...settings.flatMap(({ id, defence, strength, adoption }) => {
      const own = { defence, strength };
      if (adoption === 1) {
        const as = { target, exposure: 'histories', situation: 'simulating', ...own };
        return [...inBoth(id, own, everybody), { exposure: simulatedBy(id), as, labels, types, people: everybody }];
      }
      const uses = defending(id);
      const parts = PARTS.map((part) => {
        return { part, people: everybody.filter((person) => (uses[person] === 1) === (part === 'defending')) };
      });
      // Shares must leave enough people on both sides.
      if (!parts.every(({ people }) => enoughOfEach(types, people, labels.length))) return [];
      return parts.flatMap(({ part, people }) => inBoth(id, { ...own, exposure: usedBy(adoption, part) }, people));
    }),
  ];
}

/** Fewer people than this of a group say nothing. */
const FEWEST = 10;

function enoughOfEach(types: Uint8Array, people: Uint32Array, groups: number): boolean {
  const counts = new Uint32Array(groups);
  for (const person of people) counts[types[person]!]!++;
  return counts.every((count) => count >= FEWEST);
}

interface Attacks {
  readonly findings: readonly Finding[];
  /** Whether there is a leak without a defence: corrected for all who attack there; the bounds are those that are shown. */
  readonly leak: Verdict;
}

/**
 * `found`: at each place. A gate judges every defence at every strength, and where only some use it those who do: by everybody
 * who attacked.
 */
export function attacksFrom(found: readonly (readonly FoundAttack[])[], { clusters, level }: EvaluatedPeople): Attacks {
  const { findings } = attackFindings(found.flat(), level, clusters, ({ as }) => {
    return as.defence !== undefined && !as.exposure.endsWith('the others');
  });
  const { pValue } = familyOf(
    found[0]!.map(({ real }) => real),
    level,
  );
  const undefended = findingsWith(findings, 'auc', { defence: undefined, variant: 'real' });
  const bounds = undefended.map(({ auc }) => auc.bounds!);
  return { findings, leak: verdictFrom({ bounds, pValue }, undefined, level) };
}
