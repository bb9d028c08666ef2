import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { type AttributeExpression, attributeName, formatAttribute, parseAttribute } from './attributeExpression.ts';

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

  it('gives values and cuts other names', () => {
    expect(parseAttribute('gender { 1 = female ;2=male; "a;b"=x; 0=drop; 9="drop"}')).toEqual({
      column: 'gender',
      rule: {
        kind: 'asIs',
        labels: [
          { value: '1', label: 'female' },
          { value: '2', label: 'male' },
          { value: 'a;b', label: 'x' },
          { value: '0', label: undefined },
          { value: '9', label: 'drop' },
        ],
      },
    });
    expect(parseAttribute('age>=35{young; old}').rule).toMatchObject({ value: 35, labels: ['young', 'old'] });
    expect(parseAttribute('age:18,65 {drop; adult; drop}').rule).toMatchObject({
      cuts: [18, 65],
      labels: [undefined, 'adult', undefined],
    });
  });

  it.each([
    ['"What is your gender?" as gender {1=female;2=male}', 'What is your gender?', 'gender', 'asIs'],
    ['Q1 as "a: b">=35', 'Q1', 'a: b', 'threshold'],
    ['"How old are you" as age:18,25', 'How old are you', 'age', 'bins'],
    ['See myself as an average person.>=3', 'See myself as an average person.', undefined, 'threshold'],
    ['"x as y" as z:number[0..120]', 'x as y', 'z', 'number'],
    ['income as money:{low=a|b; drop=*}', 'income', 'money', 'groups'],
    ['basic as', 'basic as', undefined, 'asIs'],
  ])('%s has a name of its own', (text, column, name, kind) => {
    const expression = parseAttribute(text);
    expect(expression).toMatchObject({ column, rule: { kind } });
    expect(expression.name).toBe(name);
    expect(attributeName(expression)).toBe(name ?? column);
    expect(parseAttribute(formatAttribute(expression))).toEqual(expression);
  });

  it.each(['a:b', 'say "hi"', '{x}', 'a, b', '[q1]', 'x<y', 'known as', 'as is', 'good as gold', '14" screen', "it's"])(
    'the column %s is reached in quotes, with every rule',
    (column) => {
      const written = `"${column.replaceAll('"', '""')}"`;
      for (const rule of ['', '{1=a; 2=b}', '>=3', ':1,2', ':number', ':{a=b; other=*}', ' as "b:c"{1=x}']) {
        const expression = parseAttribute(`${written}${rule}`);
        expect(expression.column).toBe(column);
        expect(parseAttribute(formatAttribute(expression))).toEqual(expression);
      }
    },
  );

  it('the advice tells of quotes', () => {
    expect(failure(() => parseAttribute('Q1: gender'))).toMatch(/in double quotes, with "" for a quote inside$/);
  });

  it.each([
    ['x{1}', 4, '"=" and a label are expected'],
    ['x{1=a', 6, '";" or "}" is expected'],
    ['x{1=a;1=b}', 7, 'the value "1" has two labels'],
    ['x{*=a}', 3, '"*" is for groups; values without a label keep their name'],
    ['x{}', 3, 'a value is expected'],
    ['x>=3{a}', 6, '2 labels are expected, one for each group in ascending order'],
    ['x:1,2{a;b}', 7, '3 labels are expected, one for each group in ascending order'],
    ['x:number{a}', 9, 'the end is expected'],
    ['x as >=3', 6, 'a name is expected'],
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
      .string({ unit: fc.constantFrom(...'aBs1 é$,.-<>:=|;{}"*+'), minLength: 1, maxLength: 8 })
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
    const label = fc.option(fc.oneof(word, fc.constant('drop')), { nil: undefined });
    const valueLabels = fc.uniqueArray(fc.record({ value: word, label }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ value }) => value,
    });
    const rule = fc.oneof(
      fc.constant({ kind: 'asIs' as const }),
      valueLabels.map((labels) => ({ kind: 'asIs' as const, labels })),
      fc.tuple(number, label, label).map(([value, ...labels]) => ({
        kind: 'threshold' as const,
        comparison: '<' as const,
        value,
        labels,
      })),
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
      fc.property(word, fc.option(word, { nil: undefined }), rule, (column, name, made) => {
        const expression: AttributeExpression = { column, ...(name === undefined ? {} : { name }), rule: made };
        expect(parseAttribute(formatAttribute(expression))).toEqual(expression);
      }),
      { numRuns: 1000 },
    );
  });
});
