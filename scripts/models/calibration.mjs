/**
 * Is the attacker of the page as sure as it is right? After npm run build:ts:
 *
 *     node scripts/models/calibration.mjs                  from models/personality.json, as a table; --models names
 *                                                          another folder that scripts/build-models.mjs wrote
 *     node scripts/models/calibration.mjs <data> <split>   with the people parted into other folds (2, 3, ...): models,
 *                                                          lists and calibrations are made again, nothing is written
 *
 * First the guess that the page reveals: the one of four that is furthest above a blind guess, where it is at least five
 * points above; in steps of ten points with at least 500 people. Then all four guesses, by attribute.
 *
 * People by how sure it was of them, in steps of ten points, with at least 700 people. For each group: the share stated,
 * the share that is right with its 95% interval (Wilson), and the difference in points. Then what chance alone does to an
 * attacker that is exactly as sure as it is right:
 *
 *     Pr(all within 3 points) = product over groups of 2 Phi(3 / se) - 1                                   [eq:within]
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { normalCdf } from '../../build/maths/index.js';
import { loadKernels, openThreadPool } from '../../build/runtime/index.js';
import { surenessOnSplit, wilson } from './personality.mjs';

const FEWEST = 700;
const POINTS = 3;

const {
  values: { models },
  positionals: [data, split],
} = parseArgs({
  options: { models: { type: 'string', default: fileURLToPath(new URL('../../models/', import.meta.url)) } },
  allowPositionals: true,
});
const { attributes, revealed } = await measured();
for (const { questions, people, of, blind, right, sure } of revealed) {
  const hundred = (value) => (100 * value).toFixed(1);
  console.log(
    `after ${questions} answers it reveals a guess to ${people} of ${of} people: right for ${hundred(right.value)}% [${hundred(right.low)}, ${hundred(right.high)}], blind ${hundred(blind)}%`,
  );
  for (const bin of sure.filter((one) => one.people >= 500))
    console.log(`  ${bin.people} people: stated ${hundred(bin.stated)}%, right ${hundred(bin.right)}%`);
}
const groups = attributes.flatMap(({ attribute, after }) =>
  after.flatMap(({ questions, sure }) =>
    sure.filter(({ people }) => people >= FEWEST).map((group) => ({ attribute, questions, ...group })),
  ),
);
console.log('| answers | attribute | people | stated | right, with 95% interval | difference, points |');
console.log('| ---: | --- | ---: | ---: | --- | ---: |');
for (const { questions, attribute, people, stated, right } of groups.toSorted((a, b) => a.questions - b.questions)) {
  const { low, high } = wilson(right * people, people);
  const share = (value) => (100 * value).toFixed(1);
  console.log(
    `| ${questions} | ${attribute} | ${people.toLocaleString('en')} | ${share(stated)}% | ${share(right)}% [${share(low)}, ${share(high)}] | ${(100 * (right - stated)).toFixed(1)} |`,
  );
}
const furthest = Math.max(...groups.map(({ stated, right }) => Math.abs(100 * (right - stated))));
const within = (z) => 2 * normalCdf(z) - 1;
const byChance = groups.reduce((product, { stated, people }) => {
  const error = 100 * Math.sqrt((stated * (1 - stated)) / people);
  return product * within(POINTS / error);
}, 1);
console.log(
  `\n${groups.length} groups of at least ${FEWEST} people; the furthest is ${furthest.toFixed(1)} points off`,
);
console.log(
  `an attacker exactly as sure as it is right has all within ${POINTS} points with probability ${byChance.toFixed(2)}`,
);

async function measured() {
  if (data === undefined) {
    return JSON.parse(await readFile(join(models, 'personality.json'), 'utf8'));
  }
  const pool = openThreadPool();
  try {
    return await surenessOnSplit(data, Number(split ?? 2), {
      kernels: loadKernels('shared', console.warn),
      executor: pool,
    });
  } finally {
    await pool.close();
  }
}
