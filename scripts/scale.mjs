/**
 * How big? node scripts/scale.mjs [--per-person 166]
 *
 * Prints what an audit with default settings takes from 10^5 to 10^11 ratings (docs/scale.md). Up to a million ratings it was measured;
 * beyond, it is computed from the figures below:
 *
 *     processor seconds = start + perRating x ratings + stack(people),   people = ratings / ratings per person
 *     stack(people)     = folds x n^3 / 3 / rate       for n = 0.9 x people up to 8,000 (everybody with everybody),
 *                         folds x n x 2,000^2 / rate   up to 50,000 (landmarks), and none beyond: the audit leaves it out
 *     memory            = base + bytes x ratings      of a worker that has one unit in hand
 *     one training      = sweeps x perSweep x ratings
 *
 * --measure measures an audit of small worlds and the memory of larger ones on this machine: one to two minutes of a core.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { auditDefaults, contender, runAudit } from '../build/audit/index.js';
import { loadKernels } from '../build/runtime/index.js';
import { createWorld } from '../build/worlds/index.js';

const { values } = parseArgs({
  options: {
    'per-person': { type: 'string', default: '166' },
    measure: { type: 'boolean', default: false },
    /** One size, in a process of its own, so that the peak of memory belongs to it. */
    one: { type: 'string' },
  },
});

/** Processor seconds of audits without the stack: an invented world (--measure), and MovieLens 1M (docs/performance.md). */
const SMALL = { ratings: 11_981, seconds: 21.7 };
const LARGE = { ratings: 1_000_209, seconds: 425 };
/** Of the stack on MovieLens 1M, all folds (docs/performance.md). */
const STACK = { people: 5419, seconds: 143 };
/** Seconds per rating of a sweep of ALS at 20 dimensions on one core (docs/performance.md). */
const SWEEP = (81e6 / 993_202) * 1e-9;
/** Peaks of two processes with one unit in hand at a time (--measure): ratings, and bytes. */
const PEAKS = [
  { ratings: 490_075, bytes: 210_923_520 },
  { ratings: 2_004_340, bytes: 452_870_144 },
];
/** Typed arrays of Node 20 have at most this many entries, and rows of a matrix are counted in 32 bits. */
const MOST_RATINGS = 2 ** 32;

const { folds, transductive, training } = auditDefaults;
const RATE = (folds * STACK.people ** 3) / 3 / STACK.seconds;
const PER_RATING = (LARGE.seconds - SMALL.seconds) / (LARGE.ratings - SMALL.ratings);
const START = SMALL.seconds - PER_RATING * SMALL.ratings;
const BYTES = (PEAKS[1].bytes - PEAKS[0].bytes) / (PEAKS[1].ratings - PEAKS[0].ratings);
const BASE = PEAKS[0].bytes - BYTES * PEAKS[0].ratings;

if (values.one !== undefined) await measureOne(JSON.parse(values.one));
else if (values.measure) measureAll();
else printTable(Number(values['per-person']));

function stackSeconds(people) {
  const n = (people * (folds - 1)) / folds;
  const { exactPeople, landmarks, mostPeople } = transductive;
  if (n <= exactPeople) return (folds * n ** 3) / 3 / RATE;
  return n <= mostPeople ? (folds * n * landmarks ** 2) / RATE : 0;
}

function printTable(perPerson) {
  console.log('| ratings | people | one audit, core-hours | memory of a worker | one training, core-hours | where |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (let power = 5; power <= 11; power++) {
    const ratings = 10 ** power;
    const people = ratings / perPerson;
    const audit = (START + PER_RATING * ratings + stackSeconds(people)) / 3600;
    const bytes = BASE + BYTES * ratings;
    const sweeps = (training.iterations * SWEEP * ratings) / 3600;
    const fits = ratings < MOST_RATINGS;
    const cells = [
      `10^${power}`,
      short(people),
      fits ? short(audit) : '–',
      fits ? size(bytes) : '–',
      short(sweeps),
      placeFor(ratings, bytes),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function placeFor(ratings, bytes) {
  if (ratings >= MOST_RATINGS) return 'training by Spark; audit of a sample of people';
  if (bytes < 1e9) return '`ulterior audit` on any computer';
  if (bytes < 8e9) return '`ulterior audit`, or several workers';
  return 'several workers, each with that memory';
}

/** Two digits that count. */
function short(number) {
  return number.toLocaleString('en', { maximumSignificantDigits: 2 });
}

function size(bytes) {
  return bytes < 1e9 ? `${short(bytes / 1e6)} MB` : `${short(bytes / 1e9)} GB`;
}

async function measureOne({ users, items, perUser, lean }) {
  const { dataset } = createWorld({ users, items, ratingsPerUser: perUser, minimumPerUser: 20, dimension: 10 }, 1);
  const settings = lean
    ? {
        folds: 10,
        maxQuestions: 1,
        fullHistory: [],
        contenders: [contender('random')],
        shuffled: [],
        permutations: 0,
        heldOut: 0,
        resamples: 50,
      }
    : { fullHistory: auditDefaults.fullHistory.filter((name) => name !== 'stack') };
  const before = process.cpuUsage();
  const tools = { kernels: loadKernels(), source: 'a world', finished: () => '' };
  await runAudit(dataset, { attribute: 'type', ...settings }, tools);
  const { user, system } = process.cpuUsage(before);
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ ratings: dataset.ratings.count, seconds: (user + system) / 1e6, peak }));
}

function measureAll() {
  const self = fileURLToPath(import.meta.url);
  const one = (spec) =>
    JSON.parse(execFileSync(process.execPath, [self, '--one', JSON.stringify(spec)], { encoding: 'utf8' }));
  for (const users of [150, 300]) {
    const { ratings, seconds } = one({ users, items: 300, perUser: 80 });
    console.log(`an audit without the stack, ${ratings} ratings: ${seconds.toFixed(1)} processor seconds`);
  }
  for (const users of [3000, 12_000]) {
    const { ratings, peak } = one({ users, items: 2000, perUser: 166, lean: true });
    console.log(`memory on one thread, ${ratings} ratings: ${(peak / 1e6).toFixed(0)} MB`);
  }
}
