/** A wide table: one row per person, and many columns that share a scale. */

import { attributeName } from '../attributes/attributeNames.ts';
import {
  type ColumnGuess,
  guessAlone,
  habitual,
  isUnnamed,
  looksLikeId,
  namedId,
  plural,
  type TableGuess,
} from './columnGuess.ts';
import type { ColumnProfile } from './columnProfile.ts';
import { isWithin, levelCount, type Scale, sharedScale } from './sharedScale.ts';

const FEWEST_ITEMS = 5;
/** Fewer items must be a third of all columns. */
const ENOUGH_ITEMS = 10;
/** This many people would have used a third level of a rating scale. */
const ENOUGH_ANSWERS = 30;
/** Values that differ in this many rows are ids, also where neither header nor place says so. */
const ENOUGH_IDS = 20;

export function guessWide(profiles: readonly ColumnProfile[]): TableGuess | undefined {
  const user = findUser(profiles);
  const named = namedUser(profiles);
  const open = profiles.filter((profile) => profile !== user && profile !== named && !countsRows(profile));
  const scale = scaleOf(open);
  if (scale === undefined) return undefined;
  const onScale = new Set(open.filter(({ numbers }) => numbers !== undefined && isWithin(numbers, scale)));
  const items = itemsAmong(profiles, onScale, scale);
  if (items.size < FEWEST_ITEMS || (items.size < ENOUGH_ITEMS && items.size < profiles.length / 3)) return undefined;
  // Which numbers words stand for depends on all of them: the first rows do not know that yet.
  const worded = [...items].some(({ texts }) => texts.some((text) => /\p{L}/u.test(text)));
  const shared = worded ? 'a scale in words' : `the scale ${scale.min} to ${scale.max}`;
  const words = `${plural(items.size, 'column')} share ${shared}`;
  const others = open.filter((profile) => !onScale.has(profile) && attributeName(profile.column) === undefined);
  const elsewhere = otherScales(others);
  const columns = profiles.map((profile): ColumnGuess => {
    const { column } = profile;
    if (profile === user) return { column, role: 'user', reason: userReason(profile) };
    if (countsRows(profile)) return { column, role: 'ignore', reason: 'counts the rows' };
    if (profile === named) return { column, role: 'ignore', reason: 'names people, but some are in several rows' };
    if (items.has(profile)) {
      const blank = profile.texts.length === 0;
      return { column, role: 'item', reason: blank ? 'blank in the first rows, but stands among the items' : words };
    }
    const other = elsewhere.get(profile);
    if (other !== undefined) return { column, role: 'ignore', reason: other };
    const alone = guessAlone(profile);
    if (!onScale.has(profile) || attributeName(column) !== undefined || profile.distinct === 1) return alone;
    const reason = isTwoValued(profile)
      ? 'only two values, fewer than the items have'
      : 'the header is unlike those of the items';
    return { column, role: 'attribute', reason };
  });
  return { shape: 'wide', reason: `one row per person: ${words}`, columns };
}

/** Scales of two levels count only where there is no other: yes and no are what attributes have too. */
function scaleOf(voters: readonly ColumnProfile[]): Scale | undefined {
  const graded = voters.filter(({ distinct }) => distinct > 2);
  const scale = sharedScale(graded);
  const fitting = graded.filter(
    ({ numbers }) => scale !== undefined && numbers !== undefined && isWithin(numbers, scale),
  );
  return fitting.length >= FEWEST_ITEMS ? scale : sharedScale(voters);
}

function itemsAmong(
  profiles: readonly ColumnProfile[],
  onScale: ReadonlySet<ColumnProfile>,
  scale: Scale,
): ReadonlySet<ColumnProfile> {
  const graded = (levelCount(scale) ?? Number.POSITIVE_INFINITY) >= 4;
  const named = (profile: ColumnProfile) => attributeName(profile.column) !== undefined;
  const clear = new Set([...onScale].filter((own) => !named(own) && !(graded && isTwoValued(own))));
  const isOdd = oddHeader([...clear]);
  const among = (at: number, step: -1 | 1): boolean => {
    let next = at + step;
    while (profiles[next]?.texts.length === 0 && !named(profiles[next]!)) next += step;
    return profiles[next] !== undefined && clear.has(profiles[next]!);
  };
  const surrounded = ({ at }: ColumnProfile) => among(at, -1) && among(at, 1);
  return new Set(
    profiles.filter((profile) => {
      const { column, numbers, texts } = profile;
      if (clear.has(profile)) return !isOdd(column) || surrounded(profile);
      if (texts.length === 0) return !named(profile) && surrounded(profile);
      // Religion may be rated like the subjects around it.
      const whole = numbers?.min === scale.min && numbers.max === scale.max;
      return onScale.has(profile) && attributeName(column) === 'likely' && whole && surrounded(profile);
    }),
  );
}

/** Where nearly all items have headers of one kind, those of another kind stand out. */
function oddHeader(items: readonly ColumnProfile[]): (column: string) => boolean {
  const kinds: readonly ((column: string) => boolean)[] = [
    (column) => /\(\d{4}\)$/.test(column.trim()),
    (column) => /^\p{L}+[ _.-]?\d+$/u.test(column.trim()),
  ];
  const isUsual = (is: (column: string) => boolean) =>
    items.length >= FEWEST_ITEMS && items.filter(({ column }) => is(column)).length >= 0.8 * items.length;
  const usual = kinds.find(isUsual);
  if (usual !== undefined) return (column) => !usual(column);
  // Among sentences a single word stands out.
  return isUsual((column) => wordCount(column) >= 3) ? (column) => wordCount(column) === 1 : () => false;
}

/** Columns that share a scale of their own, but are not as many as the items. Words shared by many are answers too. */
function otherScales(columns: readonly ColumnProfile[]): ReadonlyMap<ColumnProfile, string> {
  const found = new Map<ColumnProfile, string>();
  const numeric = columns.filter(({ numbers, distinct }) => numbers !== undefined && distinct > 2);
  const scale = sharedScale(numeric);
  const alike = numeric.filter(({ numbers }) => scale !== undefined && isWithin(numbers!, scale));
  if (alike.length >= FEWEST_ITEMS) {
    for (const profile of alike) {
      found.set(profile, `${plural(alike.length, 'column')} share another scale, ${scale!.min} to ${scale!.max}`);
    }
  }
  const worded = columns.filter(({ numbers, distinct }) => numbers === undefined && distinct > 2 && distinct <= 11);
  for (const profile of worded) {
    const own = new Set(profile.texts);
    const same = worded.filter(({ texts }) => texts.every((text) => own.has(text)));
    if (same.length < FEWEST_ITEMS) continue;
    for (const other of same)
      found.set(other, `${plural(same.length, 'column')} share these words, which are in no known scale`);
  }
  return found;
}

function namedUser(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return habitual(profiles, 'user') ?? namedId(profiles);
}

function findUser(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  const named = namedUser(profiles);
  // Whoever stands in two rows cannot be told by it.
  if (named?.unique) return named;
  const ids = profiles.filter((profile) => looksLikeId(profile) && attributeName(profile.column) === undefined);
  const isPlain = ({ at, texts, numbers }: ColumnProfile) =>
    texts.length >= ENOUGH_IDS || (at === 0 && (numbers === undefined || numbers.max > texts.length));
  return ids.find((profile) => !countsRows(profile) && isPlain(profile)) ?? ids.find(countsRows);
}

function userReason({ column, numbers }: ColumnProfile): string {
  if (isUnnamed(column) && numbers?.countsRows) return 'counts the rows';
  return 'no two rows have the same value';
}

const countsRows = ({ column, numbers }: ColumnProfile) => isUnnamed(column) && numbers?.countsRows === true;
const isTwoValued = ({ distinct, texts }: ColumnProfile) => distinct === 2 && texts.length >= ENOUGH_ANSWERS;
const wordCount = (column: string) => column.trim().split(/\s+/).length;
