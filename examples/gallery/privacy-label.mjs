/**
 * A privacy label
 *
 * The audit on one label, to put beside a questionnaire: how many questions until an attacker is 75% sure.
 */
import { writeFile } from 'node:fs/promises';
import { contender, loadKernels, runAudit } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { labelOf } from 'ulterior/report';

const types = ['lark', 'owl'].map((label) => ({ label, share: 0.5 }));
const world = { users: 200, items: 40, ratingsPerUser: 20, dimension: 4, leak: 0.25, types, attribute: 'chronotype' };
const records = await runAudit(
  createWorld(world, 1).dataset,
  {
    attribute: 'chronotype',
    folds: 2,
    maxQuestions: 10,
    contenders: [contender('separation')],
    fullHistory: [],
    heldOut: 0,
    controls: 1,
    permutations: 0,
    resamples: 100,
  },
  { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
);
const label = labelOf([{ name: 'onboarding', place: { file: 'onboarding.txt' }, records }]);
console.log([...label.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text).join('\n'));
await writeFile('privacy-label.svg', label);
