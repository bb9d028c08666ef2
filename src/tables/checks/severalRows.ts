/**
 * People with several rows in a table that should have one row per person. Each row would pass for a person: 551 people
 * in 8,378 rows for 8,378, and an attacker recognises them from one row to the next.
 */
import type { Finding } from '../../ratings/index.ts';
import { type Table, textAt } from '../cells/table.ts';
import { percentOf } from './findingWords.ts';

const PERSON =
  /^(i|p|u|s|r|sub|subj|part|resp)?(_|-| )?ids?$|(person|people|participant|parti|patient|subject|respondent|student|pupil|user|member|customer|worker|employee|proband|child|mother)s?[ _.-]?(id|nr|no|num|number|code|key)?$/i;

/** What may also be the code of a place or of a group counts only where most have several rows, and few have many. */
const CODE = /^(codes?|pseudonyms?|tokens?|ident(ifier)?|vpn?|k[uü]rzel|initials)$/iu;
const MOST_ROWS_OF_CODE = 12;
const MOSTLY_REPEATED = 0.5;

/** Who shares a home, a class or a partner. */
const COMPANY =
  /^(household|hh|haushalt|foyer|m[eé]nage|hogar|family|familie|famille|familia|couple|dyad|twin|pair|class|classroom|school|team|cluster|psu)s?[ _.-]?(id|nr|no|num|number|code|key)?$/iu;

export const namesPeople = (header: string) => PERSON.test(header.trim()) || CODE.test(header.trim());
export const namesCompany = (header: string) => COMPANY.test(header.trim());

/** Not more rows on average: what is more often is a place or a class. */
const MOST_ROWS = 100;
const FEWEST_REPEATED = 0.02;
const FEWEST_PEOPLE = 10;

/** Columns whose header names people, or who belongs together, among those that are neither ids nor items nor attributes. */
export function personColumns(names: readonly string[], taken: readonly (string | undefined)[]): string[] {
  return names.filter((name) => !taken.includes(name) && (namesPeople(name) || namesCompany(name)));
}

export function severalRows(table: Table, columns: readonly string[]): Finding[] {
  const repeated = columns.map((name) => repeatedIn(table, name)).filter((one) => one !== undefined);
  const ofPeople = repeated.find(({ name, rows, values }) => {
    const isSure = rows - values >= MOSTLY_REPEATED * rows && rows <= MOST_ROWS_OF_CODE * values;
    return !namesCompany(name) && (isSure || !CODE.test(name.trim()));
  });
  if (ofPeople !== undefined) return [severalOf(ofPeople)];
  return repeated.filter(({ name }) => namesCompany(name)).map(companyOf);
}

/** A column whose values come several times. */
interface Repeated {
  readonly name: string;
  readonly values: number;
  readonly rows: number;
  readonly example: string;
}

function repeatedIn(table: Table, name: string): Repeated | undefined {
  const column = table.columns.get(name);
  if (column === undefined) return undefined;
  const texts = Array.from({ length: table.rows }, (_, row) => textAt(column, row)?.trim() ?? '');
  const known = texts.filter((text) => text !== '');
  const [rows, values] = [known.length, new Set(known).size];
  const isUsual = values >= FEWEST_PEOPLE && rows <= MOST_ROWS * values && rows >= 0.9 * table.rows;
  if (!isUsual || rows - values < FEWEST_REPEATED * rows) return undefined;
  return { name, values, rows, example: exampleIn(texts, name, table) };
}

const keyOf = (name: string) => (/\s/.test(name) ? `"${name}"` : name);

function severalOf({ name, values, rows, example }: Repeated): Finding {
  const word = keyOf(name);
  return {
    code: 'PEOPLE_REPEAT',
    serious: true,
    place: name,
    found: `the column "${name}" has ${values} values in ${rows} rows: ${percentOf(rows - values, rows)} of the rows are of people who were there before`,
    example,
    done: 'every row counts as a person of its own, so attackers may recognise people, and leaks look larger and surer than they are',
    advice: `describe the data with --set groupColumn=${word} to keep the rows of a person together, or with --set userColumn=${word} --set duplicates=last to keep one row for each person`,
    repair: { groupColumn: name },
  };
}

function companyOf({ name, values, rows, example }: Repeated): Finding {
  return {
    code: 'PEOPLE_TOGETHER',
    serious: false,
    place: name,
    found: `the column "${name}" has ${values} values in ${rows} rows: people who share one may be alike`,
    example,
    done: 'attackers learn from some and guess about others of them, so leaks may look larger and surer than they are',
    advice: `describe the data with --set groupColumn=${keyOf(name)} to keep them together`,
    repair: { groupColumn: name },
  };
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
