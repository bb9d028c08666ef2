/**
 * The items that leak most
 *
 * Ratings of some items differ between the groups, and those are the ones an attacker asks about.
 */
import { writeFile } from 'node:fs/promises';
import { contender, loadKernels, runAudit } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { chartSvg, layouts, reportOf } from 'ulterior/report';

const types = ['lark', 'owl'].map((label) => ({ label, share: 0.5 }));
const { dataset } = createWorld({ users: 200, items: 40, ratingsPerUser: 20, dimension: 4, leak: 0.5, types }, 4);
const records = await runAudit(
  dataset,
  {
    attribute: 'type',
    folds: 2,
    maxQuestions: 5,
    contenders: [contender('separation')],
    fullHistory: ['factor'],
    heldOut: 0,
    controls: 1,
    permutations: 0,
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { title, biases } of records.items.slice(0, 5)) {
  console.log(`${title}: larks ${biases[0].toFixed(1)}, owls ${biases[1].toFixed(1)}`);
}

const chart = reportOf(records).charts.find(({ id }) => id === 'items');
await writeFile('leaky-items.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
