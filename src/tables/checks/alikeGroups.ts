/**
 * Groups that are one: "m", "M" and "male", "Yes" and "yes ", "Catholic" and "Cathlic". As groups of their own each is
 * smaller than it should be, and small groups are left out: the people vanish from the figures.
 */
import { type CategoricalAttribute, countsByLabel, type Finding } from '../../ratings/index.ts';
import { type AttributeExpression, formatAttribute } from '../attributes/attributeExpression.ts';
import { namedList } from './findingWords.ts';

/** Words for the same answer; each list is one. One letter counts only beside another of these lists. */
const SAME: readonly (readonly string[])[] = [
  ['m', 'male', 'man', 'men', 'masculine', 'männlich', 'mann', 'homme', 'hombre', 'masculino', 'uomo'],
  ['f', 'female', 'woman', 'women', 'feminine', 'weiblich', 'w', 'frau', 'femme', 'mujer', 'femenino', 'donna'],
  ['y', 'yes', 'true', 'ja', 'oui', 'si'],
  ['n', 'no', 'false', 'nein', 'non'],
];

/** Shorter words differ by one letter and mean different things. */
const LONG_WORD = 6;
/** A misspelt group is this much smaller than the one that is meant. */
const RARE = 0.05;

/** `expression` takes the values of a column as they are: whoever named groups has decided. */
export function alikeGroups(attribute: CategoricalAttribute, expression: AttributeExpression): Finding[] {
  if (expression.rule.kind !== 'asIs' || expression.rule.labels !== undefined) return [];
  const counts = countsByLabel(attribute);
  const ordered = [...attribute.labels.keys()].sort((a, b) => counts[b]! - counts[a]!);
  // Each label joins the largest group that it is like.
  const groups: number[][] = [];
  for (const code of ordered) {
    const label = attribute.labels[code]!;
    const own = groups.find((group) =>
      group.some((other) => areAlike(attribute.labels[other]!, label, counts[code]! / counts[group[0]!]!)),
    );
    if (own === undefined) groups.push([code]);
    else own.push(code);
  }
  const merged = groups.filter((group) => group.length > 1);
  if (merged.length === 0) return [];
  const { column, name } = expression;
  const named = (group: readonly number[]) => group.map((code) => attribute.labels[code]!);
  const to = formatAttribute({
    column,
    ...(name !== undefined && { name }),
    rule: {
      kind: 'groups',
      groups: groups.map((group) => ({ label: nameOf(named(group)), values: named(group), rest: false })),
    },
  });
  const people = merged.flatMap((group) => group.slice(1)).reduce((sum, code) => sum + counts[code]!, 0);
  return [
    {
      code: 'GROUPS_ALIKE',
      serious: true,
      place: attribute.name,
      found: `"${attribute.name}" has groups that seem to be one: ${merged.map((group) => namedList(named(group))).join('; ')}`,
      done: `they count as groups of their own; ${people === 1 ? '1 person is' : `${people} people are`} in a smaller one than they should be`,
      advice: `merge them with --attribute '${to}', or keep them apart`,
      repair: { attribute: { from: formatAttribute(expression), to } },
    },
  ];
}

/** The longest says most. */
const nameOf = (labels: readonly string[]) => labels.toSorted((a, b) => b.length - a.length)[0]!;

function areAlike(one: string, other: string, share: number): boolean {
  const [a, b] = [plain(one), plain(other)];
  if (a === b) return true;
  if (SAME.some((words) => words.includes(a) && words.includes(b))) return true;
  return share <= RARE && isSlip(a, b);
}

/** Without case, accents, blanks, dots and quotes. Other signs say something: "<30", "30+", "C-". */
function plain(label: string): string {
  const bare = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if (/\p{N}/u.test(bare)) return bare;
  return bare.replaceAll(/(?<=\p{L})[-/](?=\p{L})|[\s._'"’()]/gu, '') || bare;
}

/** One letter is missing, too many, wrong, or two are in the wrong order. */
function isSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LONG_WORD || /\p{N}/u.test(a + b) || short[0] !== long[0]) return false;
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  const [restShort, restLong] = [short.slice(from), long.slice(from)];
  if (long.length > short.length) return restLong.slice(1) === restShort;
  if (restShort.slice(1) === restLong.slice(1)) return true;
  return restShort[0] === restLong[1] && restShort[1] === restLong[0] && restShort.slice(2) === restLong.slice(2);
}
