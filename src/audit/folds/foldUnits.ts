/**
 * Cross-validation as units: every case (the real labels, a shuffle of them, a setting) with every fold. A unit learns
 * from the people of the other folds and tests those of its own.
 */
import { type Together, withoutCopies } from '../../ratings/index.ts';
import type { Unit, WorkTools } from './plan.ts';

export interface FoldCase {
  /** The first part of the keys of its units. */
  readonly key: string;
}

export interface FoldMembers {
  /** Who is tested. */
  readonly people: Uint32Array;
  /** Everybody else; one of each set of copies. */
  readonly trainers: Uint32Array;
}

/** What is done with one case and one fold, and how the result becomes bytes and comes back. */
export interface FoldWork<Case, Found> {
  /** Of the dataset: of copies, one is learned from. */
  readonly together?: Together | undefined;
  readonly tasks: (of: Case, people: number, trainers: number) => number;
  readonly work: (of: Case, members: FoldMembers, tools: WorkTools) => Promise<Found>;
  readonly encode: (found: Found) => Uint8Array;
  readonly decode: (bytes: Uint8Array, of: Case) => Found | undefined;
}

export interface FoldUnit<Found> extends Unit<Found> {
  readonly people: Uint32Array;
}

/** `folds` has the fold of every user, from 0 to `count - 1`. */
export function foldUnits<Case extends FoldCase, Found>(
  cases: readonly Case[],
  folds: Uint16Array,
  count: number,
  { together, tasks, work, encode, decode }: FoldWork<Case, Found>,
): (Case & { readonly units: readonly FoldUnit<Found>[] })[] {
  const users = Uint32Array.from(folds.keys());
  const tested = Array.from({ length: count }, (_, fold) => users.filter((user) => folds[user] === fold));
  const unitOf = (of: Case, people: Uint32Array, fold: number): FoldUnit<Found> => ({
    key: `${of.key}-fold-${fold}`,
    people,
    tasks: tasks(of, people.length, users.length - people.length),
    work: async (tools) => {
      const others = users.filter((user) => folds[user] !== fold);
      const trainers = withoutCopies(others, together);
      return encode(await work(of, { people, trainers }, tools));
    },
    read: (bytes) => decode(bytes, of),
  });
  return cases.map((of) => ({ ...of, units: tested.map((people, fold) => unitOf(of, people, fold)) }));
}
