/** Texts for people are plain English: no phrase of test/support/plainEnglish.ts in documents, code or comments. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { translatedPhrases } from './support/plainEnglish.ts';

const root = new URL('../', import.meta.url);
const FOLDERS = ['src', 'service/src', 'docs', 'scripts', 'experiments', 'bench'];
const texts = readdirSync(root, { encoding: 'utf8' })
  .concat(
    FOLDERS.flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    ),
  )
  .filter((path) => /\.(?:md|ts|tsx|mjs|html)$|^experiments\/.*\.json$/.test(path) && !path.endsWith('.test.ts'))
  // It lists the words that are not used.
  .filter((path) => path !== 'docs/glossary.md');

describe('plain English', () => {
  it('no text reads as if translated', () => {
    const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
    const found = texts.flatMap((path) => translatedPhrases(read(path)).map((where) => `${path}:${where}`));
    expect(found).toEqual([]);
    expect(texts.length).toBeGreaterThan(500);
  });

  it.each([
    'A table with a row a rating.',
    'one item\n * a line',
    '12 ratings a user',
    'O(d^2) an answer',
    'bits for who may skip',
    'It ends. Who chooses the questions knows more',
    'it takes your gender for "Male"',
    '"hate it" speaks for Male',
    'What is made of your answers',
    '97 MB in all: much',
    '24 of 1,097 say nothing of it',
    'columns whose name holds',
    'below and from a number',
    'Fewest ratings of a person',
    'stands there twice',
    'names the group rightly',
    "'As many ' +\n  'questions at random reach'",
    'Say it all the same',
    'Once more, another way',
    'Check it in turn',
    'the time is multiplied by: X 5.1',
    '67 % of them',
    '1 people',
    'it is no JSON object',
    "'a whole number is wanted'",
    'after so many questions',
    'a trait',
    'a placebo',
    'cannot be told from guessing',
    'what was made of it',
    'it errs on the side of the people',
    '10 questions go 43% of the way',
    'it takes the groups for each other',
    'naming the largest group for everybody',
    'it does not try to be right as often as possible',
    'the smallest leak that would have been found',
    'Ten parts the crowd',
    'a table of one’s own',
    'the item that gives most away',
    'their gender, which nobody told',
    'it belongs into a file',
    'what helps against it',
    'no compiler is to be had',
    'it goes on where it stopped',
    'they are no third way',
    'what hides chronotype, from whom',
    '61 in 100 are left',
  ])('finds "%s"', (text) => {
    expect(translatedPhrases(text)).toHaveLength(1);
  });

  it.each([
    'one row per rating, ratings per user, items a person rated',
    'the person who chooses; anyone who acts',
    '// rows that are all the same',
    'const odd = (2 * index + 1) % 2 === 1 ? sizes[3 % count] : index',
    'in all rows, 67% of them, 11 people, as many as there are',
  ])('passes "%s"', (text) => {
    expect(translatedPhrases(text)).toEqual([]);
  });
});
