/**
 * What equal chances take: fitting the public model, protecting everybody from the command line, and protecting one person
 * with 300 ratings in a browser whose processor is slowed down four times. Bars: everybody (6,022 people) within 10 s, one
 * person within 50 ms. Medians of several runs. Beside the times stands processor time, which other work on the machine
 * touches less.
 *
 *   node scripts/equal-chances-speed.mjs --folder data [--model chances.safetensors] [--runs 5]
 *
 * `--folder` holds ml-1m. Without `--model` the public model is fitted first.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: 'data' },
    attribute: { type: 'string', default: 'gender' },
    model: { type: 'string' },
    runs: { type: 'string', default: '5' },
    ratings: { type: 'string', default: '300' },
    throttle: { type: 'string', default: '4' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
const runs = Number(options.runs);
const work = mkdtempSync(join(tmpdir(), 'equal-chances-'));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const [program, defence] = ['../dist/cli/main.js', '../dist/defence/index.js'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Seconds on the clock and of processor. */
function ulterior(...words) {
  const clock = performance.now();
  const source = [`ml-1m:${options.folder}`, '--attribute', options.attribute, '--min-user', '20', '--min-item', '20'];
  const [command, ...flags] = words;
  const script = `process.on('exit', () => console.error('used', process.cpuUsage().user + process.cpuUsage().system));`;
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const ended = spawnSync(process.execPath, ['--import', preload, program, command, ...source, ...flags], {
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(`ulterior ${command} ended with ${ended.status}: ${ended.stderr}`);
  return { clock: (performance.now() - clock) / 1000, processor: Number(/used (\d+)/.exec(ended.stderr)[1]) / 1e6 };
}

const shown = (times) =>
  `${median(times.map(({ clock }) => clock)).toFixed(1)} s (processor ${median(times.map(({ processor }) => processor)).toFixed(1)} s)`;

function modelFile() {
  if (options.model !== undefined) return options.model;
  const output = join(work, 'chances.safetensors');
  console.log(`fitting the public model: ${shown([ulterior('train', '--model', 'chances', '--output', output)])}`);
  return output;
}

/** What a page would load. */
async function bundle() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: defence, formats: ['es'], fileName: 'defence' } },
  });
  return output[0].code;
}

/** Milliseconds that one person takes, the first time and later. Runs in the page. */
async function measureInPage({ ratings, calls }) {
  const { decodePresenceModel, itemDigests, protectHistory, secretDraws } = await import('/defence.js');
  const model = decodePresenceModel(new Uint8Array(await (await fetch('/model')).arrayBuffer()));
  const items = model.items.size;
  const digests = itemDigests(Array.from({ length: items }, (_, item) => model.items.id(item)));
  const secret = crypto.getRandomValues(new Uint8Array(32));
  // The items that most people rate, and some that few do.
  const { intercepts } = model.stages[0];
  const order = [...intercepts.keys()].sort((a, b) => intercepts[b] - intercepts[a]);
  const indices = order.slice(0, 3 * ratings).filter((_, place) => place % 3 === 0);
  indices.sort((a, b) => a - b);
  const person = { ratings: { indices, values: indices.map((item) => 1 + (item % 5)) }, group: 0 };
  const times = [];
  for (let call = 0; call < calls; call++) {
    const before = performance.now();
    protectHistory(model, person, {}, (pass) => secretDraws(secret, String(call), pass, digests));
    times.push(performance.now() - before);
  }
  return { items, ratings: indices.length, first: times[0], later: times.slice(1) };
}

async function inBrowser(file) {
  const code = await bundle();
  const browser = await chromium.launch({ executablePath: options.chromium, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const found = [];
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.route('http://page.invalid/**', (route) => {
        const path = new URL(route.request().url()).pathname;
        if (path === '/defence.js') return route.fulfill({ contentType: 'text/javascript', body: code });
        if (path === '/model') return route.fulfill({ body: readFileSync(file) });
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>speed</title>' });
      });
      await page.goto('http://page.invalid/');
      const inspector = await context.newCDPSession(page);
      await inspector.send('Emulation.setCPUThrottlingRate', { rate: Number(options.throttle) });
      found.push(await page.evaluate(measureInPage, { ratings: Number(options.ratings), calls: 21 }));
      await context.close();
    }
    return found;
  } finally {
    await browser.close();
  }
}

try {
  console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} at the start; medians of ${runs}`);
  const file = modelFile();
  const files = ['--presence-model', file, '--secret-file', join(work, 'secret'), '--output', join(work, 'sent.csv')];
  const everybody = Array.from({ length: runs }, () => ulterior('protect', ...files, '--quiet'));
  console.log(`everybody, from the command line: ${shown(everybody)}; bar 10 s`);
  const found = await inBrowser(file);
  const [{ items, ratings }] = found;
  console.log(
    `one person (${ratings} ratings, ${items} items) in Chromium, ${options.throttle}x slower: first time ${median(found.map(({ first }) => first)).toFixed(1)} ms, later ${median(found.flatMap(({ later }) => later)).toFixed(1)} ms; bar 50 ms`,
  );
  console.log(`load ${loadavg()[0].toFixed(1)} at the end`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
