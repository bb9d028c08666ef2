import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLayout } from './delimitedLayout.ts';
import { looksLikeHeader } from './headerGuess.ts';

const looks = (...lines: string[]) => {
  const [first, ...below] = lines.map((line) => line.split(','));
  return looksLikeHeader(first!, below);
};

describe('a header', () => {
  it.each([
    ['words', ['user,item,rating', 'a,x,1']],
    ['words over words', ['name,club', 'ann,red', 'bob,blue']],
    ['a blank above an index', [',soup,cake', '0,1,2', '1,4,5']],
    ['a blank above an index, and numbers', [',0,1,2', '0,5,3,1', '1,2,2,4']],
    ['a blank at the end', ['id,soup,cake,', '7,1,2,', '8,3,3,']],
    ['numbers that count up beside a word', ['user,1,2,3', 'ann,4,5,3', 'bob,1,2,2']],
    ['numbers that no answer comes near', ['id,1193,661,914', '1,5,3,3', '2,4,,1']],
    ['the same beside ids that are words', ['user,1193,661,914,34,260', 'ann,5,3,3,1,1', 'bob,4,,1,2,2']],
    ['nothing but numbers that count up', ['0,1,2,3,4', '5,3,1,1,2', '2,2,2,5,4']],
    ['a header that is repeated', ['name,club', 'ann,red', 'name,club', 'bob,red']],
  ])('is seen: %s', (_, lines) => {
    expect(looks(...lines)).toBe(true);
  });

  it.each([
    ['ratings', ['1,1193,5,978300760', '1,661,3,978302109', '2,10,4,978302109']],
    ['a tiny table of ratings', ['1,2,3', '2,2,4']],
    ['words and a rating', ['ann,Star Wars,5', 'bob,Star Wars,3']],
    ['people with a word that others have', ['ann,red', 'bob,red', 'cy,blue']],
    ['people', ['1,F,1,10,48067', '2,M,56,16,70072']],
    ['people of whom one has a strange number', ['24,technician,M,V3N4P', '53,other,F,94043', '23,writer,M,32067']],
    ['answers', ['5,3,1,1,2', '2,2,2,5,4']],
    ['answers with gaps', [',3,1,,2', '2,,2,5,4', '2,1,2,5,4']],
    ['answers of which the first is missing', [',3,1,2', '2,4,2,5', '2,1,2,5']],
    ['answers that are missing by number', ['-1,3,-1,4,5', '2,-1,2,5,4']],
    ['a person without answers', ['ann,,NA,red', 'bob,4,5,blue']],
  ])('is not seen in %s', (_, lines) => {
    expect(looks(...lines)).toBe(false);
  });

  it('is never seen in a row of answers like those below it', () => {
    const answers = fc.array(fc.integer({ min: 1, max: 5 }).map(String), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(answers, { minLength: 2, maxLength: 20 }), (rows) => {
        expect(looksLikeHeader(rows[0]!, rows.slice(1))).toBe(false);
      }),
    );
  });
});

describe('the layout of a text table', () => {
  it('names the columns of a file without a header by their numbers, and blank headers by their place', () => {
    expect(textLayout('5;3;1\n2;2;4\n')).toMatchObject({ delimiter: ';', header: false, names: ['1', '2', '3'] });
    expect(textLayout('5,3\n2,2\n', { columnNames: ['item'] }).names).toEqual(['item', '2']);
    expect(textLayout(',soup,soup\n0,1,2\n1,1,3\n').names).toEqual(['column1', 'soup', 'soup (2)']);
  });

  it('has a column of row names that R leaves without a name', () => {
    const names = ['column1', 'soup', 'cake'];
    expect(textLayout('"soup" "cake"\n"ann" 1 2\n"bob" 3 4\n')).toMatchObject({ delimiter: ' ', names });
    expect(textLayout('soup,cake\nann,1,2\nbob,3,4\n').names).toEqual(names);
    // A row that is too long, and a delimiter at the end of every line, are something else.
    expect(textLayout('soup,cake\n1,2\n3,4,5\n').names).toEqual(['soup', 'cake']);
    expect(textLayout('soup,cake\n1,2,\n3,4,\n').names).toEqual(['soup', 'cake']);
  });

  it('is what the caller says where they know better', () => {
    expect(textLayout('ann,f\nbob,m\n').header).toBe(true);
    expect(textLayout('ann,f\nbob,m\n', { header: false }).names).toEqual(['1', '2']);
    expect(textLayout('3,1\n5,4\n', { header: true }).names).toEqual(['3', '1']);
  });

  it('takes runs of spaces for one delimiter, and spaces for a delimiter only where there is no other', () => {
    expect(textLayout('  5   3 -1  \n 2 2 4\n')).toMatchObject({ delimiter: ' ', names: ['1', '2', '3'] });
    expect(textLayout('"u 1" soup "red wine"\na 3 4\n').names).toEqual(['u 1', 'soup', 'red wine']);
    expect(textLayout('The Thin Man\nThe Big Sleep\n').names).toEqual(['The Thin Man']);
    expect(textLayout('Seven 7\nThe Big Sleep\n', { header: false }).names).toEqual(['1']);
    expect(textLayout('a b\nc d\n', { delimiter: ' ' }).names).toEqual(['a', 'b']);
    expect(textLayout('the soup,the cake\n1,2\n')).toMatchObject({ delimiter: ',', names: ['the soup', 'the cake'] });
  });

  it('sees nothing of a record that the head cuts off', () => {
    expect(textLayout('user,1,2,3\nann,4,5,3\nbob,"').header).toBe(true);
    expect(textLayout('a,b')).toMatchObject({ header: true, names: ['a', 'b'] });
  });
});
