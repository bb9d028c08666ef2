import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createVocabulary, numberedVocabulary } from '../index.ts';
import { selectVocabulary } from './vocabulary.ts';

describe('createVocabulary', () => {
  it('finds every id where it stands, and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.string(), (ids, other) => {
        const vocabulary = createVocabulary(ids);
        expect(vocabulary.size).toBe(ids.length);
        expect(ids.map((_, index) => vocabulary.id(index))).toEqual(ids);
        expect(ids.map((id) => vocabulary.indexOf(id))).toEqual(ids.map((_, index) => index));
        expect(vocabulary.indexOf(other)).toBe(ids.includes(other) ? ids.indexOf(other) : undefined);
      }),
    );
  });

  it('shows titles, and the id where there is none', () => {
    const vocabulary = createVocabulary(['7', '8', '9'], ['Alien', undefined, '']);
    expect([0, 1, 2].map((index) => vocabulary.title(index))).toEqual(['Alien', '8', '9']);
    expect(createVocabulary(['7']).title(0)).toBe('7');
  });

  it('does not change when the list it was built from does', () => {
    const [ids, titles] = [['a'], ['Title']];
    const vocabulary = createVocabulary(ids, titles);
    ids[0] = 'b';
    titles[0] = 'Other';
    expect([vocabulary.id(0), vocabulary.title(0)]).toEqual(['a', 'Title']);
  });

  it('refuses repeated ids, ill-fitting titles and unknown indexes', () => {
    expect(failure(() => createVocabulary(['a', 'b', 'a']))).toMatch(
      /^VOCABULARY_INVALID: the id "a" appears at position 0 and again at position 2 -> .*id of its own/,
    );
    expect(failure(() => createVocabulary(['a', 'b'], ['one']))).toMatch(
      /^VOCABULARY_INVALID: there are 1 titles for 2 ids -> pass one title for each id/,
    );
    for (const index of [-1, 2, 0.5, Number.NaN]) {
      expect(failure(() => createVocabulary(['a', 'b']).id(index))).toMatch(
        new RegExp(`^PARAMETER_OUT_OF_RANGE: index is ${index}; .* 0 to 1 -> pass an index of this dataset`),
      );
    }
  });
});

describe('numberedVocabulary', () => {
  it('is the same as the list it stands for', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('u', 'u07', 'u1e0', 'u-1', 'u1.0', 'u 1', 'u+1', '1', 'U1'));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), texts, (count, text) => {
        const numbered = numberedVocabulary(count, 'u');
        const list = createVocabulary(Array.from({ length: count }, (_, index) => `u${index}`));
        for (let index = 0; index < count; index++) {
          expect(numbered.id(index)).toBe(list.id(index));
          expect(numbered.title(index)).toBe(list.title(index));
          expect(numbered.indexOf(list.id(index))).toBe(index);
        }
        expect(numbered.indexOf(text)).toBe(list.indexOf(text));
        expect(numbered.indexOf(`u${count}`)).toBeUndefined();
      }),
    );
  });

  it('refuses an index beyond its end, and takes titles', () => {
    expect(failure(() => numberedVocabulary(3, 'u').title(3))).toMatch(/^PARAMETER_OUT_OF_RANGE: index is 3/);
    expect(numberedVocabulary(2, 'u', ['Ann', undefined]).title(0)).toBe('Ann');
  });
});

describe('selectVocabulary', () => {
  it('renumbers, and forgets what was not selected', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40), { minLength: 1 }), (selected) => {
        const base = numberedVocabulary(
          41,
          'i',
          Array.from({ length: 41 }, (_, index) => `Film ${index}`),
        );
        const part = selectVocabulary(base, Uint32Array.from(selected));
        expect(part.size).toBe(selected.length);
        for (let index = 0; index <= 40; index++) {
          const at = selected.indexOf(index);
          expect(part.indexOf(`i${index}`)).toBe(at < 0 ? undefined : at);
          if (at >= 0) expect([part.id(at), part.title(at)]).toEqual([`i${index}`, `Film ${index}`]);
        }
        expect(part.indexOf('i41')).toBeUndefined();
        expect(failure(() => part.id(selected.length))).toMatch(/^PARAMETER_OUT_OF_RANGE/);
      }),
    );
  });
});
