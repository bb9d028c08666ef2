/**
 * How fast a group leaks
 *
 * An audit interviews everybody: the curve is how well the attacker tells the groups apart after each question.
 */
import { writeFile } from 'node:fs/promises';
import { contender, loadKernels, runAudit } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { answerText, chartSvg, layouts, reportOf } from 'ulterior/report';

const { dataset } = createWorld({ users: 200, items: 40, ratingsPerUser: 20, dimension: 4, leak: 0.25 }, 1);
const records = await runAudit(
  dataset,
  {
    attribute: 'type',
    folds: 2,
    maxQuestions: 10,
    contenders: [contender('separation')],
    fullHistory: ['factor'],
    heldOut: 0,
    controls: 1,
    permutations: 0,
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
console.log(answerText(records));

const chart = reportOf(records).charts.find(({ id }) => id === 'auc');
await writeFile('leak-by-questions.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
