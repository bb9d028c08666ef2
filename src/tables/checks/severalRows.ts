/**
 * People with several rows in a table that should have one row per person. Each row would pass for a person: 551 people
 * in 8,378 rows for 8,378, and an attacker recognises them from one row to the next.
 */
import type { Finding } from '../../ratings/index.ts';
import { type Table, textAt } from '../cells/table.ts';
import { percentOf } from './findingWords.ts';

const PERSON =
  /^(i|p|u|s|r|sub|subj|part|resp)?(_|-| )?ids?$|(person|people|participant|parti|patient|subject|respondent|student|pupil|user|member|customer|worker|employee|proband|child|mother)s?[ _.-]?(id|nr|no|num|number|code|key)?$/i;

/** Not more rows on average: what is more often is a place or a class. */
const MOST_ROWS = 100;
const FEWEST_REPEATED = 0.02;
const FEWEST_PEOPLE = 10;

/** Columns whose header names people, among those that are neither ids nor items nor attributes. */
export function personColumns(names: readonly string[], taken: readonly (string | undefined)[]): string[] {
  return names.filter((name) => !taken.includes(name) && PERSON.test(name.trim()));
}

export function severalRows(table: Table, columns: readonly string[]): Finding[] {
  for (const name of columns) {
    const column = table.columns.get(name);
    if (column === undefined) continue;
    const texts = Array.from({ length: table.rows }, (_, row) => textAt(column, row)?.trim() ?? '');
    const known = texts.filter((text) => text !== '');
    const people = new Set(known).size;
    const repeated = known.length - people;
    const usual = people >= FEWEST_PEOPLE && known.length <= MOST_ROWS * people;
    if (!usual || known.length < 0.9 * table.rows || repeated < FEWEST_REPEATED * known.length) continue;
    const word = /\s/.test(name) ? `"${name}"` : name;
    return [
      {
        code: 'PEOPLE_REPEAT',
        serious: true,
        place: name,
        found: `the column "${name}" has ${people} values in ${known.length} rows: ${percentOf(repeated, known.length)} of the rows are of people who were there before`,
        example: exampleIn(texts, name, table),
        done: 'every row counts as a person of its own, so attackers may recognise people, and leaks look larger and surer than they are',
        advice: `describe the data with --set groupColumn=${word} to keep the rows of a person together, or with --set userColumn=${word} --set duplicates=last to keep one row for each person`,
        repair: { groupColumn: name },
      },
    ];
  }
  return [];
}

function exampleIn(texts: readonly string[], name: string, table: Table): string {
  const first = new Map<string, number>();
  for (const [row, text] of texts.entries()) {
    if (text === '') continue;
    const before = first.get(text);
    if (before !== undefined) return `${name} "${text}" is in ${table.lineOf(before)} and ${table.lineOf(row)}`;
    first.set(text, row);
  }
  return '';
}
