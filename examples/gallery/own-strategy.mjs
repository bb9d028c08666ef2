/**
 * A strategy of your own
 *
 * It asks about the item that the two groups rate most differently. The plug-in also works in an audit (--plugin).
 */
import { writeFile } from 'node:fs/promises';
import { definePlugin, loadKernels } from 'ulterior';
import { createWorld, Interview, parametersFrom, train, trained } from 'ulterior/core';
import { chartSvg } from 'ulterior/report';

const widestGap = {
  name: 'widestGap',
  summary: 'the item on which the two groups differ most',
  types: 'two',
  channels: 'rating',
  create: ({ model: { rows } }) => ({
    name: 'widestGap',
    next: (_belief, candidates) => {
      const gap = (item) => Math.abs(rows.biases[item * 2] - rows.biases[item * 2 + 1]);
      const at = candidates.argmax((position) => gap(candidates.items[position]));
      return at < 0 ? undefined : { item: candidates.itemAt(at) };
    },
  }),
};
export default definePlugin({ name: 'gallery', version: '1.0.0', strategies: [widestGap] });

const { dataset } = createWorld({ users: 300, items: 60, leak: 0.3 }, 1);
const tools = { kernels: loadKernels() };
const model = trained(await train(dataset, 'type', parametersFrom('als', { dimension: 4 }), tools));
const strategy = widestGap.create({ model, seed: 1 });
let interview = Interview.start({ model, strategy, protocol: { kind: 'open' }, stopping: { maxQuestions: 6 } });
while (interview.status.kind === 'asking') interview = interview.answer(interview.status.question, 4);

const gapOf = (item) => model.rows.biases[item * 2] - model.rows.biases[item * 2 + 1];
const rows = interview
  .transcript()
  .events.map(({ item }, at) => ({ item: `${at + 1}: ${item}`, gap: gapOf(model.items.indexOf(item)) }));
for (const { item, gap } of rows) console.log(`${item}: the groups are ${Math.abs(gap).toFixed(2)} stars apart`);

const encoding = {
  y: { field: 'item', title: null },
  x: { field: 'gap', type: 'quantitative', title: 'stars of the one group less those of the other' },
};
await writeFile(
  'own-strategy.svg',
  await chartSvg({ width: 420, height: 200, data: { values: rows }, mark: 'bar', encoding }, 'light'),
);
