/**
 * Aimed questions and honest ones
 *
 * The same people, asked by three strategies: one aims at the group, one at taste, one asks at random.
 */
import { writeFile } from 'node:fs/promises';
import { contender, loadKernels, runAudit } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { chartSvg, layouts, reportOf } from 'ulterior/report';

const { dataset } = createWorld({ users: 200, items: 40, ratingsPerUser: 20, dimension: 4, leak: 0.25 }, 2);
const records = await runAudit(
  dataset,
  {
    attribute: 'type',
    folds: 2,
    maxQuestions: 10,
    contenders: [
      contender('separation', { label: 'aims at the group' }),
      contender('entropy', { label: 'aims at taste' }),
      contender('random', { label: 'at random' }),
    ],
    fullHistory: [],
    heldOut: 0,
    controls: 1,
    permutations: 0,
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { attacker, variant, cohort, length, auc } of records.findings) {
  if (variant === 'real' && cohort === 'fixed' && length === 5)
    console.log(attacker, 'after 5 questions:', auc.value.toFixed(2));
}

const chart = reportOf(records).charts.find(({ id }) => id === 'auc');
await writeFile('aimed-or-honest.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
