/**
 * What every classifier of whole histories must do. Those that read a factor model get one that is made up, so the checks
 * of what they find are left out for them.
 */

import assert from 'node:assert/strict';
import {
  type ClassifierData,
  type ClassifierDefinition,
  type HistoryAttacker,
  historyAt,
  historyCoordinates,
  packRows,
  type SparseRows,
  type SparseVector,
  selectRows,
  type TransductiveData,
  type TransductiveDefinition,
} from '../inference/index.ts';
import { twinRuntime } from '../kernels/index.ts';
import { derive, logOddsAgainstRest, softmax } from '../maths/index.ts';
import { areaUnderCurve } from './auc.ts';
import { between, type Framework, near, tryMany } from './framework.ts';
import { randomChannelModel, randomModel } from './models.ts';

const COLUMNS = 31;
/** Nobody rates it in training. */
const UNSEEN = COLUMNS - 1;
const TRAINING = 240;
const TESTING = 160;
const trainingRows = Array.from({ length: TRAINING }, (_, row) => row);
const testingRows = Array.from({ length: TESTING }, (_, n) => TRAINING + n);

/** What every classifier of whole histories must do, and every attacker that looks at everybody at once. */
export function classifierConformance(definition: HistoryAttacker, framework: Framework): void {
  for (const types of [2, 3]) {
    framework.describe(`${types} groups`, () =>
      definition.judge === undefined
        ? suiteFor(definition, types, framework)
        : transductiveSuite(definition, types, framework),
    );
  }
}

function transductiveSuite({ judge }: TransductiveDefinition, types: number, { it }: Framework): void {
  const { rows, labels } = planted(types, 1);
  const of = (own: Uint8Array, all = types) => transductiveData(rows, own.subarray(0, TRAINING), all);

  it('gives everyone one finite log weight per group, and the same again', async () => {
    const data = await of(labels);
    const before = structuredClone({ rows: data.rows, types: data.types, tested: data.tested });
    const logWeights = await judge(data);
    assert.equal(logWeights.length, TESTING * types);
    assert.ok(logWeights.every(Number.isFinite));
    assert.deepEqual(await judge(await of(labels)), logWeights);
    assert.deepEqual({ rows: data.rows, types: data.types, tested: data.tested }, before);
  });

  it('gives a group that did not occur in training probability 0, and the others all of it', async () => {
    const gapped = labels.map((type) => (type === 0 ? 0 : type + 1));
    const logWeights = await judge(await of(gapped, types + 1));
    for (let n = 0; n < TESTING; n++) {
      const probabilities = softmax(logWeights.subarray(n * (types + 1), (n + 1) * (types + 1)));
      assert.equal(probabilities[1], 0);
    }
  });

  it('finds a planted leak', async () => {
    const auc = aucOf(rowsOf(await judge(await of(labels)), types), labels, types);
    assert.ok(auc > 0.7, `the AUC must be above 0.7, it is ${auc}`);
  });

  it('finds nothing in shuffled labels', async () => {
    const shuffled = derive(5, 'shuffled labels').shuffle(labels.slice());
    near(aucOf(rowsOf(await judge(await of(shuffled)), types), shuffled, types), 0.5, 0.1);
  });
}

async function transductiveData(rows: SparseRows, types: Uint8Array, typeCount: number): Promise<TransductiveData> {
  const kernels = twinRuntime({ shared: false });
  return {
    rows: selectRows(rows, trainingRows),
    types,
    typeCount,
    seed: 1,
    tested: selectRows(rows, testingRows),
    coordinates: await historyCoordinates(rows, { implicit: { dimension: 4 }, directions: 4 }, { kernels }),
    limits: { exactPeople: 1000, landmarks: 100 },
    kernels,
  };
}

const rowsOf = (table: Float64Array, width: number) =>
  testingRows.map((_, n) => table.subarray(n * width, (n + 1) * width));

function suiteFor(definition: ClassifierDefinition, types: number, framework: Framework): void {
  const { it } = framework;
  const { rows, labels } = planted(types, 1);
  const data = dataFor(definition, rows, labels.subarray(0, TRAINING), types);
  const classifier = definition.train(data);
  const check = (test: (history: SparseVector) => void) =>
    tryMany(framework, 'classifier', 50, (stream) => {
      const times = [1, 10, 1e3, 1e6][stream.below(4)]!;
      const items = stream.shuffle(Array.from({ length: COLUMNS }, (_, item) => item));
      const indices = items.slice(0, between(stream, 0, COLUMNS)).sort((a, b) => a - b);
      // Ratings far off the scale stand in for thousands of ratings that agree.
      test({ indices, values: indices.map(() => times * between(stream, 1, 5)) });
    });

  it('gives one finite log weight per group for any history, however much points one way', () => {
    check((history) => {
      const logWeights = classifier.logWeights(history);
      assert.equal(logWeights.length, types);
      assert.ok(Array.from(logWeights).every(Number.isFinite), `finite, not ${Array.from(logWeights)}`);
    });
  });

  it('judges an empty history, and an item that no one rated in training', () => {
    for (const indices of [[], [0, 3, UNSEEN]]) {
      const logWeights = classifier.logWeights({ indices, values: indices.map(() => 4) });
      assert.ok(Array.from(logWeights).every(Number.isFinite));
    }
  });

  it('gives the same again, also when it is trained again, and leaves its data alone', () => {
    const before = structuredClone({ rows: data.rows, types: data.types });
    const again = definition.train(data);
    assert.deepEqual({ rows: data.rows, types: data.types }, before);
    check((history) => {
      const kept = structuredClone(history);
      assert.deepEqual(classifier.logWeights(history), classifier.logWeights(history));
      assert.deepEqual(again.logWeights(history), classifier.logWeights(history));
      assert.deepEqual(history, kept);
    });
  });

  it('gives a group that did not occur in training probability 0, and the others all of it', () => {
    // Type 1 becomes a gap: 0, (1), 2, ...
    const gapped = data.types.map((type) => (type === 0 ? 0 : type + 1));
    const wider = definition.train({ ...dataFor(definition, rows, gapped, types + 1), beliefOptions: {} });
    const probabilities = softmax(wider.logWeights({ indices: [1, 2, 8], values: [1, 3, 5] }));
    if (definition.model === undefined) assert.equal(probabilities[1], 0);
    near(
      probabilities.reduce((sum, value) => sum + value, 0),
      1,
      1e-9,
    );
  });

  if (definition.model !== undefined) return;

  it('finds a planted leak', () => {
    const auc = heldOutAuc(classifier, rows, labels, types);
    assert.ok(auc > 0.7, `the AUC must be above 0.7, it is ${auc}`);
  });

  it('finds nothing in shuffled labels', () => {
    const other = planted(types, 2);
    derive(5, 'shuffled labels').shuffle(other.labels);
    const blind = definition.train(dataFor(definition, other.rows, other.labels.subarray(0, TRAINING), types));
    near(heldOutAuc(blind, other.rows, other.labels, types), 0.5, 0.1);
  });
}

function dataFor(
  { model }: ClassifierDefinition,
  rows: SparseRows,
  types: Uint8Array,
  typeCount: number,
): ClassifierData {
  const made = model === 'channels' ? randomChannelModel : randomModel;
  return {
    rows: selectRows(rows, trainingRows),
    types,
    typeCount,
    seed: 1,
    model: model && made({ items: COLUMNS, dimension: 3, types: typeCount, seed: 1 }),
    beliefOptions: { prior: 'uniform' },
  };
}

/** People rate items of their own type more often. */
function planted(types: number, seed: number): { rows: SparseRows; labels: Uint8Array } {
  const stream = derive(seed, 'planted');
  const labels = Uint8Array.from({ length: TRAINING + TESTING }, () => stream.below(types));
  const histories = Array.from(labels, (type): SparseVector => {
    const indices: number[] = [];
    for (let item = 0; item < UNSEEN; item++) {
      if (stream.uniform() < (item % types === type ? 0.5 : 0.25)) indices.push(item);
    }
    return { indices, values: indices.map(() => 1 + stream.below(5)) };
  });
  return { rows: packRows(COLUMNS, histories), labels };
}

/** Mean over the types of the probability that somebody of the type scores above somebody of another. */
function heldOutAuc(
  classifier: ReturnType<ClassifierDefinition['train']>,
  rows: SparseRows,
  labels: Uint8Array,
  types: number,
): number {
  const weights = testingRows.map((row) => classifier.logWeights(historyAt(rows, row)));
  return aucOf(weights, labels, types);
}

function aucOf(weights: readonly Float64Array[], labels: Uint8Array, types: number): number {
  let total = 0;
  for (let type = 0; type < types; type++) {
    total += areaUnderCurve(
      weights.map((own) => logOddsAgainstRest(own, type)),
      testingRows.map((row) => (labels[row] === type ? 1 : 0)),
    );
  }
  return total / types;
}
