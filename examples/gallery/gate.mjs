/**
 * A gate that shows its teeth
 *
 * The same limit for two worlds: one with a planted leak, one without. A gate that passes both would be worth nothing.
 */
import { writeFile } from 'node:fs/promises';
import { contender, loadKernels, runAudit } from 'ulterior';
import { createWorld } from 'ulterior/core';
import { chartSvg, gateLines, judgeLeaks } from 'ulterior/report';

const spec = {
  attribute: 'type',
  folds: 2,
  maxQuestions: 5,
  contenders: [contender('separation')],
  fullHistory: ['factor'],
  heldOut: 0,
  controls: 1,
  permutations: 0,
  resamples: 100,
};
const tools = { kernels: loadKernels(), source: 'a world', finished: () => new Date().toISOString() };
const rows = [];
for (const leak of [0, 0.3]) {
  const { dataset } = createWorld({ users: 500, items: 30, ratingsPerUser: 15, dimension: 2, leak }, 2);
  const gate = judgeLeaks(await runAudit(dataset, spec, tools), { maxAuc: 0.65, failOn: 'upper' });
  console.log(`With a leak of ${leak}:`, gateLines(gate).join('\n'));
  for (const { leak: found } of gate.judgements)
    rows.push({ world: `leak ${leak}`, where: found.where, ...found.ends });
}
const y = { field: 'world', title: null };
const x = { field: 'lower', type: 'quantitative', title: 'AUC, and the limit', scale: { domain: [0.3, 1] } };
const layers = [
  {
    data: { values: rows },
    mark: { type: 'bar', height: 6 },
    encoding: {
      y,
      x,
      x2: { field: 'upper' },
      yOffset: { field: 'where' },
      color: { field: 'where', title: null, legend: { orient: 'bottom', labelLimit: 200 } },
    },
  },
  { data: { values: [{ limit: 0.65 }] }, mark: 'rule', encoding: { x: { field: 'limit', type: 'quantitative' } } },
];
await writeFile('gate.svg', await chartSvg({ width: 420, height: 160, layer: layers }, 'light'));
