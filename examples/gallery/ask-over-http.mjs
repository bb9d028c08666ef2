/**
 * An interview over HTTP
 *
 * The service runs on this machine with its database in a folder. A client asks eight questions, prints what it learned, and erases it.
 */
import { rm, writeFile } from 'node:fs/promises';
import { loadKernels } from 'ulterior';
import { createWorld, encodeModel, parametersFrom, train, trained } from 'ulterior/core';
import { chartSvg } from 'ulterior/report';
import { createKey, startServer } from 'ulterior-service';
import { openStore } from 'ulterior-service/store';

// What `ulterior serve` does, on any free port, and a key as `ulterior serve keys create` makes it.
const store = await openStore({ folder: 'ask-over-http-store' });
const { key } = await createKey(store, 'an example', 'admin');
const server = await startServer({ store, port: 0, worker: false });

async function send(secret, method, path, body, type = 'application/json') {
  const headers = { authorization: `Bearer ${secret}`, ...(body && { 'content-type': type }) };
  const answer = await fetch(`${server.url}/v1${path}`, { method, headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const types = ['lark', 'owl'].map((label) => ({ label, share: 0.5 }));
const { dataset } = createWorld({ users: 300, items: 60, leak: 0.25, types, attribute: 'chronotype' }, 1);
const model = trained(
  await train(dataset, 'chronotype', parametersFrom('als', { dimension: 4 }), { kernels: loadKernels() }),
);
const { id: modelId } = await send(key, 'POST', '/models?name=larks', encodeModel(model), 'application/octet-stream');

const settings = { modelId, consent: true, questions: 8, mode: 'lab' };
let { id, token, infers, question } = await send(key, 'POST', '/interviews', JSON.stringify(settings));
console.log(`The person must be told that it infers: ${infers.map(({ name }) => name).join(', ')}.`);
const rows = [];
while (question !== undefined) {
  const { item, title, number } = question;
  const rating = Math.round(model.rows.biases[model.items.indexOf(item) * 2]); // as larks rate it, on average
  ({ question } = await send(token, 'POST', `/interviews/${id}/answers`, JSON.stringify({ item, rating })));
  const { attributes } = await send(token, 'GET', `/interviews/${id}/belief`);
  rows.push({ number, lark: attributes[0].posterior[0] });
  console.log(`${number}. ${title}: ${rating}. Lark with ${(100 * rows.at(-1).lark).toFixed(1)}%.`);
}
const { interviews, answers, scrub } = await send(token, 'DELETE', `/interviews/${id}`);
console.log(`Erased: ${interviews} interview, ${answers} answers; scrub: ${scrub}.`);
await server.close();
await rm('ask-over-http-store', { recursive: true });

const x = { field: 'number', type: 'ordinal', title: 'answers sent over HTTP', axis: { labelAngle: 0 } };
const y = { field: 'lark', type: 'quantitative', title: 'probability of lark', scale: { domain: [0, 1] } };
const spec = { width: 480, height: 220, data: { values: rows }, mark: 'bar', encoding: { x, y } };
await writeFile('ask-over-http.svg', await chartSvg(spec, 'light'));
