/**
 * Whom attackers are measured on, setting by setting: everybody, or where only some use a defence those who do and those
 * who do not. Whoever compares a dozen defences at several strengths and takes the best of them flatters it, and whoever
 * takes the strongest of the attackers flatters that. So all attacks of an evaluation are one family, with a defence and
 * without, and so is each group against the rest where there are more than two.
 */
import {
  boundedFigures,
  detectableAmong,
  type FoundAttack,
  familyOf,
  type MeasuredPlace,
  type Verdict,
  verdictFrom,
} from '../../audit/index.ts';
import { attributeOf, type Dataset } from '../../ratings/index.ts';
import { obliviousTo, UNDEFENDED } from './exposures.ts';
import type { AdoptionFigures, AttackFigures, AttackSituation, PartFigures } from './records.ts';
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

interface AttackedPlace extends MeasuredPlace {
  /** A setting, or a part of those who live in it. */
  readonly name: string;
  readonly situation: AttackSituation;
}

const PARTS = ['defending', 'others'] as const;
const partName = (setting: string, part: (typeof PARTS)[number]) => `${setting} ${part}`;

/** `defending`: 1 for those who use the setting's defence. */
export function placesOf(
  settings: readonly DefenceSetting[],
  defending: (setting: string) => ArrayLike<number>,
  { attribute: target, types, labels }: EvaluatedPeople,
): AttackedPlace[] {
  const everybody = Uint32Array.from(types.keys());
  const inBoth = (id: string, name: string, people: Uint32Array): AttackedPlace[] => [
    { name, situation: 'oblivious', exposure: obliviousTo(id), target, labels, people },
    { name, situation: 'retrained', exposure: id, target, labels, people },
  ];
  return [
    ...inBoth(UNDEFENDED, UNDEFENDED, everybody).slice(0, 1),
    ...settings.flatMap(({ id, adoption }) => {
      if (adoption === 1) return inBoth(id, id, everybody);
      const uses = defending(id);
      return PARTS.flatMap((part) => {
        const people = everybody.filter((person) => (uses[person] === 1) === (part === 'defending'));
        return enoughOfEach(types, people, labels.length) ? inBoth(id, partName(id, part), people) : [];
      });
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

export interface Attacks {
  /** On a setting that everybody is in. */
  readonly at: (setting: string) => readonly AttackFigures[] | undefined;
  /** Of settings that only some are in, for shares that leave enough people on both sides. */
  readonly adoption: (settings: readonly DefenceSetting[]) => AdoptionFigures[];
  /** Whether there is a leak without a defence: corrected for all who attack there; the bounds are those that are shown. */
  readonly leak: Verdict;
  /** Of everybody. */
  readonly detectable: number;
}

/** `found`: at each place. */
export function attacksFrom(
  places: readonly AttackedPlace[],
  found: readonly (readonly FoundAttack[])[],
  { types, clusters, level }: EvaluatedPeople,
): Attacks {
  const { figures, family } = boundedFigures(found.flat(), level);
  const situations = found.flatMap((own, at) => own.map(() => places[at]!));
  const at = (name: string): readonly AttackFigures[] | undefined => {
    const own = figures.flatMap((figure, n) => {
      const { name: of, situation } = situations[n]!;
      return of === name ? [{ ...figure, situation }] : [];
    });
    return own.length === 0 ? undefined : own;
  };
  const detectableAt = (place: AttackedPlace) => detectableAmong(family, types, place, clusters);
  const partOf = (name: string): PartFigures[] => {
    const place = places.find((one) => one.name === name);
    if (place === undefined) return [];
    return [{ people: place.people.length, attacks: at(name)!, detectable: detectableAt(place) }];
  };
  const undefended = at(UNDEFENDED)!;
  const { pValue } = familyOf(
    found[0]!.map((attack) => attack.found),
    level,
  );
  const bounds = undefended.flatMap((attack) => [attack.bounds, ...(attack.groups ?? []).map((group) => group.bounds)]);
  return {
    at,
    adoption: (settings) =>
      settings.flatMap(({ id, adoption: share }) => {
        const [defending, others] = PARTS.flatMap((part) => partOf(partName(id, part)));
        return defending === undefined || others === undefined ? [] : [{ share, defending, others }];
      }),
    leak: verdictFrom({ bounds, pValue }, undefined, level),
    detectable: detectableAt(places[0]!),
  };
}
