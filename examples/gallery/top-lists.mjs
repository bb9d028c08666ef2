/**
 * What top-10 lists give away
 *
 * All that anybody sees is a list of items. The first item alone tells the crowds apart better than guessing.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { peopleWithRatings, runModelAudit } from 'ulterior/attack';
import { chartSvg, layouts, reportOf } from 'ulterior/report';
import { twoCrowds } from './support/twoCrowds.mjs';

const dataset = twoCrowds({ people: 200, items: 60 });
const records = await runModelAudit(
  { people: peopleWithRatings(dataset, 'crowd'), surfaces: [{ kind: 'lists', recommender: 'ease' }] },
  { attribute: 'crowd', folds: 2, attackers: ['logistic'], tops: [1, 2, 5, 10, 20], controls: 1, resamples: 100 },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { length, variant, auc } of records.findings)
  if (variant === 'real' && auc !== undefined) console.log(`top ${length}: AUC ${auc.value.toFixed(2)}`);

const chart = reportOf(records).charts.find(({ id }) => id === 'lists-by-length');
await writeFile('top-lists.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
