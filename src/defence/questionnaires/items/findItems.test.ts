import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/failure.ts';
import { createVocabulary, type ItemIndex } from '../../../ratings/index.ts';
import { findItems } from './findItems.ts';
import { nearestTitles } from './nearestTitles.ts';

const vocabulary = createVocabulary<ItemIndex>(
  ['1', '7', '12', '13', '14', '99'],
  ['Toy Story (1995)', 'Sabrina (1995)', 'Matrix, The (1999)', 'Alien', 'alien', '7'],
);

describe('finding the items of a list', () => {
  it('by id, by title, and by title whatever its case and punctuation', () => {
    expect(findItems(['12', 'Toy Story (1995)', 'SABRINA 1995'], vocabulary)).toEqual([2, 0, 1]);
    expect(findItems(['MATRIX the -- 1999', 'Alien'], vocabulary)).toEqual([2, 3]);
    // An id comes before a title that reads the same.
    expect(findItems(['7'], vocabulary)).toEqual([1]);
    expect(findItems([], vocabulary)).toEqual([]);
  });

  it('names all that is unknown at once, with the nearest titles', () => {
    expect(failure(() => findItems(['Toy Storry', '12', 'The Matrix'], vocabulary))).toMatch(
      /^ITEM_UNKNOWN: 2 items of the list are not known: "Toy Storry" \(near: "Toy Story \(1995\)".*\); "The Matrix" \(near: "Matrix, The \(1999\)"/,
    );
    expect(failure(() => findItems(['§'], vocabulary))).toMatch(/an item of the list is not known: "§" ->/);
    const many = Array.from({ length: 8 }, (_, n) => `unknown ${n}`);
    expect(failure(() => findItems(many, vocabulary))).toMatch(/8 items .* and 3 more ->/);
  });

  it('asks for an id where a title fits several items, and for each item once', () => {
    expect(failure(() => findItems(['ALIEN'], vocabulary))).toMatch(
      /^ITEM_UNKNOWN: "ALIEN" is the title of 2 items: 13, 14 -> name the item by its id/,
    );
    expect(failure(() => findItems(['1', 'toy story (1995)'], vocabulary))).toMatch(
      /^ITEM_ANSWERED_TWICE: the list asks for "Toy Story \(1995\)" twice/,
    );
  });

  it('the nearest come first, and nothing that has nothing in common', () => {
    expect(nearestTitles('star trek', ['Stargate', 'Zorro', 'Star Trek VI', 'Trek'])).toEqual([
      'Star Trek VI',
      'Trek',
      'Stargate',
    ]);
    expect(nearestTitles('xyz', ['abc'], 2)).toEqual([]);
    // A long title is not nearer because it has more letters.
    expect(nearestTitles('alien', ['Alien and a great deal more', 'Alien'])[0]).toBe('Alien');
  });
});
