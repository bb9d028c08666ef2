/**
 * Ten questions, one person
 *
 * An interview asks a lark ten questions. The curve is how sure the attacker is after each answer.
 */
import { writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { createStrategy, createWorld, derive, Interview, parametersFrom, train, trained } from 'ulterior/core';
import { chartSvg } from 'ulterior/report';

const types = ['lark', 'owl'].map((label) => ({ label, share: 0.5 }));
const { dataset } = createWorld({ users: 300, items: 60, leak: 0.25, types }, 1);
const tools = { kernels: loadKernels() };
const model = trained(await train(dataset, 'type', parametersFrom('als', { dimension: 4 }), tools));

let interview = Interview.start({
  model,
  strategy: createStrategy({ model, seed: 1 }),
  protocol: { kind: 'open' },
  stopping: { maxQuestions: 10 },
});
const rows = [{ question: 0, lark: interview.posterior()[0] }];
while (interview.status.kind === 'asking') {
  const { question } = interview.status;
  // The answer of an average lark: the mean rating of its group, and some noise.
  const mean = model.rows.biases[question * 2] + derive(1, 'answer', question).normal() * 0.5;
  interview = interview.answer(question, Math.max(1, Math.min(5, Math.round(mean))));
  rows.push({ question: rows.length, lark: interview.posterior()[0] });
}
for (const { question, lark } of rows) console.log(`answers: ${question}, lark: ${(100 * lark).toFixed(1)}%`);

const spec = {
  width: 480,
  height: 220,
  data: { values: rows },
  mark: { type: 'line', point: true },
  encoding: {
    x: { field: 'question', type: 'quantitative', title: 'questions' },
    y: { field: 'lark', type: 'quantitative', title: 'probability of lark', scale: { domain: [0, 1] } },
  },
};
await writeFile('ten-questions.svg', await chartSvg(spec, 'light'));
