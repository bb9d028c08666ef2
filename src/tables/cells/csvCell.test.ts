import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, textOfCell } from './csvCell.ts';

describe('a cell of a CSV file', () => {
  it.each([
    ['=1+2', "'=1+2"],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['a=b', 'a=b'],
    ['a "b", c', '"a ""b"", c"'],
    ["'quoted'", "'quoted'"],
  ])('is no formula, and quoted where needed (%j)', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each([
    [-0.5, '-0.5'],
    [1e-7, '1e-7'],
    ['-12', '-12'],
    ['+3.5', '+3.5'],
    [null, ''],
  ])('stays the number it is (%j)', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('gives its text back', () => {
    const text = fc.string({ unit: fc.constantFrom(..."'=+-@12e. a\t") });
    fc.assert(fc.property(text, (given) => textOfCell(csvCell(given)) === given));
    fc.assert(fc.property(text, (given) => !/^[=@\t]/.test(csvCell(given))));
  });
});
