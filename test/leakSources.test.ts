/** Leaks of one kind alone: the answer says where they are, and nothing where there is none. */
import { describe, expect, it } from 'vitest';
import { onlyOneItem, onlySkips, onlyStars, onlyStyle } from '../scripts/planted/sourceWorlds.mjs';
import { xorOfTwo } from '../scripts/planted/worlds.mjs';
import { type AuditRecords, contender, runAudit } from '../src/audit/index.ts';
import { answerText, reportCharts } from '../src/report/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { datasetFrom } from './support/plantedDataset.ts';

const tools = { kernels: loadKernels(), source: 'a world', finished: () => '' };

function audit(
  world: { readonly answers: number[][]; readonly labels: number[] },
  fullHistory: readonly string[] = ['logistic'],
): Promise<AuditRecords> {
  return runAudit(
    datasetFrom(world),
    {
      attribute: 'group',
      folds: 3,
      maxQuestions: 2,
      headlineQuestions: 2,
      heldOut: 0,
      contenders: [contender('random')],
      fullHistory,
      sources: ['seen', 'rating', 'item', 'style', 'pairs'],
      permutations: 200,
      resamples: 100,
      controls: 1,
    },
    tools,
  );
}

const SAYS = /Most of it is|One item alone|Nearly all|It is in both|No part alone/;

describe('a leak', () => {
  it.each([
    [
      'skips',
      onlySkips,
      /Most of it is in which items were rated \(0\.[89]\d\)(?:, less in|;) how they were rated \(0\.[45]\d\)/,
    ],
    [
      'stars',
      onlyStars,
      /Most of it is in how they were rated \(0\.[6789]\d\)(?:, less in|;) which items were rated \(0\.[45]\d\)/,
    ],
    [
      'one item',
      onlyOneItem,
      /One item alone \(“q5”\) gives nearly all of it away \(0\.9\d\): it is probably a copy of group\./,
    ],
    ['style', onlyStyle, /Most of it is in the way of answering, whatever the item: .* \(0\.[789]\d\)/],
    [
      'pairs',
      xorOfTwo,
      /Most of it is in answers taken together: pairs and triples get 0\.[89]\d, single answers 0\.[456]\d/,
    ],
  ] as const)('in %s alone is said to be there', async (where, world, words) => {
    // Logistic regression reads no pairs, and no style.
    const records = await audit(world({ seed: 1 }), [where === 'pairs' || where === 'style' ? 'boosted' : 'logistic']);
    expect(answerText(records)).toMatch(words);
    const chart = reportCharts(records).find(({ id }) => id === 'sources')!;
    expect(chart.reading).toMatch(words);
    const parts = records.findings.filter(({ exposure }) => exposure === 'parts');
    expect(parts.map(({ attacker, judged, auc }) => [attacker, judged, auc!.bounds])).toEqual(
      ['seen', 'rating', 'item', 'style', 'pairs'].map((id) => [id, undefined, undefined]),
    );
  });

  it('that is none has no place', async () => {
    const records = await audit(onlySkips({ seed: 1, leak: false }));
    expect(answerText(records)).toMatch(/^No leak/);
    expect(answerText(records)).not.toMatch(SAYS);
  });
});
