import { expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { publishedColumns } from './croissant.ts';

const field = (column: string, file: string, more: object = {}) => ({
  '@type': 'cr:Field',
  source: { fileObject: { '@id': file }, extract: { column } },
  ...more,
});
const description = {
  '@type': 'sc:Dataset',
  distribution: [
    { '@type': 'cr:FileObject', '@id': 'answers', contentUrl: 'https://a.example/data/survey.csv' },
    { '@type': 'cr:FileObject', '@id': 'other', contentUrl: 'films.csv' },
  ],
  recordSet: [
    {
      '@type': 'cr:RecordSet',
      field: [
        field('age', 'answers', { dataType: 'sc:Integer', description: 'Age in years' }),
        field('q1', 'answers', { dataType: ['https://schema.org/Text'] }),
        field('title', 'other'),
        { '@type': 'cr:Field', name: 'computed' },
      ],
    },
  ],
};

it('says what the publisher says of the columns of one table', () => {
  expect(publishedColumns(JSON.stringify(description), 'survey.csv', 'croissant.json')).toEqual([
    { column: 'age', type: 'Integer', description: 'Age in years' },
    { column: 'q1', type: 'Text', description: '' },
  ]);
  expect(publishedColumns(JSON.stringify(description), 'films.csv', 'c')).toEqual([
    { column: 'title', type: '', description: '' },
  ]);
  expect(
    publishedColumns(JSON.stringify({ 'cr:recordSet': { 'cr:field': field('x', 't.csv') } }), 't.csv', 'c'),
  ).toEqual([{ column: 'x', type: '', description: '' }]);
  expect(publishedColumns('{"recordSet": 3}', 't.csv', 'c')).toEqual([]);
});

it.each(['{', '[1]', '"text"'])('%s is refused', (content) => {
  expect(failure(() => publishedColumns(content, 't.csv', 'c.json'))).toMatch(
    /^FILE_MALFORMED: "c.json" is not a Croissant description/,
  );
});
