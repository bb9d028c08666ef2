/**
 * Leak against use
 *
 * Popularity, neighbours, EASE and implicit factors: how good their lists are, and how much they tell.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { peopleWithRatings, runModelAudit } from 'ulterior/attack';
import { chartSvg, layouts, reportOf } from 'ulterior/report';
import { twoCrowds } from './support/twoCrowds.mjs';

const dataset = twoCrowds({ people: 200, items: 60 });
const records = await runModelAudit(
  { people: peopleWithRatings(dataset, 'crowd'), surfaces: [{ kind: 'lists', recommender: 'ease' }] },
  {
    attribute: 'crowd',
    folds: 2,
    attackers: ['logistic'],
    tops: [10],
    anchors: ['popularity', 'itemNeighbours', 'ease', 'implicitFactors'],
    controls: 1,
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { name, label } of records.anchors) {
  const own = records.findings.filter(({ exposure }) => exposure === `lists of ${name}`);
  const [{ auc }, { ndcg }] = [own.find((one) => one.auc), own.find((one) => one.ndcg)];
  console.log(`${label}: AUC ${auc.value.toFixed(2)}, NDCG ${ndcg.value.toFixed(3)}`);
}

const { charts } = reportOf(records);
const chart = charts.find(({ id }) => id === 'leak-against-use') ?? charts[0];
await writeFile('leak-against-use.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
