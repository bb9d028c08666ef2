/**
 * What equal chances take: fitting the public model, protecting everybody from the command line, and protecting one person
 * with 300 ratings in a browser whose processor is slowed down four times. Bars: everybody (6,022 people) within 10 s, one
 * person within 50 ms. Medians of several runs. Beside the times stands processor time, which other work on the machine
 * touches less.
 *
 *   node scripts/equal-chances-speed.mjs --folder data [--model chances.safetensors] [--runs 5]
 *
 * `--folder` holds ml-1m. Without `--model` the public model is fitted first. `--browser` leaves the command line out.
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
    browser: { type: 'boolean', default: false },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
const runs = Number(options.runs);
const work = mkdtempSync(join(tmpdir(), 'equal-chances-'));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const [program, defence] = ['../dist/cli/main.js', '../build/defence/index.js'].map((path) =>
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

/** Makes `window.once`, which protects one person. Runs in the page. */
async function prepareInPage(ratings) {
  const { decodePresenceModel, itemDigests, protectHistory, secretDraws } = await import('/defence.js');
  const model = decodePresenceModel(new Uint8Array(await (await fetch('/model')).arrayBuffer()));
  const items = model.items.size;
  const digests = itemDigests(Array.from({ length: items }, (_, item) => model.items.id(item)));
  const secret = crypto.getRandomValues(new Uint8Array(32));
  // Of the items that most people rate, every third.
  const { intercepts } = model.stages[0];
  const order = [...intercepts.keys()].sort((a, b) => intercepts[b] - intercepts[a]);
  const indices = order.slice(0, 3 * ratings).filter((_, place) => place % 3 === 0);
  indices.sort((a, b) => a - b);
  const person = { ratings: { indices, values: indices.map((item) => 1 + (item % 5)) }, group: 0 };
  let call = 0;
  window.once = () => {
    const before = performance.now();
    call += 1;
    protectHistory(model, person, {}, (pass) => secretDraws(secret, String(call), pass, digests));
    return performance.now() - before;
  };
  return { items, ratings: indices.length };
}

const LATER = 20;

/** Milliseconds of one page: on the clock with a slow processor, and of processor at full speed. */
async function measured(browser, code, bytes, rate) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('http://page.invalid/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/defence.js') return route.fulfill({ contentType: 'text/javascript', body: code });
    if (path === '/model') return route.fulfill({ body: bytes });
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>speed</title>' });
  });
  await page.goto('http://page.invalid/');
  const inspector = await context.newCDPSession(page);
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' });
  const size = await page.evaluate(prepareInPage, Number(options.ratings));
  await inspector.send('Emulation.setCPUThrottlingRate', { rate });
  const busy = async () => {
    const { metrics } = await inspector.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const calls = [];
  for (let n = 0; n <= LATER; n++) {
    const before = await busy();
    const clock = await page.evaluate('window.once()');
    calls.push({ clock, processor: (await busy()) - before });
  }
  await context.close();
  return { ...size, first: calls[0], later: calls.slice(1) };
}

async function inBrowser(file) {
  const [code, bytes] = [await bundle(), readFileSync(file)];
  const browser = await chromium.launch({ executablePath: options.chromium, args: ['--no-sandbox', '--disable-gpu'] });
  const rate = Number(options.throttle);
  try {
    const [slow, quick] = [[], []];
    for (let run = 0; run < runs; run++) {
      slow.push(await measured(browser, code, bytes, rate));
      quick.push(await measured(browser, code, bytes, 1));
    }
    const [{ items, ratings }] = slow;
    const ms = (times, what) => `${median(times.map((time) => time[what])).toFixed(1)} ms`;
    const both = (found, what) => [
      ms(
        found.map(({ first }) => first),
        what,
      ),
      ms(
        found.flatMap(({ later }) => later),
        what,
      ),
    ];
    const [[first, later], [firstProcessor, laterProcessor]] = [both(slow, 'clock'), both(quick, 'processor')];
    console.log(`one person (${ratings} ratings, ${items} items) in Chromium; bar 50 ms`);
    console.log(`  on the clock, processor slowed ${rate} times: the first time ${first}, later ${later}`);
    console.log(`  processor time at full speed: the first time ${firstProcessor}, later ${laterProcessor}`);
  } finally {
    await browser.close();
  }
}

try {
  console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} at the start; medians of ${runs}`);
  const file = modelFile();
  const files = ['--presence-model', file, '--secret-file', join(work, 'secret'), '--output', join(work, 'sent.csv')];
  if (!options.browser) {
    const everybody = Array.from({ length: runs }, () => ulterior('protect', ...files, '--quiet'));
    console.log(`everybody, from the command line: ${shown(everybody)}; bar 10 s`);
  }
  await inBrowser(file);
  console.log(`load ${loadavg()[0].toFixed(1)} at the end`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
