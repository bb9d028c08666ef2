/**
 * A small recommender over HTTP, to try `ulterior data lists` and audits of live recommenders with. It trains EASE or
 * popularity on ratings and answers on this machine alone, as docs/recommender.schema.json says. Build first (`npm run build`).
 *
 *     node examples/recommender-server.mjs [data] [--model ease|popularity] [--port 8090]
 *
 * `data` is what `ulterior describe` takes: ratings.csv, ml-1m:folder or world:demo (the default).
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { loadKernels } from 'ulterior';
import { openDataset, sourceFromText } from 'ulterior/datasets';
import { topN, trainEase, trainPopularity } from '../build/factorization/index.js';

const LARGEST_REQUEST = 10_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string', default: 'ease' }, port: { type: 'string', default: '8090' } },
});
const { dataset } = await openDataset(sourceFromText(positionals[0] ?? 'world:demo'));
const { starts, indices } = dataset.ratings.byUser;
const seen = { rows: dataset.users.size, columns: dataset.items.size, starts, indices };
const recommender =
  values.model === 'popularity' ? trainPopularity(seen) : await trainEase(seen, {}, { kernels: loadKernels() });

/** The answer to one request; undefined for a request that is not as the contract says. */
function answerTo(text) {
  const { history, n } = JSON.parse(text);
  if (!Array.isArray(history) || !(Number.isInteger(n) && n > 0)) return undefined;
  const known = history.map(({ item }) => dataset.items.indexOf(String(item))).filter((item) => item !== undefined);
  const scores = recommender.scores(known);
  return { items: topN(recommender, known, n).map((item) => ({ item: dataset.items.id(item), score: scores[item] })) };
}

async function bodyOf(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > LARGEST_REQUEST) throw new Error('the request is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const server = createServer(async (request, response) => {
  const reply = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  if (request.method !== 'POST') return reply(405, { error: 'send a POST request' });
  try {
    const answer = answerTo(await bodyOf(request));
    reply(answer === undefined ? 400 : 200, answer ?? { error: 'history must be a list, and n a whole number above 0' });
  } catch (error) {
    reply(400, { error: error instanceof Error ? error.message : String(error) });
  }
});
server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = server.address();
  console.log(`${recommender.name} on ${dataset.items.size} items answers at http://127.0.0.1:${port}/`);
});
