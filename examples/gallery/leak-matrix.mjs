/**
 * A leak matrix
 *
 * Questions that aim at one attribute give away the others too. One table shows all of it.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels, runLeakMatrix } from 'ulterior';
import { chartSvg, layouts, reportOf } from 'ulterior/report';
import { twoAttributes } from './support/twoAttributes.mjs';

const dataset = twoAttributes({ users: 160, items: 30, ratingsPerUser: 15, dimension: 2, leak: 0.4 });
const records = await runLeakMatrix(
  dataset,
  { attributes: ['gender', 'age'], maxQuestions: 5, compareAt: [5], folds: 2, resamples: 50 },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { attacker, target, variant, cohort, length, auc } of records.findings) {
  if (variant === 'real' && cohort !== undefined && length === 5 && auc !== undefined)
    console.log(`asked by ${attacker}, ${target} leaks: AUC ${auc.value.toFixed(2)}`);
}

const chart = reportOf(records).charts.find(({ id }) => id === 'leak-matrix');
await writeFile('leak-matrix.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
