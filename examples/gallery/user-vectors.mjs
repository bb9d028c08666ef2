/**
 * What user vectors give away
 *
 * A recommender keeps a vector per person, and never saw the group. An attacker reads it off the vector.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { peopleWithRatings, runModelAudit } from 'ulterior/attack';
import { chartSvg, layouts, reportOf } from 'ulterior/report';
import { twoCrowds } from './support/twoCrowds.mjs';

const dataset = twoCrowds({ people: 200, items: 60 });
const records = await runModelAudit(
  {
    people: peopleWithRatings(dataset, 'crowd'),
    surfaces: [{ kind: 'userVectors', recommender: 'implicitFactors' }, { kind: 'ratings' }],
  },
  { attribute: 'crowd', folds: 2, attackers: ['logistic', 'kernelRidge'], controls: 1, resamples: 100 },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
for (const { exposure, attacker, variant, auc } of records.findings)
  if (variant === 'real' && auc !== undefined) console.log(`${exposure}, ${attacker}: AUC ${auc.value.toFixed(2)}`);

const chart = reportOf(records).charts.find(({ id }) => id === 'surfaces');
await writeFile('user-vectors.svg', await chartSvg(chart.spec(layouts.page), 'light', chart));
