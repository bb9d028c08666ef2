/**
 * Is the attacker of the page as sure as it is right? node scripts/models/calibration.mjs, after npm run build:ts
 *
 * From models/personality.json: people by how sure it was of them, in steps of ten points, with at least 700 people. For
 * each group the share that is right less the share stated, in points and in standard errors. Then what chance alone does
 * to an attacker that is exactly as sure as it is right:
 *
 *     Pr(all within 3 points) = product over groups of 2 Phi(3 / se) - 1                                   [eq:within]
 *     Pr(some as far as the furthest) = 1 - (2 Phi(z) - 1)^groups                                          [eq:furthest]
 */
import { readFile } from 'node:fs/promises';
import { normalCdf } from '../../build/maths/index.js';

const FEWEST = 700;
const POINTS = 3;

const { attributes } = JSON.parse(await readFile(new URL('../../models/personality.json', import.meta.url), 'utf8'));
const within = (z) => 2 * normalCdf(z) - 1;
for (const at of [0, 1]) {
  const groups = attributes.flatMap(({ attribute, after }) =>
    after[at].sure
      .filter(({ people }) => people >= FEWEST)
      .map(({ people, stated, right }) => {
        const error = Math.sqrt((stated * (1 - stated)) / people);
        return { attribute, people, stated, right, points: 100 * (right - stated), error: 100 * error };
      }),
  );
  console.log(`after ${attributes[0].after[at].questions} answers`);
  for (const { attribute, people, stated, right, points, error } of groups) {
    const z = Math.abs(points / error).toFixed(1);
    console.log(
      `  ${attribute}: ${people} people, stated ${stated}, right ${right}: ${points.toFixed(1)} points, ${z} se`,
    );
  }
  const furthest = Math.max(...groups.map(({ points, error }) => Math.abs(points / error)));
  const all = groups.reduce((product, { error }) => product * within(POINTS / error), 1);
  console.log(`  ${groups.length} groups; by chance all are within ${POINTS} points: ${all.toFixed(2)}`);
  console.log(
    `  by chance one of them is ${furthest.toFixed(1)} se off: ${(1 - within(furthest) ** groups.length).toFixed(2)}`,
  );
}
