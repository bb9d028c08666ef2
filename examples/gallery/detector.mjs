/**
 * Noticing aimed questions
 *
 * Somebody watches the questions alone. The aimed list is noticed, the honest one is not.
 */
import { writeFile } from 'node:fs/promises';
import {
  Candidates,
  chooseBatch,
  createStrategy,
  createWorld,
  startBelief,
  trainChannels,
  trained,
} from 'ulterior/core';
import { prepareDetector, verdictsOn } from 'ulterior/defence';
import { chartSvg } from 'ulterior/report';

const { dataset } = createWorld({ users: 300, items: 60, leak: 0.4 }, 1);
const model = trained(await trainChannels(dataset, 'type', { dimension: 4 }));
const detector = await prepareDetector(model, { horizon: 10, samples: 1000 });

const all = Candidates.all(model.items.size);
const random = createStrategy({ model, seed: 3 }, 'random');
const honest = [];
for (let rest = all; honest.length < 10; rest = rest.without(honest.at(-1))) {
  honest.push(random.next(startBelief(model), rest, []).item);
}
const lists = { aimed: chooseBatch(model, startBelief(model), all, 10), honest };
const rows = Object.entries(lists).flatMap(([list, items]) =>
  items.map((_, at) => {
    const [{ pValue }] = verdictsOn(detector.check(items.slice(0, at + 1)), 0.05);
    return { list, questions: at + 1, pValue };
  }),
);
for (const { list, questions, pValue } of rows) if (questions === 10) console.log(`${list}: p = ${pValue.toFixed(3)}`);

const spec = {
  width: 420,
  height: 220,
  data: { values: rows },
  mark: { type: 'line', point: true },
  encoding: {
    x: { field: 'questions', type: 'quantitative' },
    y: { field: 'pValue', type: 'quantitative', title: 'p-value: small means aimed', scale: { domain: [0, 1] } },
    color: { field: 'list', title: null },
  },
};
await writeFile('detector.svg', await chartSvg(spec, 'light'));
