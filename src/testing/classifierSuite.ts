/**
 * What every classifier of whole histories must do. Those that read a factor model get one that is made up, so the checks
 * of what they find are left out for them.
 */

import assert from 'node:assert/strict';
import {
  type ClassifierData,
  type ClassifierDefinition,
  historyAt,
  packRows,
  type SparseRows,
  type SparseVector,
  selectRows,
} from '../inference/index.ts';
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

/** What every classifier of whole histories must do. */
export function classifierConformance(definition: ClassifierDefinition, framework: Framework): void {
  for (const types of [2, 3]) framework.describe(`${types} groups`, () => suiteFor(definition, types, framework));
}

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

  it('judges an empty history, and an item that nobody rated in training', () => {
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
  const testing = Array.from({ length: TESTING }, (_, n) => TRAINING + n);
  const weights = testing.map((row) => classifier.logWeights(historyAt(rows, row)));
  let total = 0;
  for (let type = 0; type < types; type++) {
    total += areaUnderCurve(
      weights.map((own) => logOddsAgainstRest(own, type)),
      testing.map((row) => (labels[row] === type ? 1 : 0)),
    );
  }
  return total / types;
}
