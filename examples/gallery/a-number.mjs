/**
 * An age in years
 *
 * The attacker does not guess a group but the number itself. The curve is how far off the guess is, in years.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels, runNumericAudit } from 'ulterior';
import { createNumericWorld } from 'ulterior/core';
import { chartSvg, layouts, reportOf } from 'ulterior/report';

const { dataset } = createNumericWorld({ users: 200, items: 40, ratingsPerUser: 20, dimension: 4, leak: 0.5 }, 1);
const records = await runNumericAudit(
  dataset,
  { attribute: 'age', folds: 2, maxQuestions: 10, resamples: 100, bands: 0 },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
const [{ id }] = records.attackers;
for (const { attacker, variant, cohort, length, mae } of records.findings)
  if (attacker === id && variant === 'real' && cohort === 'survivors' && [0, 5, 10].includes(length))
    console.log(`after ${length} questions: off by ${mae.value.toFixed(1)} years`);

const chart = reportOf(records).charts.find(({ id }) => id === 'error');
await writeFile('a-number.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
