/** Checks of how a table was read: numbers in text, people who are not listed, values that were left out. */
import type { Finding } from '../../ratings/index.ts';
import { formatAttribute, parseAttribute } from '../attributes/attributeExpression.ts';
import type { Outliers } from '../attributes/attributeNumbers.ts';
import { type CutNumbers, lenientNumber } from '../cells/lenientNumbers.ts';
import { numberFrom, type Understood } from '../cells/table.ts';
import { counted } from './findingWords.ts';

/** What a summary says of the reading. */
interface ReadingFacts {
  readonly understood?: readonly Understood[] | undefined;
  readonly unlisted?: readonly { readonly file: string; readonly users: number; readonly of: number }[];
  readonly cutNumbers?: readonly CutNumbers[];
  readonly missing: readonly { readonly attribute?: string; readonly word: string; readonly cells: number }[];
  readonly attributes: readonly {
    readonly name: string;
    readonly expression: string;
    readonly outliers?: Outliers;
  }[];
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly dropped: readonly { readonly reason: string; readonly users: number }[];
  readonly rowsRead: number;
}

export function readingFindings(facts: ReadingFacts): Finding[] {
  return [
    ...readAs(facts),
    ...unlisted(facts),
    ...cut(facts),
    ...notRead(facts),
    ...far(facts),
    ...allSame(facts),
    ...silent(facts),
  ];
}

/** What was seen from the file, so that somebody checks it. Reports are passed on: they name the file, not its folder. */
function readAs({ understood = [] }: ReadingFacts): Finding[] {
  return understood.map(({ file, found, done, advice }) => {
    const name = file.split(/[/\\]/).at(-1)!;
    return { code: 'READ_AS', serious: false, place: name, found: found.replaceAll(file, name), done, advice };
  });
}

/** Those who are listed may be unlike the others. */
function unlisted({ unlisted = [] }: ReadingFacts): Finding[] {
  return unlisted.map(({ file, users, of }) => ({
    code: 'PEOPLE_UNLISTED',
    serious: false,
    place: file,
    found: `${users} of ${of} users are not in "${file}"`,
    done: 'nothing is said about them',
    advice: 'check that both tables use the same ids',
  }));
}

/** Numbers that were cut out of text: how many, and some of them. */
function cut({ cutNumbers = [] }: ReadingFacts): Finding[] {
  return cutNumbers.map(({ attribute, cells, examples }) => ({
    code: 'NUMBERS_CUT',
    serious: false,
    place: attribute ?? 'ratings',
    found: `${attribute === undefined ? 'ratings' : `"${attribute}"`}: ${counted(cells, 'cell is', 'cells are')} read leniently`,
    done: `we read ${examples.map(({ text, number }) => `"${text}" as ${number}`).join(', ')}`,
    advice: 'check that this is what they mean',
  }));
}

/** In a wide table a cell that is no number is "not rated"; one that nearly is a number may be a rating that got lost. */
function notRead({ missing }: ReadingFacts): Finding[] {
  const near = missing.filter(({ attribute, word }) => attribute === undefined && isNearlyNumber(word));
  const [first] = near;
  if (first === undefined) return [];
  const cells = near.reduce((sum, one) => sum + one.cells, 0);
  return [
    {
      code: 'RATINGS_NOT_READ',
      serious: false,
      place: 'ratings',
      found: `${counted(cells, 'cell is', 'cells are')} nearly a number`,
      done: `${cells === 1 ? 'it is' : 'they are'} left out of the ratings: "${first.word}" is not a number`,
      advice: `set lenientNumbers in a data file to read it as ${lenientNumber(first.word)}`,
    },
  ];
}

function isNearlyNumber(word: string): boolean {
  return Number.isNaN(numberFrom(word)) && !Number.isNaN(lenientNumber(word));
}

/** What was rated may tell a lot; an audit that looks at ratings alone would find nothing, and look like an all-clear. */
function allSame({ histogram }: ReadingFacts): Finding[] {
  const levels = histogram.filter(({ count }) => count > 0);
  const [only] = levels;
  if (levels.length !== 1 || only!.from !== only!.to) return [];
  return [
    {
      code: 'RATINGS_ALL_SAME',
      serious: false,
      place: 'ratings',
      found: `all ratings are ${only!.from}`,
      done: 'how people rate tells nothing here, but what they rate still can',
      advice: 'look at whole histories, and ask with the open protocol, which counts "not seen" as an answer',
    },
  ];
}

function far({ attributes }: ReadingFacts): Finding[] {
  return attributes.flatMap(({ expression, name, outliers }): Finding[] => {
    if (outliers === undefined) return [];
    const { rows, values, from, to } = outliers;
    const ranged = formatAttribute({ ...parseAttribute(expression), rule: { kind: 'number', range: { from, to } } });
    const named = values.join(', ');
    return [
      {
        code: 'NUMBERS_FAR',
        serious: false,
        place: name,
        found: `"${name}" is ${rows > values.length ? `${named} and others` : named}, while everyone else is between ${from} and ${to}`,
        done: `${rows === 1 ? '1 person is' : `${rows} people are`} left out`,
        advice: `write ${ranged} to say which values are possible, or a wider range to keep these people`,
      },
    ];
  });
}

/** A few people always skip everything. */
const MANY_SILENT = 0.1;

function silent({ dropped, rowsRead }: ReadingFacts): Finding[] {
  const people = dropped.find(({ reason }) => reason === 'no ratings')?.users ?? 0;
  if (people < MANY_SILENT * rowsRead || people === 0) return [];
  return [
    {
      code: 'PEOPLE_WITHOUT_ANSWERS',
      serious: false,
      place: 'ratings',
      found: `${people} of ${rowsRead} people answered nothing`,
      done: 'they are left out',
      advice: 'check that the item columns are the right ones, and that answers are numbers',
    },
  ];
}
