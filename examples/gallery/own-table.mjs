/**
 * A table of your own
 *
 * A CSV file with one row per rating, read as the command line reads it, and what is in it.
 */
import { writeFile } from 'node:fs/promises';
import { describeData } from 'ulterior';
import { openDataset } from 'ulterior/datasets';
import { chartSvg } from 'ulterior/report';

const lines = ['person,film,stars,gender'];
for (let person = 0; person < 40; person++) {
  for (let film = 0; film < 12; film++) {
    if ((person + film) % (person % 2 === 0 ? 4 : 2) === 0) continue;
    lines.push(`p${person},film ${film},${1 + ((person * film + person) % 5)},${person % 2 === 0 ? 'f' : 'm'}`);
  }
}
await writeFile('ratings.csv', lines.join('\n'));

const { dataset, summary } = await openDataset({
  kind: 'long',
  ratings: { path: 'ratings.csv', columns: { user: 'person', item: 'film', rating: 'stars' } },
  attributes: ['gender'],
});
console.log(`${dataset.users.size} people, ${dataset.items.size} films, ${summary.ratings} ratings`);
const description = describeData(dataset, 'gender', 'ratings.csv');
for (const { label, users, ratings } of description.labels)
  console.log(`${label}: ${users} people, ${ratings} ratings`);

const spec = {
  width: 320,
  height: 200,
  data: { values: description.labels },
  mark: 'bar',
  encoding: {
    x: { field: 'label', title: null, axis: { labelAngle: 0 } },
    y: { field: 'ratings', type: 'quantitative' },
  },
};
await writeFile('own-table.svg', await chartSvg(spec, 'light'));
