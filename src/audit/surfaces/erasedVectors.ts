/**
 * Vectors of people after a map that is to take the attribute out of them. In each fold the map is learned from half of the
 * people outside it, each group by half, and attackers learn from the other half: the people whom a map was learned from say
 * too little about it. So that fewer people to learn from do not pass for protection, attackers learn from the same half
 * where nothing was erased.
 */
import { UlteriorError } from '../../errors/index.ts';
import { memoizeAsync } from '../attackers/memoizeAsync.ts';
import { readDense } from '../attackers/readable.ts';
import type { Seen } from '../attackers/seen.ts';
import type { FoldMembers } from '../folds/index.ts';
import { type ErasureBefore, isExposure, type Surface, surfaceName } from './surface.ts';
import { named, numbersOf, type View, type ViewSource } from './views.ts';

/** As many views as there are surfaces, in their order. */
export function erasedViews(source: ViewSource, { erase }: ErasureBefore): View[] {
  const { types, labels, matched } = source.selected;
  return matched.map((own): View => {
    const kept = memoizeAsync<Uint32Array, Seen>();
    return {
      ...named(own.surface, undefined, 'after-'),
      learnersOf: (members) => halvesOf(members, types).learners,
      seen: (members, tools) =>
        kept(members.people, async () => {
          const vectors = (await numbersOf(own, source.people.dataset, source, tools))!;
          const { learned } = halvesOf(members, types);
          return readDense(erase(vectors, { types, typeCount: labels.length }, learned), source.spec.seed);
        }),
    };
  });
}

/** Attackers learn from those whom the map was not learned from, whether anything is erased or not. */
export function learnedByHalf(views: readonly View[], { selected: { types } }: ViewSource): View[] {
  return views.map((view) => ({ ...view, learnersOf: (members) => halvesOf(members, types).learners }));
}

function halvesOf({ trainers }: FoldMembers, types: Uint8Array) {
  const byGroup = trainers.toSorted((a, b) => types[a]! - types[b]! || a - b);
  return {
    learned: byGroup.filter((_, n) => n % 2 === 0).sort(),
    learners: byGroup.filter((_, n) => n % 2 === 1).sort(),
  };
}

/** Lists and histories are no vectors. */
export function requireVectors(surfaces: readonly Surface[], { name }: ErasureBefore): void {
  const other = surfaces.find((surface) => {
    if (isExposure(surface) || surface.kind === 'lists') return true;
    return surface.kind === 'scores' && 'scores' in surface && !('ids' in surface.scores);
  });
  if (other === undefined) return;
  throw new UlteriorError(
    'SURFACE_FIXED',
    `${name} changes a row of numbers per person, and "${surfaceName(other)}" has none`,
    'measure vectors with it (--vectors, --set itemVectors=FILE, --exposures implicitFactors:userVectors)',
    { defence: name, kind: surfaceName(other) },
  );
}
