/**
 * Where a leak is: what one attacker finds in single parts of whole histories. It describes a leak that was shown, so these
 * figures have intervals, and are no part of the family that shows it.
 */
import { sourceLabels } from '../../inference/index.ts';
import { type Dataset, itemIndex } from '../../ratings/index.ts';
import type { Finding } from '../records/finding.ts';
import type { AttackerDescription, ToldByItem } from '../records/records.ts';
import { measured, type Setting, scoresFrom } from './measured.ts';

export const partAttackers = (parts: ReadonlyMap<string, unknown>): AttackerDescription[] =>
  [...parts.keys()].map((id) => ({ id, label: sourceLabels[id as keyof typeof sourceLabels], exposure: 'parts' }));

export function partFindings(
  parts: ReadonlyMap<string, Float32Array>,
  types: ArrayLike<number>,
  target: string,
  setting: Omit<Setting, 'people'>,
): Finding[] {
  const people = Uint32Array.from({ length: types.length }, (_, person) => person);
  return [...parts].map(([attacker, logits]): Finding => {
    const scores = scoresFrom(logits, types, setting.labels.length);
    const { auc, aucByFold, accuracy } = measured([scores], { ...setting, people });
    const place = { target, exposure: 'parts', attacker, variant: 'real' } as const;
    return { ...place, people: people.length, auc, aucByFold, accuracy };
  });
}

/** The item that most folds chose; of several, the first. */
export function toldByItem(chosen: readonly (number | undefined)[], { items }: Dataset): ToldByItem | undefined {
  const counts = new Map<number, number>();
  for (const item of chosen) if (item !== undefined) counts.set(item, (counts.get(item) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (most === undefined) return undefined;
  const item = itemIndex(most[0]);
  return { id: items.id(item), title: items.title(item), folds: most[1] };
}
