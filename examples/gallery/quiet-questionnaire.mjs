/**
 * A questionnaire that leaks little
 *
 * Eight questions that learn as much taste as they can while they stay below a limit of what they tell.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { createWorld, parametersFrom, train, trained } from 'ulterior/core';
import { designQuestionnaire, impliedLeak } from 'ulterior/defence';
import { chartSvg } from 'ulterior/report';

const { dataset } = createWorld({ users: 300, items: 60, leak: 0.3 }, 1);
const tools = { kernels: loadKernels() };
const model = trained(await train(dataset, 'type', parametersFrom('als', { dimension: 4 }), tools));

const budgets = [0.52, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];
const { proposed, curve } = designQuestionnaire([model], { questions: 8, maxAuc: 0.6, budgets });
console.log('The list for 0.6:', proposed.items.map((item) => model.items.title(item)).join(', '));
console.log('It tells the groups apart with an AUC of', impliedLeak(model, proposed.items).auc.toFixed(3));

const rows = curve.map(({ maxAuc, variance }) => ({ limit: maxAuc, variance }));
const spec = {
  width: 420,
  height: 220,
  data: { values: rows },
  mark: { type: 'line', point: true },
  encoding: {
    x: { field: 'limit', type: 'quantitative', title: 'limit of the AUC', scale: { zero: false } },
    y: {
      field: 'variance',
      type: 'quantitative',
      title: 'taste left unknown',
      scale: { zero: false },
      axis: { format: '.3f' },
    },
  },
};
await writeFile('quiet-questionnaire.svg', await chartSvg(spec, 'light'));
