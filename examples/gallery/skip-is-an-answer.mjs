/**
 * "Haven't seen it" is an answer
 *
 * For each of six items: how far a skip, and how far a rating of 3, move the belief. Skips alone point to a group.
 */
import { writeFile } from 'node:fs/promises';
import { itemIndex, observe, startBelief, trainChannels, trained } from 'ulterior/core';
import { chartSvg } from 'ulterior/report';
import { twoCrowds } from './support/twoCrowds.mjs';

const dataset = twoCrowds({ people: 300, items: 40 });
const model = trained(await trainChannels(dataset, 'crowd', { dimension: 4 }));
const start = startBelief(model);
const rows = [0, 1, 2, 3, 4, 5].flatMap((number) =>
  ['skip', 3].map((answer) => {
    const item = itemIndex(number);
    const [first] = start.afterAll(observe(model, item, answer)).posterior();
    return {
      item: model.items.title(item),
      answer: answer === 'skip' ? 'skip' : 'rated 3',
      shift: first - start.posterior()[0],
    };
  }),
);
for (const { item, answer, shift } of rows) console.log(`${item}, ${answer}: ${(100 * shift).toFixed(1)} points`);

const spec = {
  width: 420,
  height: 240,
  data: { values: rows },
  mark: 'bar',
  encoding: {
    y: { field: 'item', title: null },
    yOffset: { field: 'answer' },
    x: {
      field: 'shift',
      type: 'quantitative',
      title: 'shift of the belief towards the crowd of the even items',
      axis: { format: '%' },
    },
    color: { field: 'answer', title: null },
  },
};
await writeFile('skip-is-an-answer.svg', await chartSvg(spec, 'light'));
