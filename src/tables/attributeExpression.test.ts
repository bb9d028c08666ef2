import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { type AttributeExpression, formatAttribute, parseAttribute } from './attributeExpression.ts';

describe('an attribute expression', () => {
  it('is a column as it is, whose name may have spaces and brackets', () => {
    expect(parseAttribute(' Location (Census Region) ')).toEqual({
      column: 'Location (Census Region)',
      rule: { kind: 'asIs' },
    });
    expect(parseAttribute('"a:b ""c"""').column).toBe('a:b "c"');
  });

  it.each(['<', '<=', '>', '>='] as const)('compares with %s', (comparison) => {
    expect(parseAttribute(`age ${comparison} 35.5`)).toEqual({
      column: 'age',
      rule: { kind: 'threshold', comparison, value: 35.5 },
    });
  });

  it('cuts into bins', () => {
    expect(parseAttribute('age: 18, 25 ,35').rule).toEqual({ kind: 'bins', cuts: [18, 25, 35] });
  });

  it('takes the number itself', () => {
    expect(parseAttribute(' age : number ')).toEqual({ column: 'age', rule: { kind: 'number' } });
    const range = (text: string) => (parseAttribute(text).rule as { range?: object }).range;
    expect(range('age:number[0..120]')).toEqual({ from: 0, to: 120 });
    expect(range('age : number [ -1.5 .. .5e1 ]')).toEqual({ from: -1.5, to: 5 });
    expect(range('age:number[0..]')).toEqual({ from: 0 });
    expect(range('age:number[..120]')).toEqual({ to: 120 });
  });

  it('merges, keeps and drops values', () => {
    expect(parseAttribute('income:{low=$0 - $24,999|"a|b"; $150,000+; "drop"=x; drop=y|*}').rule).toEqual({
      kind: 'groups',
      groups: [
        { label: 'low', values: ['$0 - $24,999', 'a|b'], rest: false },
        { label: '$150,000+', values: ['$150,000+'], rest: false },
        { label: 'drop', values: ['x'], rest: false },
        { label: undefined, values: ['y'], rest: true },
      ],
    });
  });

  it.each([
    ['', 1, 'a column is expected'],
    ['>=3', 1, 'a column is expected'],
    ['age>=x', 6, 'a number is expected'],
    ['age>=35 years', 9, 'the end is expected'],
    ['age:18,18', 8, 'the cuts must ascend'],
    ['age:18,', 8, 'a number is expected'],
    ['age:numbers', 11, 'the end is expected'],
    ['age:number[0,120]', 13, 'a range is written [0..120]'],
    ['age:number[..]', 12, 'the range has no end'],
    ['age:number[120..0]', 12, 'the range must ascend'],
    ['age:number[0..120', 18, '"]" is expected'],
    ['age:years', 5, 'a number is expected'],
    ['age:{}', 6, 'a label or value is expected'],
    ['age:{a=b', 9, '";", "|" or "}" is expected'],
    ['age:{a=b;c=b}', 10, 'the value "b" is in two groups'],
    ['age:{a=b;a=c}', 10, 'the label is used twice'],
    ['age:{a=*;b=*}', 10, 'only one group can have "*"'],
    ['age:{*}', 6, '"*" needs a label: other=* or drop=*'],
    ['age:{a="b}', 8, 'the quote is not closed'],
    ['age:{a=b"c"}', 9, 'a quote must stand at the beginning'],
    ['age:{a=""}', 8, 'a value is empty'],
  ])('%s is refused at position %i', (text, position, what) => {
    expect(failure(() => parseAttribute(text))).toMatch(
      `ATTRIBUTE_EXPRESSION: the attribute expression "${text}" is wrong at position ${position}: ${what} -> write a column (gender)`,
    );
  });

  it('reads back what it writes', () => {
    const word = fc
      .string({ unit: fc.constantFrom(...'aB1 é$,.-<>:=|;{}"*+'), minLength: 1, maxLength: 8 })
      .filter((text) => text.trim() !== '');
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const group = fc.record({
      label: fc.option(fc.oneof(word, fc.constant('drop')), { nil: undefined }),
      values: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      rest: fc.boolean(),
    });
    const groups = fc
      .uniqueArray(group, { minLength: 1, maxLength: 4, selector: ({ label }) => label })
      .filter((list) => list.filter(({ rest }) => rest).length < 2)
      .filter(
        (list) => new Set(list.flatMap(({ values }) => values)).size === list.flatMap(({ values }) => values).length,
      );
    const rule = fc.oneof(
      fc.constant({ kind: 'asIs' as const }),
      fc.constant({ kind: 'number' as const }),
      fc
        .uniqueArray(number, { minLength: 2, maxLength: 2 })
        .map((ends) => ends.sort((a, b) => a - b))
        .map(([from, to]) => ({ kind: 'number' as const, range: { from: from!, to: to! } })),
      number.map((to) => ({ kind: 'number' as const, range: { to } })),
      fc.record({
        kind: fc.constant('threshold' as const),
        comparison: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
        value: number,
      }),
      fc.record({
        kind: fc.constant('bins' as const),
        cuts: fc.uniqueArray(number, { minLength: 1, maxLength: 5 }).map((cuts) => cuts.sort((a, b) => a - b)),
      }),
      fc.record({ kind: fc.constant('groups' as const), groups }),
    );
    fc.assert(
      fc.property(word, rule, (column, made) => {
        const expression: AttributeExpression = { column, rule: made };
        expect(parseAttribute(formatAttribute(expression))).toEqual(expression);
      }),
      { numRuns: 1000 },
    );
  });
});
