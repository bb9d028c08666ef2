/**
 * Figures of the folds that an evaluation of defences has finished, as records that published-table.mjs reads:
 *
 *   npx ulterior audit ml-1m:data --attribute gender ... --defence ... --part 0/4 --output gender
 *   node scripts/published-fold.mjs --name ml-1m --folder data/ml-1m --attribute gender --checkpoints gender/checkpoints --output fold
 *
 * A fold of a large table takes long, and says by itself what its people tell: half of all where there are two. Bounds hold
 * for all attacks, on the people of these folds. Who is named is learned from other parts of the same people. There is no
 * control on shuffled labels.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAttacks } from '../build/audit/exposures/attackFigures.js';
import { dealIntoFolds } from '../build/audit/folds/index.js';
import { decodeFound, joinScores, scoresAt } from '../build/audit/folds/scoreTable.js';
import { openDataset } from '../build/datasets/index.js';
import { attacksFrom, measuredPeople, placesOf } from '../build/defence/evaluation/attackedSettings.js';
import { planDefences } from '../build/defence/evaluation/evaluateDefences.js';
import { UNDEFENDED } from '../build/defence/evaluation/exposures.js';
import { verdictOf } from '../build/defence/evaluation/verdict.js';
import { attributeOf, filterByCounts } from '../build/ratings/index.js';
import { loadKernels } from '../build/runtime/index.js';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'ml-1m' },
    folder: { type: 'string' },
    attribute: { type: 'string', default: 'gender' },
    least: { type: 'string', default: '20' },
    checkpoints: { type: 'string' },
    output: { type: 'string' },
  },
});
/** Naming is learned from other parts of the people than it is tried on. */
const PARTS = 5;

const { spec } = JSON.parse(readFileSync(join(options.checkpoints, 'identity.json'), 'utf8'));
const { dataset: read } = await openDataset({
  kind: 'known',
  name: options.name,
  folder: options.folder,
  attributes: [options.attribute],
});
const least = Number(options.least);
const { dataset: filtered } = filterByCounts(read, { minPerUser: least, minPerItem: least });
const { dataset, folds } = dealIntoFolds(filtered, spec.attribute, spec.folds, spec.seed, 'audit-folds');
const { values, labels } = attributeOf(dataset, spec.attribute);
const types = Uint8Array.from(values);

const done = planDefences(filtered, spec).units.flatMap(({ key, people }) => {
  const path = join(options.checkpoints, `${key}.part`);
  return key.startsWith('real') && existsSync(path) ? [{ people, scores: decodeFound(readFileSync(path)).scores }] : [];
});
const scores = joinScores(done, dataset.users.size);
const people = Uint32Array.from(done.flatMap((one) => [...one.people])).sort();
const evaluated = measuredPeople(dataset, folds, spec);
const parts = Uint16Array.from(folds.keys(), (person) => person % PARTS);
const settings = spec.defences.flatMap(({ name, strengths }) =>
  strengths.map((strength) => ({ id: `${name}@${strength}`, defence: name, strength, adoption: 1 })),
);
const places = placesOf(settings, () => [], evaluated).map((place) => ({ ...place, people }));
const dealings = [
  { variant: 'real', targets: new Map([[spec.attribute, { types, typeCount: labels.length }]]), scores },
];
const found = await findAttacks(
  places,
  { dealings, attackers: spec.attackers },
  { ...evaluated, folds: parts },
  { kernels: loadKernels() },
);
const { findings } = attacksFrom(found, evaluated);
const attacksOn = (defence) => findings.filter((one) => one.auc && one.defence === defence);

/** NDCG@10 of the ten items recommended, of everybody and by group. */
function worthOf({ id, ...place }) {
  const numbers = scoresAt(scores, { exposure: id });
  return ['oblivious', 'retrained'].flatMap((situation) => {
    const tops = numbers[`${situation}.topTens`];
    if (tops === undefined) return [];
    return [undefined, ...labels.keys()].map((group) => ({
      ...place,
      situation: situation === 'oblivious' ? 'undefended' : situation,
      group: group === undefined ? undefined : labels[group],
      topTen: {
        value: mean([...people].filter((one) => group === undefined || types[one] === group).map((one) => tops[one])),
      },
    }));
  });
}
const place = { target: spec.attribute, exposure: 'histories', variant: 'real' };
const records = {
  format: 'ulterior-defence',
  spec,
  data: {
    attribute: spec.attribute,
    users: people.length,
    labels: labels.map((label, group) => ({ label, users: people.filter((one) => types[one] === group).length })),
  },
  attackers: spec.attackers.map((id) => ({ id, label: id })),
  findings: [
    ...findings,
    ...worthOf({ ...place, id: UNDEFENDED }),
    ...settings.flatMap(({ id, defence, strength }) => worthOf({ ...place, id, defence, strength })),
  ],
  evaluations: settings.map(({ id, defence, strength }) => {
    const { changes } = scoresAt(scores, { exposure: id });
    // Changed, steps, added, withheld of each person.
    const [added, withheld] = [2, 3].map((at) => mean([...people].map((one) => changes[4 * one + at])));
    const verdict = verdictOf(attacksOn(undefined), attacksOn(defence), spec.attackers);
    return { defence, strength, changes: { added, withheld }, verdict };
  }),
};
mkdirSync(options.output, { recursive: true });
writeFileSync(join(options.output, 'records.json'), JSON.stringify(records));
console.log(`${people.length} people of ${done.length} of ${spec.folds} folds`);

function mean(numbers) {
  const known = numbers.filter(Number.isFinite);
  return known.reduce((sum, one) => sum + one, 0) / known.length;
}
