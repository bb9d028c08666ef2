/** What the scripts that put the service under load share: processes, requests over kept connections, invented models. */
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createModel, encodeModel, presets, ratingRows } from '../build/factorization/index.js';
import { derive } from '../build/maths/index.js';
import { createVocabulary } from '../build/ratings/index.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Nothing is refused for being too much: what is measured is the service, not its limits. */
export const UNLIMITED = { requestsPerMinute: 1e9, refusalsPerMinute: 1e9, interviewsPerHour: 1e9 };

/** Starts serviceProcess.mjs of this checkout, or of another that is built. Resolves with where it listens when it does. */
export async function startProcess(spec, flags = [], checkout = ROOT) {
  const program = join(checkout, 'scripts/serviceProcess.mjs');
  const child = spawn(process.execPath, [...flags, program, JSON.stringify(spec)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    gone.then((status) => reject(new Error(`the process ended with ${status}`)));
  });
  return {
    ...JSON.parse(line),
    pid: child.pid,
    /** Of the process, before and after a collection where its flags allow one. */
    memory: () =>
      new Promise((resolve, reject) => {
        child.once('message', resolve);
        child.send('memory', (error) => error && reject(error));
      }),
    /** At once, without leave to clean up. */
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    close: async () => {
      child.kill('SIGTERM');
      const status = await gone;
      if (status !== 0) throw new Error(`the process ended with ${status}`);
    },
  };
}

/** Connections of one address: the service bounds them. On loopback there are more addresses. */
const MOST_OF_ADDRESS = 500;

/** A request and its answer; the body is parsed where it is JSON. `visitor` decides which address it comes from. */
export function client(connections) {
  const options = { keepAlive: true, maxSockets: Math.min(connections, MOST_OF_ADDRESS) };
  const addresses = Math.ceil(connections / MOST_OF_ADDRESS);
  const agents = Array.from(
    { length: addresses },
    (_, n) => new Agent({ ...options, localAddress: `127.0.0.${n + 1}` }),
  );
  const call = (method, url, { as, body, headers = {}, visitor = 0 } = {}) =>
    new Promise((resolve, reject) => {
      const agent = agents[visitor % addresses];
      const bytes = body instanceof Uint8Array;
      const payload = body === undefined || bytes ? body : JSON.stringify(body);
      const sent = { ...headers };
      if (as !== undefined) sent.authorization = `Bearer ${as}`;
      if (payload !== undefined) {
        sent['content-type'] = bytes ? 'application/octet-stream' : 'application/json';
        sent['content-length'] = Buffer.byteLength(payload);
      }
      const outgoing = request(url, { method, agent, headers: sent }, (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json = /json/.test(incoming.headers['content-type'] ?? '');
          resolve({ status: incoming.statusCode, headers: incoming.headers, body: json ? JSON.parse(text) : text });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  /** The body of an answer with that status; anything else is a failure of the run. */
  const expecting = async (status, method, url, more) => {
    const answer = await call(method, url, more);
    if (answer.status !== status) {
      throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  return { call, expecting, close: () => agents.forEach((agent) => void agent.destroy()) };
}

/** A model file with sizes as in trained models: profiles of length about one, gaps of a fraction of a star. */
export function modelBytes(items, dimension = 20) {
  const stream = derive(items, 'load-model');
  const types = 2;
  const means = Float32Array.from({ length: items }, () => 3.5 + 0.5 * stream.normal());
  const biases = Float64Array.from({ length: items * types }, (_, n) => means[n >> 1] + 0.3 * stream.normal());
  const profiles = Float64Array.from({ length: items * dimension }, () => stream.normal() / Math.sqrt(dimension));
  const ids = Array.from({ length: items }, (_, item) => `i${item}`);
  return encodeModel(
    createModel({
      attribute: 'type',
      typeLabels: ['one', 'other'],
      typePriors: Float64Array.of(0.5, 0.5),
      dimension,
      rows: ratingRows(profiles, biases, items),
      noiseVariance: 1,
      profileVariance: 0.1,
      items: createVocabulary(ids),
      scale: { min: 1, max: 5, step: 1 },
      itemStatistics: {
        countsByType: new Uint32Array(items * types).fill(1),
        means,
        entropies: Float32Array.from(ids, () => stream.uniform()),
      },
      provenance: {
        version: '0.0.0',
        dataFingerprint: 'made up',
        users: 1,
        ratings: 1,
        parameters: presets.als,
        noiseFrom: 'training',
        trainingErrors: [],
      },
    }),
  );
}
