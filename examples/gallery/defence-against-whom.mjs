/**
 * A defence, and who knows of it
 *
 * Changed ratings fool an attacker who knows nothing of the change. One who learns from changed ratings sees more.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { evaluateDefences } from 'ulterior/defence';
import { chartSvg, layouts, reportOf } from 'ulterior/report';

const { dataset } = createWorld({ users: 200, items: 40, ratingsPerUser: 20, dimension: 4, leak: 0.3 }, 1);
const records = await evaluateDefences(
  dataset,
  {
    attribute: 'type',
    folds: 2,
    attackers: ['logistic'],
    defences: [{ name: 'leastChange', strengths: [0.5, 1] }],
    shuffled: [],
    adoption: [],
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { strength, situation, variant, auc } of records.findings) {
  if (auc !== undefined && strength !== undefined && variant === 'real')
    console.log(`strength ${strength}, ${situation}: AUC ${auc.value.toFixed(2)}`);
}

const { charts } = reportOf(records);
const chart = charts.find(({ id }) => id.startsWith('fooled-'));
await writeFile('defence-against-whom.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
