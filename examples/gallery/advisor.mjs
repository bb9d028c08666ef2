/**
 * What each answer gave away
 *
 * A ledger of five answers: after each, what is known about the person, against a budget of a tenth of a bit.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { createWorld, itemIndex, parametersFrom, train, trained } from 'ulterior/core';
import { ledgerOf } from 'ulterior/defence';
import { chartSvg } from 'ulterior/report';

const { dataset } = createWorld({ users: 300, items: 60, leak: 0.4 }, 1);
const tools = { kernels: loadKernels() };
const model = trained(await train(dataset, 'type', parametersFrom('als', { dimension: 4 }), tools));

const answers = [5, 1, 4, 2, 5].map((answer, number) => ({ item: model.items.id(itemIndex(number)), answer }));
const { entries, totals } = ledgerOf([{ model }], answers, { budget: 0.1 });
const rows = entries.map(({ item, lines: [{ known }] }, at) => ({ answer: `${at + 1}: ${item}`, known }));
for (const { answer, known } of rows) console.log(`after answer ${answer}: ${known.toFixed(3)} bits`);
console.log('In total:', totals[0].known.toFixed(3), 'bits');

const spec = {
  width: 420,
  height: 220,
  layer: [
    {
      data: { values: rows },
      mark: 'bar',
      encoding: {
        x: { field: 'answer', title: null, axis: { labelAngle: 0 } },
        y: { field: 'known', type: 'quantitative', title: 'bits known' },
      },
    },
    { data: { values: [{ budget: 0.1 }] }, mark: 'rule', encoding: { y: { field: 'budget', type: 'quantitative' } } },
  ],
};
await writeFile('advisor.svg', await chartSvg(spec, 'light'));
