/**
 * More than two groups
 *
 * Four age groups. Each row of the picture is a group, and shows what the attacker guessed for its people.
 */
import { writeFile } from 'node:fs/promises';
import { contender, loadKernels, runAudit } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { chartSvg, layouts, reportOf } from 'ulterior/report';

const types = ['under 25', '25 to 39', '40 to 59', '60 and over'].map((label) => ({ label, share: 0.25 }));
const world = { users: 200, items: 40, ratingsPerUser: 20, dimension: 4, leak: 0.4, types, attribute: 'age' };
const records = await runAudit(
  createWorld(world, 1).dataset,
  {
    attribute: 'age',
    folds: 2,
    maxQuestions: 10,
    contenders: [contender('envelope')],
    fullHistory: ['factor'],
    heldOut: 0,
    controls: 1,
    permutations: 0,
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
console.log(
  'From whole histories:',
  records.findings
    .filter(({ exposure, variant, group }) => exposure === 'histories' && variant === 'real' && group === undefined)
    .map(({ auc }) => auc.value.toFixed(2))
    .join(', '),
);

const { charts } = reportOf(records);
const chart = charts.find(({ id }) => id === 'confusion') ?? charts[0];
await writeFile('many-groups.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
