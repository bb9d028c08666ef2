/** Leaks that a mean or a crowd of items hides: found, and named in the answer; and the same worlds without them. */
import { describe, expect, it } from 'vitest';
import { oneGroupOfTwelve, rareItem } from '../scripts/planted/itemWorlds.mjs';
import { contender, runAudit } from '../src/audit/index.ts';
import { answerText } from '../src/report/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { datasetFrom } from './support/plantedDataset.ts';

async function answerTo({ answers, labels }: { readonly answers: number[][]; readonly labels: number[] }) {
  const dataset = datasetFrom({ answers, labels });
  const spec = {
    attribute: 'group',
    folds: 3,
    maxQuestions: 2,
    headlineQuestions: 2,
    heldOut: 0,
    contenders: [contender('random')],
    fullHistory: ['logistic' as const],
    permutations: 200,
    resamples: 100,
    controls: 1,
  };
  return answerText(await runAudit(dataset, spec, { kernels: loadKernels(), source: 'a world', finished: () => '' }));
}

describe('a rare item that one group alone rated', () => {
  const size = { people: 300, items: 20 };

  it('is found, and named', async () => {
    expect(await answerTo(rareItem({ seed: 1, ...size }))).toMatch(
      /^A slight leak of group\..*“q\d+” stands out: of the 26 people who rated it, 26 are in “g1” \(100%/,
    );
  });

  it('is no leak where both groups rated it', async () => {
    expect(await answerTo(rareItem({ seed: 1, leak: false, ...size }))).toMatch(/^No leak/);
  });
});

describe('one group of twelve', () => {
  const size = { people: 360, items: 12 };

  it('that answers alike is told with certainty, and named', async () => {
    expect(await answerTo(oneGroupOfTwelve({ seed: 1, ...size }))).toMatch(
      /^A (strong|very strong) leak of group\..*easiest to recognise is “g5”: an AUC of (1\.00|0\.9\d) against everyone else/,
    );
  });

  it('is no leak where it answers as the others do', async () => {
    expect(await answerTo(oneGroupOfTwelve({ seed: 1, leak: false, ...size }))).toMatch(/^No leak/);
  });
});
