/**
 * People from a table of ratings that repeats their attributes in every row. What the rows of a person say must agree: an
 * attribute that changes from rating to rating is none of the person. Where a row says nothing, another row of the person
 * may.
 */

import { UlteriorError } from '../../errors/index.ts';
import { cleanText } from '../cells/cleanText.ts';
import { type MissingValues, missingValues } from '../cells/missingValues.ts';
import { createTable, type Table } from '../cells/table.ts';

interface Value {
  readonly text: string;
  readonly row: number;
}

interface Contradiction {
  readonly user: string;
  readonly attribute: string;
  readonly one: Value;
  readonly other: Value;
}

/** One row per person, in the order in which they are met. Rows are those of the ratings. */
export class PeopleInRatings {
  readonly #user: string;
  readonly #attributes: readonly string[];
  readonly #missing: MissingValues;
  readonly #places = new Map<string, number>();
  readonly #firstRows: number[] = [];
  /** By attribute and person: what is known, or the word that says nothing. */
  readonly #values: (Value | undefined)[][];
  readonly #words: (string | undefined)[][];
  readonly #contradicted = new Set<string>();
  #first: Contradiction | undefined;

  constructor(user: string, attributes: readonly string[], missing: MissingValues = missingValues()) {
    this.#user = user;
    this.#attributes = attributes;
    this.#missing = missing;
    this.#values = attributes.map(() => []);
    this.#words = attributes.map(() => []);
  }

  /** A rating without a user is told of where the ratings are read. */
  add(user: string | undefined, cells: readonly (string | undefined)[], row: number): void {
    if (user === undefined) return;
    let person = this.#places.get(user);
    if (person === undefined) {
      person = this.#places.size;
      this.#places.set(user, person);
      this.#firstRows.push(row);
    }
    for (const [at, cell] of cells.entries()) {
      if (this.#missing.wordOf(cell) !== undefined) {
        this.#words[at]![person] = cell;
        continue;
      }
      const found = { text: cleanText(cell!), row };
      const known = this.#values[at]![person];
      if (known === undefined) this.#values[at]![person] = found;
      else if (known.text !== found.text) {
        this.#contradicted.add(user);
        this.#first ??= { user, attribute: this.#attributes[at]!, one: known, other: found };
      }
    }
  }

  /** Refuses people whose rows disagree. `lineOf` says where a row of the ratings stands. */
  finish(name: string, lineOf: Table['lineOf']): Table {
    if (this.#first !== undefined) throw contradiction(name, this.#first, this.#contradicted.size, lineOf);
    const people = [...this.#places.keys()];
    const table = createTable(name, [
      [this.#user, { kind: 'texts', values: people }],
      ...this.#attributes.map((attribute, at) => {
        const values = people.map((_, person) => this.#values[at]![person]?.text ?? this.#words[at]![person]);
        return [attribute, { kind: 'texts', values }] as const;
      }),
    ]);
    return { ...table, lineOf: (person) => lineOf(this.#firstRows[person]!) };
  }
}

function contradiction(
  file: string,
  { user, attribute, one, other }: Contradiction,
  people: number,
  lineOf: Table['lineOf'],
): UlteriorError {
  const [first, second] = [one, other].map(({ text, row }) => `"${text}" (${lineOf(row)})`);
  const others =
    people === 1 ? '' : `, and ${people - 1} more ${people === 2 ? 'person disagrees' : 'people disagree'}`;
  return new UlteriorError(
    'ATTRIBUTE_INVALID',
    `"${file}": the rows of user "${user}" disagree about "${attribute}": ${first} and ${second}${others}`,
    'choose a column that is the same in all rows of a person, correct the rows, or give a table with one row per person (--users-table)',
    { file, attribute, user, values: [one.text, other.text], people },
  );
}
