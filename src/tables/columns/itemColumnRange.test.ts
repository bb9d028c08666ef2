import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { chooseItemColumns, itemColumnsFrom } from './columnRoles.ts';
import { columnsInRange, isColumnRange } from './itemColumnRange.ts';

const big5 = ['id', 'gender', ...'EON'].flatMap((trait) =>
  trait.length > 1 ? [trait] : Array.from({ length: 10 }, (_, n) => `${trait}${n + 1}`),
);
const chosen = (text: string, names: readonly string[] = big5) =>
  chooseItemColumns('quiz.csv', names, itemColumnsFrom(text));

describe('a range of item columns', () => {
  it('goes by position, both ends included', () => {
    expect(chosen('3-12')).toEqual(big5.slice(2, 12));
    expect(chosen(' 1 - 2 ')).toEqual(['id', 'gender']);
    expect(chosen('7-7')).toEqual(['E5']);
    expect(chosen('1-3', ['1', '2', '3', '4'])).toEqual(['1', '2', '3']);
  });

  it('goes by name in the order of the file, in any case', () => {
    expect(chosen('E1..O10')).toEqual(big5.slice(2, 22));
    expect(chosen('e9 .. o2')).toEqual(['E9', 'E10', 'O1', 'O2']);
  });

  it('has several parts, each column once', () => {
    expect(chosen('E1..E3,O9..O10,7-8,N2,32')).toEqual(['E1', 'E2', 'E3', 'O9', 'O10', 'E5', 'E6', 'N2', 'N10']);
    expect(chosen('E1..E3,E2..E4')).toEqual(['E1', 'E2', 'E3', 'E4']);
  });

  it('quotes names with signs', () => {
    const names = ['a, b', 'c "d"', 'e..f', '[g]'];
    expect(chosen('"a, b".."e..f"', names)).toEqual(names.slice(0, 3));
    expect(chosen('"c ""d""", "[g]"', names)).toEqual(['c "d"', '[g]']);
  });

  it.each([
    '^Q..$',
    'Q\\d+',
    'soup|cake',
    'E1',
    '1',
    'E1,E2',
    'Please rate',
    'a.*b',
    'Q..',
    '..',
    '1-',
    'E1..E2,',
    '(5-9)',
  ])('%s stays a pattern', (text) => {
    expect(isColumnRange(text)).toBe(false);
    expect(itemColumnsFrom(text)).toEqual({ pattern: text });
  });

  it.each([
    ['E1..E11', /^COLUMN_MISSING: "quiz.csv" has no column "E11", .* the nearest names are "E1", "E10" -> /],
    [
      'xyzzy..E1',
      /^COLUMN_MISSING: "quiz.csv" has no column "xyzzy", .* the first of its 32 columns is "id", the last "N10" -> /,
    ],
    ['5-404', /^COLUMN_MISSING: "quiz.csv" has no column 404, .* column 32, is "N10" -> write positions from 1 to 32/],
    ['0-5', /^COLUMN_MISSING: "quiz.csv" has no column 0, .* positions begin at 1 -> /],
    ['E1..E3,99', /^COLUMN_MISSING: "quiz.csv" has no column 99, /],
    ['9-5', /^PARAMETER_OUT_OF_RANGE: the range of columns "9-5" is empty: "E7" is column 9, after "E3", column 5 -> /],
    ['O1..E1', /^PARAMETER_OUT_OF_RANGE: .* is empty: "O1" is column 13, after "E1", column 3 -> /],
  ])('%s is refused', (text, wanted) => {
    expect(failure(() => chosen(text))).toMatch(wanted);
  });

  it('what is no range is refused where a range is given', () => {
    expect(failure(() => columnsInRange('quiz.csv', big5, '^E'))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: "\^E" is no range of columns -> write positions \(5-404\)/,
    );
  });

  it('any two columns by quoted name or by position give what stands between them', () => {
    const name = fc.string({ unit: fc.constantFrom(...'aB1 é,.-"[]^$'), minLength: 1, maxLength: 6 });
    const table = fc.uniqueArray(name, { minLength: 1, maxLength: 8, selector: (text) => text.toLowerCase() });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(table, fc.nat(), fc.nat(), (names, a, b) => {
        const [from, to] = [a % names.length, b % names.length].sort((one, other) => one - other) as [number, number];
        const wanted = names.slice(from, to + 1);
        expect(columnsInRange('t', names, `${quoted(names[from]!)}..${quoted(names[to]!)}`)).toEqual(wanted);
        expect(columnsInRange('t', names, `${from + 1}-${to + 1}`)).toEqual(wanted);
        expect(columnsInRange('t', names, wanted.map(quoted).join(','))).toEqual(wanted);
      }),
    );
  });
});
