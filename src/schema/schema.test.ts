import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { nearestName, type UlteriorError } from '../errors/index.ts';
import { filledIn, jsonSchemaOf, problemsOf, requireFit, schema } from './index.ts';

const { between, either, fieldsOf, flag, listOf, nothing, oneOf, positive, text, whole } = schema;

interface Example {
  readonly name: string;
  readonly count?: number;
  readonly ridge?: number | 'model';
  readonly limit?: number | null;
  readonly parts?: readonly { readonly kind: 'a' | 'b'; readonly on?: boolean }[];
}
const example = fieldsOf<Example>(
  {
    name: text,
    count: whole(1, 10),
    ridge: either(positive, oneOf(['model'])),
    limit: either(between(0.5, 1), nothing),
    parts: listOf(fieldsOf<{ kind: 'a' | 'b'; on?: boolean }>({ kind: oneOf(['a', 'b']), on: flag }, ['kind']), 1),
  },
  ['name'],
);
const refused = (value: unknown) => failure(() => requireFit(example, value));

describe('a value against a schema', () => {
  it.each([
    { name: 'x' },
    { name: 'x', count: 10, ridge: 'model', limit: null, parts: [{ kind: 'b', on: false }] },
    { name: 'x', ridge: 0.5, limit: 0.7, count: undefined },
  ])('%j fits', (value) => expect(() => requireFit(example, value)).not.toThrow());

  it.each([
    [{ name: 'x', coumt: 3 }, /coumt is not a known field: did you mean count\? -> write count in place of coumt$/],
    [{ name: 'x', zebra: 3 }, /zebra is not a known field -> leave zebra out; known are name, count/],
    [{ name: 'x', count: '3' }, /count is "3"; it must be a whole number from 1 to 10 -> set count to/],
    [{ name: 'x', count: 2.5 }, /count is 2.5; it must be a whole number/],
    [{ name: 'x', count: Number.NaN }, /count is NaN/],
    [{ name: 'x', count: null }, /count is null/],
    [{ count: 3 }, /name is missing; it must be a text/],
    [{ name: 'x', ridge: 'auto' }, /ridge is "auto"; it must be a finite number above 0, or model/],
    [{ name: 'x', limit: 0.2 }, /limit is 0.2; it must be a number from 0.5 to 1, or null/],
    [{ name: 'x', parts: [] }, /parts is empty; it must be a list of at least 1/],
    [{ name: 'x', parts: [{ kind: 'a' }, { kind: 'c' }] }, /parts\[1\].kind is c; it must be a or b/],
    [{ name: 'x', parts: [{ kind: 'a', om: true }] }, /parts\[0\].om is not a known field.* did you mean on\?/],
    [[1], /the spec is a list; it must be an object with name/],
    [null, /the spec is null/],
    ['x', /the spec is "x"/],
  ])('%j does not', (value, expected) => {
    expect(refused(value)).toMatch(/^PARAMETER_OUT_OF_RANGE: /);
    expect(refused(value)).toMatch(expected);
  });

  it('tells all problems at once', () => {
    expect(refused({ nane: 'x', count: 11, parts: [{ kind: 'd', on: 1 }] })).toBe(
      'PARAMETER_OUT_OF_RANGE: 5 problems: (1) nane is not a known field: did you mean name? (2) count is 11; it must be a whole number from 1 to 10 (3) parts[0].kind is d; it must be a or b (4) parts[0].on is 1; it must be true or false (5) name is missing; it must be a text -> (1) write name in place of nane (2) set count to a whole number from 1 to 10 (3) set parts[0].kind to a or b (4) set parts[0].on to true or false (5) set name to a text',
    );
    try {
      requireFit(example, { name: 1, count: 0 });
    } catch (error) {
      const { problems } = (error as UlteriorError).details as { problems: { path: string }[] };
      expect(problems.map(({ path }) => path)).toEqual(['name', 'count']);
    }
  });

  it('a name that has a code of its own keeps it, alone', () => {
    const named = fieldsOf<{ way: string; count: number }>({
      way: oneOf(['separation'], 'STRATEGY_UNKNOWN'),
      count: whole(1, 2),
    });
    expect(failure(() => requireFit(named, { way: 'seperation' }))).toMatch(
      /^STRATEGY_UNKNOWN: way is seperation; it must be separation: did you mean separation\?/,
    );
    expect(failure(() => requireFit(named, { way: 'x', count: 3 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: 2 problems/);
  });

  it('names of objects that every object has are no fields', () => {
    expect(problemsOf(example, { name: 'x', constructor: 1, toString: 2 }).map(({ path }) => path)).toEqual([
      'constructor',
      'toString',
    ]);
  });

  it('never throws anything else, whatever the value', () => {
    fc.assert(fc.property(fc.anything(), (value) => Array.isArray(problemsOf(example, value))));
  });
});

it('defaults are filled in where nothing, or undefined, is given', () => {
  const given = { count: undefined, limit: null, name: '' };
  const found = filledIn<Example>({ name: 'x', count: 3, ridge: 1, limit: 0.7 }, given);
  expect(found).toStrictEqual({ name: '', count: 3, ridge: 1, limit: null });
  expect(given).toStrictEqual({ count: undefined, limit: null, name: '' });
});

describe('the nearest name', () => {
  it('is found where few letters differ, and not where many do', () => {
    const known = ['maxQuestions', 'folds', 'level', 'seed'];
    expect(nearestName('maxQuestion', known)).toBe('maxQuestions');
    expect(nearestName('FOLDS', known)).toBe('folds');
    expect(nearestName('questions', known)).toBe('maxQuestions');
    expect(nearestName('horse', known)).toBeUndefined();
    expect(nearestName('x'.repeat(1e6), known)).toBeUndefined();
  });
});

it('a schema is JSON Schema too', () => {
  expect(jsonSchemaOf(schema.about('An example.', example))).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    description: 'An example.',
    properties: {
      name: { type: 'string' },
      count: { type: 'integer', minimum: 1, maximum: 10 },
      ridge: {
        anyOf: [
          { type: 'number', exclusiveMinimum: 0 },
          { type: 'string', enum: ['model'] },
        ],
      },
      limit: { anyOf: [{ type: 'number', minimum: 0.5, maximum: 1 }, { type: 'null' }] },
      parts: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['kind'],
          properties: { kind: { type: 'string', enum: ['a', 'b'] }, on: { type: 'boolean' } },
        },
      },
    },
  });
});
