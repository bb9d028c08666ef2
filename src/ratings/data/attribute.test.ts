import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { attributeFromCodes, countsByLabel, createAttribute } from '../index.ts';

describe('createAttribute', () => {
  it('codes texts by sorted labels, missing as -1', () => {
    const attribute = createAttribute('gender', ['M', 'F', undefined, '', 'M']);
    expect(attribute.kind).toBe('categorical');
    expect(attribute.labels).toEqual(['F', 'M']);
    expect([...attribute.values]).toEqual([1, 0, -1, -1, 1]);
    expect([...countsByLabel(attribute)]).toEqual([1, 2]);
  });

  it('keeps labels in the given order, also those without users', () => {
    const attribute = createAttribute('age', ['old', 'young'], ['young', 'middle', 'old']);
    expect(attribute.labels).toEqual(['young', 'middle', 'old']);
    expect([...attribute.values]).toEqual([2, 0]);
    expect([...countsByLabel(attribute)]).toEqual([1, 0, 1]);
  });

  it('gives every text back', () => {
    const texts = fc.array(fc.option(fc.string({ maxLength: 2 }), { nil: undefined }));
    fc.assert(
      fc.property(texts, (list) => {
        const all = [...list, 'x', 'y'];
        const { labels, values } = createAttribute('any', all);
        expect(Array.from(values, (code) => labels[code])).toEqual(all.map((text) => text || undefined));
        expect(labels).toEqual([...labels].sort());
      }),
    );
  });

  it('refuses a single value, naming it', () => {
    expect(failure(() => createAttribute('gender', ['M', undefined, 'M']))).toMatch(
      /^ATTRIBUTE_SINGLE_VALUED: the attribute "gender" has only the value "M" among 3 users -> choose another attribute, or keep more users/,
    );
    expect(failure(() => createAttribute('gender', ['M', 'M'], ['F', 'M']))).toMatch(/^ATTRIBUTE_SINGLE_VALUED.*"M"/);
    expect(failure(() => createAttribute('gender', [undefined, '']))).toMatch(
      /^ATTRIBUTE_SINGLE_VALUED: the attribute "gender" has no value at all among 2 users/,
    );
  });

  it('refuses values outside the labels, and labels that repeat', () => {
    expect(failure(() => createAttribute('age', ['old', 'new'], ['old', 'young']))).toMatch(
      /^ATTRIBUTE_INVALID: the attribute "age" is not valid: user 1 has the value "new", which is none of its labels "old", "young" -> add the label/,
    );
    expect(failure(() => attributeFromCodes('age', ['old', 'young'], Int16Array.of(0, 1, 2)))).toMatch(
      /^ATTRIBUTE_INVALID: the attribute "age" .* user 2 has the code 2, but there are 2 labels .* -> pass codes that point/,
    );
    expect(failure(() => attributeFromCodes('age', ['old', 'young'], Int16Array.of(0, 1, -2)))).toMatch(
      /user 2 has the code -2/,
    );
    expect(failure(() => attributeFromCodes('age', ['old', 'old'], Int16Array.of(0, 1)))).toMatch(
      /^ATTRIBUTE_INVALID: the attribute "age" .* labels "old", "old" repeat -> name every label once/,
    );
    const many = Array.from({ length: 32_768 }, (_, n) => `label ${n}`);
    expect(failure(() => createAttribute('id', many))).toMatch(
      /^ATTRIBUTE_INVALID: .*"id".* 32768 labels -> group the values/,
    );
  });
});
