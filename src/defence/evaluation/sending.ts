/** What people send who defend themselves in one way. */
import { joinedNumbers, runTasks, type WorkTools } from '../../audit/index.ts';
import { encodeModel } from '../../factorization/index.ts';
import { joinRows, packRows, type SparseRows, selectRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { defenceNamed } from '../obfuscation/index.ts';
import type { PublicKnowledge } from './publicKnowledge.ts';
import { sendTask } from './sendTask.ts';
import type { DefenceSpec } from './spec.ts';

/** A defence at one strength, used by a share of the people. */
export interface DefenceSetting {
  readonly id: string;
  readonly defence: string;
  readonly strength: number;
  readonly adoption: number;
}

/** A row for each of the people. */
export interface Senders {
  readonly numbers: Uint32Array;
  readonly types: Uint8Array;
  /** What they have to send. */
  readonly ratings: SparseRows;
  /** What they also rated, where some is set aside to measure a recommender: no decoys. */
  readonly setAside?: SparseRows | undefined;
}

/** Small enough to show progress, large enough that a model is not decoded for a handful of people. */
const PEOPLE_PER_TASK = 256;

/** Positions 0 .. count - 1 in parts, cut by their number alone. */
export function parts(count: number): Uint32Array[] {
  return Array.from({ length: Math.ceil(count / PEOPLE_PER_TASK) }, (_, n) => {
    const from = n * PEOPLE_PER_TASK;
    return Uint32Array.from({ length: Math.min(PEOPLE_PER_TASK, count - from) }, (_, at) => from + at);
  });
}

/**
 * 1 for those who defend themselves. Drawn by a number of each person alone, so that those who defend themselves at one
 * share do so at every larger one.
 */
export function defendingAmong({ adoption }: DefenceSetting, numbers: Uint32Array, { seed }: DefenceSpec): Uint8Array {
  const adopts = (number: number) => adoption >= 1 || derive(seed, 'defence-adoption', number).uniform() < adoption;
  return Uint8Array.from(numbers, (number) => (adopts(number) ? 1 : 0));
}

export async function sendAll(
  cell: DefenceSetting,
  { numbers, types, ratings, setAside = nothingFor(ratings) }: Senders,
  { model, targets, presence, lists }: PublicKnowledge,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<{ sent: SparseRows; changes: Float64Array }> {
  const { defence, strength } = cell;
  const { ridge, prior, seed, sboThreshold } = spec;
  const definition = defenceNamed(defence);
  const defending = defendingAmong(cell, numbers, spec);
  const encoded = encodeModel(model);
  const units = parts(numbers.length).map((part) => ({
    defence,
    strength,
    spec: { ridge, prior, seed, sboThreshold },
    model: encoded,
    targets,
    presence: definition.presence && presence,
    lists: definition.lists && lists,
    defending: Uint8Array.from(part, (at) => defending[at]!),
    people: part.map((at) => numbers[at]!),
    types: Uint8Array.from(part, (at) => types[at]!),
    ratings: selectRows(ratings, part),
    heldOut: selectRows(setAside, part),
  }));
  const outcomes = await runTasks(sendTask, units, tools);
  return {
    sent: joinRows(outcomes.map((outcome) => outcome.sent)),
    changes: joinedNumbers(outcomes.map((outcome) => outcome.changes)),
  };
}

function nothingFor({ rows, columns }: SparseRows): SparseRows {
  return packRows(
    columns,
    Array.from({ length: rows }, () => ({ indices: [], values: [] })),
  );
}
