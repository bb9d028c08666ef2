import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lenientNumber } from './lenientNumbers.ts';
import { numberFrom } from './table.ts';

describe('a number that was written for people', () => {
  it.each([
    ['14"', 14],
    ['1,234', 1234],
    ['1,234,567.5', 1234567.5],
    ["1'234", 1234],
    ['1 234', 1234],
    ['12 years', 12],
    ['12years', 12],
    ['12 years old', 12],
    ['5 yrs.', 5],
    ['€5', 5],
    ['5 €', 5],
    ['US$1,234.50', 1234.5],
    ['EUR 5', 5],
    ['-€5', Number.NaN],
    ['€-5', -5],
    ['50%', 50],
    ['3,5', 3.5],
    ['0,125', 0.125],
    ['5 stars', 5],
    ['.5 l', 0.5],
    [' 7 ', 7],
  ])('%s is %d', (text, value) => {
    expect(lenientNumber(text)).toBe(value);
  });

  it.each([
    '18-24',
    '5/10',
    '18+',
    '<18',
    '>65',
    'under 18',
    '65 and older',
    '12 or older',
    '12k',
    '3 million',
    '2020-01-01',
  ])('%s means another number than its digits, and is refused', (text) => {
    expect(lenientNumber(text)).toBeNaN();
  });

  it.each(['', undefined, 'years', '1,23,4', '1.234,5', '(5)', '1,234 567', 'a1', '5 a b c', 'NaN', 'Infinity'])(
    '%s is none',
    (text) => {
      expect(lenientNumber(text)).toBeNaN();
    },
  );

  it('plain numbers are what they are, and a unit changes nothing', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat({ max: 1e9 }), (number, whole) => {
        expect(lenientNumber(String(number))).toBe(numberFrom(String(number)));
        for (const text of [`${whole} years`, `$${whole}`, whole.toLocaleString('en'), `${whole}"`]) {
          expect(lenientNumber(text)).toBe(whole);
        }
      }),
    );
  });
});
