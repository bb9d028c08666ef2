import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { parquetOf, temporaryFolder } from '../../test/support/recommenderFiles.ts';
import { attributeOf, type Dataset, itemIndex, userIndex } from '../ratings/index.ts';
import { openRecommenderData } from './openRecommenderData.ts';

const folder = temporaryFolder();
const put = (name: string, contents: string) => writeFileSync(join(folder, name), contents);
const lines = (...rows: readonly string[][]) => `${rows.map((row) => row.join('\t')).join('\n')}\n`;

/** "user item rating" of everything that was read. */
function ratingsOf({ ratings, users, items }: Dataset): string[] {
  const { starts, indices, values } = ratings.byUser;
  return Array.from(values, (value, at) => {
    const user = starts.findIndex((start) => start > at) - 1;
    return `${users.id(userIndex(user))} ${items.id(itemIndex(indices[at]!))} ${value}`;
  });
}
const RATINGS = ['7 a 4', '7 b 3', '8 a 5', '9 b 2', '9 c 1'];
const groupsOf = (dataset: Dataset, name: string) => {
  const { labels, values } = attributeOf(dataset, name);
  return Array.from(values, (value) => labels[value]);
};

describe('atomic files of RecBole', () => {
  mkdirSync(join(folder, 'ml'));
  put(
    'ml/ml.inter',
    lines(
      ['user_id:token', 'item_id:token', 'rating:float', 'timestamp:float'],
      ['7', 'a', '4', '1'],
      ['9', 'c', '1', '2'],
      ['7', 'b', '3', '3'],
      ['8', 'a', '5', '4'],
      ['9', 'b', '2', '5'],
    ),
  );
  put(
    'ml/ml.user',
    lines(['user_id:token', 'age:float', 'gender:token'], ['7', '20', 'F'], ['8', '40', 'M'], ['9', '60', 'F']),
  );
  put(
    'ml/ml.item',
    lines(
      ['item_id:token', 'movie_title:token_seq', 'class:token_seq'],
      ['a', 'Film A', 'x y'],
      ['b', 'Film B', 'x'],
      ['c', 'C', 'z'],
    ),
  );

  it.each(['ml', 'ml/ml.inter'])('named as %s: ratings, titles and attributes under their bare names', async (name) => {
    const { dataset } = await openRecommenderData(join(folder, name), { attributes: ['gender', 'age>=30'] });
    expect(ratingsOf(dataset)).toEqual(RATINGS);
    expect(dataset.items.title(itemIndex(0))).toBe('Film A');
    expect(groupsOf(dataset, 'gender')).toEqual(['F', 'M', 'F']);
    expect(groupsOf(dataset, 'age')).toEqual(['below 30', 'from 30', 'from 30']);
  });

  it('are refused where the folder holds several, or a column is missing', async () => {
    mkdirSync(join(folder, 'two'));
    put('two/a.inter', 'user_id:token\titem_id:token\n1\t2\n');
    put('two/b.inter', 'user_id:token\titem_id:token\n1\t2\n');
    expect(await asyncFailure(() => openRecommenderData(join(folder, 'two')))).toMatch(
      /^MODEL_FOLDER_INCOMPLETE: .* 2 files ending in .inter -> name the .inter file/,
    );
    expect(await asyncFailure(() => openRecommenderData(join(folder, 'two/a.inter')))).toMatch(
      /^COLUMN_MISSING: .*rating/,
    );
    expect(await asyncFailure(() => openRecommenderData(join(folder, 'ml'), { attributes: ['job'] }))).toMatch(
      /^COLUMN_MISSING: .*"job"/,
    );
  });
});

describe('data of LensKit', () => {
  const place = join(folder, 'lenskit');
  const schema = (name: string) => ({
    version: '2025.3',
    default_interaction: name,
    entities: { user: { id_type: 'int' }, item: { id_type: 'str' } },
    relationships: { [name]: { entities: { user: null, item: null }, interaction: true } },
  });
  const write = async () => {
    mkdirSync(place, { recursive: true });
    put('lenskit/schema.json', JSON.stringify(schema('rating')));
    await parquetOf(
      "select * from (values (7, 'F'), (8, 'M'), (9, 'F')) as t(user_id, gender)",
      join(place, 'user.parquet'),
    );
    await parquetOf(
      "select * from (values ('a', 'Film A'), ('b', 'Film B'), ('c', 'C')) as t(item_id, title)",
      join(place, 'item.parquet'),
    );
    await parquetOf(
      'select * from (values (0, 0, 4.0), (2, 2, 1.0), (0, 1, 3.0), (1, 0, 5.0), (2, 1, 2.0)) as t(user_num, item_num, rating)',
      join(place, 'rating.parquet'),
    );
  };

  it('give the same ratings, with ids for row numbers', async () => {
    await write();
    const { dataset, summary } = await openRecommenderData(place, { attributes: ['gender'] });
    expect(ratingsOf(dataset)).toEqual(RATINGS);
    expect(groupsOf(dataset, 'gender')).toEqual(['F', 'M', 'F']);
    expect(dataset.items.title(itemIndex(1))).toBe('Film B');
    expect(summary.source).toBe(place);
  });

  it('are refused where a file is missing, a name leads elsewhere, or the schema says nothing', async () => {
    const refused = () => asyncFailure(() => openRecommenderData(place, { attributes: ['gender'] }));
    put('lenskit/schema.json', JSON.stringify(schema('click')));
    expect(await refused()).toMatch(/^MODEL_FOLDER_INCOMPLETE: .* no file click.parquet/);
    put('lenskit/schema.json', JSON.stringify(schema('../lenskit/rating')));
    expect(await refused()).toMatch(/^MODEL_FOLDER_INCOMPLETE/);
    put('lenskit/schema.json', '{}');
    expect(await refused()).toMatch(/^FILE_FOREIGN: .* no interactions/);
    put('lenskit/schema.json', '{');
    expect(await refused()).toMatch(/^FILE_FOREIGN: .* not JSON/);
    put('table.csv', 'user,item,rating\n1,2,3\n');
    expect(await asyncFailure(() => openRecommenderData(join(folder, 'table.csv')))).toMatch(/^FILE_FOREIGN/);
  });
});
