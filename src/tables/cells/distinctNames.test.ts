import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctNames } from './distinctNames.ts';

/** The rule as one says it: the first copy that nobody has. */
function firstFree(names: readonly string[]): string[] {
  const taken: string[] = [];
  for (const name of names) {
    let distinct = name;
    for (let copy = 2; taken.includes(distinct); copy++) distinct = `${name} (${copy})`;
    taken.push(distinct);
  }
  return taken;
}

describe('names of columns', () => {
  it('get the first copy that nobody has', () => {
    expect(distinctNames(['a', 'b', 'a', 'a (2)', 'a', 'a (2)'])).toEqual([
      'a',
      'b',
      'a (2)',
      'a (2) (2)',
      'a (3)',
      'a (2) (3)',
    ]);
    const name = fc.constantFrom('a', 'a (2)', 'a (3)', 'a (2) (2)', 'b', '');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (names) => {
        expect(distinctNames(names)).toEqual(firstFree(names));
      }),
    );
  });

  it('may be equal by the hundred thousand', () => {
    const names = distinctNames(new Array<string>(200_000).fill('a'));
    expect(names.at(-1)).toBe('a (200000)');
  });
});
