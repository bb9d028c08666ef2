/**
 * What whole histories give away
 *
 * No questions at all: four attackers read everything that people rated.
 */
import { writeFile } from 'node:fs/promises';
import { contender, loadKernels, runAudit } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { chartSvg, layouts, reportOf } from 'ulterior/report';

const { dataset } = createWorld({ users: 200, items: 50, ratingsPerUser: 25, dimension: 4, leak: 0.2 }, 3);
const records = await runAudit(
  dataset,
  {
    attribute: 'type',
    folds: 2,
    maxQuestions: 10,
    contenders: [contender('separation')],
    fullHistory: ['factor', 'logistic', 'multinomial', 'svm'],
    heldOut: 0,
    controls: 1,
    permutations: 0,
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { attacker, exposure, variant, auc } of records.findings) {
  if (exposure !== 'histories' || variant !== 'real' || auc === undefined) continue;
  console.log(`${attacker}: AUC ${auc.value.toFixed(2)} [${auc.low.toFixed(2)}, ${auc.high.toFixed(2)}]`);
}

const chart = reportOf(records).charts.find(({ id }) => id === 'headline');
await writeFile('whole-histories.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
