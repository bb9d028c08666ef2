/**
 * Two attributes at once
 *
 * An interview aims at age. The same answers also tell something about the gender, which it never aimed at.
 */
import { writeFile } from 'node:fs/promises';
import { createStrategy, Interview, marginal, trained, trainJoint } from 'ulterior/core';
import { chartSvg } from 'ulterior/report';
import { twoAttributes } from './support/twoAttributes.mjs';

const dataset = twoAttributes({ users: 300, items: 50, leak: 0.5 });
const model = trained(await trainJoint(dataset, ['gender', 'age'], { dimension: 4 }));

let interview = Interview.start({
  model,
  strategy: createStrategy({ model, seed: 1, target: 'age' }, 'targeted'),
  protocol: { kind: 'open' },
  stopping: { maxQuestions: 10 },
});
const rows = [];
while (interview.status.kind === 'asking') {
  interview = interview.answer(interview.status.question, 1 + (interview.status.question % 5));
  for (const { name } of model.attributes) {
    const sure = Math.max(...marginal(model, interview.posterior(), name));
    rows.push({ attribute: name, questions: interview.steps.length, sure });
  }
}
for (const { attribute, questions, sure } of rows.slice(-2)) {
  console.log(`${attribute} after ${questions} questions: ${(100 * sure).toFixed(0)}% sure`);
}

const spec = {
  width: 420,
  height: 220,
  data: { values: rows },
  mark: { type: 'line', point: true },
  encoding: {
    x: { field: 'questions', type: 'quantitative' },
    y: { field: 'sure', type: 'quantitative', title: 'how sure', axis: { format: '%' }, scale: { domain: [0.4, 1] } },
    color: { field: 'attribute', title: null },
  },
};
await writeFile('two-attributes-at-once.svg', await chartSvg(spec, 'light'));
