/**
 * Cross-validation as units: every case (the real labels, a shuffle of them, a setting) with every fold. A unit learns
 * from the people of the other folds and tests those of its own.
 */
import { type Together, withoutCopies } from '../../ratings/index.ts';
import type { FoundIn, Unit, WorkTools } from './plan.ts';
import { decodeFound, encodeFound, type FoldFound, joinScores, type ScoreTable } from './scoreTable.ts';

interface FoldCase {
  /** The first part of the keys of its units. */
  readonly key: string;
}

export interface FoldMembers {
  /** Who is tested. */
  readonly people: Uint32Array;
  /** Everybody else; one of each set of copies. */
  readonly trainers: Uint32Array;
}

/** What is done with one case and one fold. */
interface FoldWork<Case, Facts extends object> {
  /** Of the dataset: of copies, one is learned from. */
  readonly together?: Together | undefined;
  readonly tasks: (of: Case, people: number, trainers: number) => number;
  readonly work: (of: Case, members: FoldMembers, tools: WorkTools) => Promise<FoldFound<Facts>>;
}

export interface FoldUnit<Facts extends object = object> extends Unit<FoldFound<Facts>> {
  readonly people: Uint32Array;
}

/** `folds` has the fold of every user, from 0 to `count - 1`. */
export function foldUnits<Case extends FoldCase, Facts extends object>(
  cases: readonly Case[],
  folds: Uint16Array,
  count: number,
  { together, tasks, work }: FoldWork<Case, Facts>,
): (Case & { readonly units: readonly FoldUnit<Facts>[] })[] {
  const users = Uint32Array.from(folds.keys());
  const tested = Array.from({ length: count }, (_, fold) => users.filter((user) => folds[user] === fold));
  const unitOf = (of: Case, people: Uint32Array, fold: number): FoldUnit<Facts> => ({
    key: `${of.key}-fold-${fold}`,
    people,
    tasks: tasks(of, people.length, users.length - people.length),
    work: async (tools) => {
      const others = users.filter((user) => folds[user] !== fold);
      const trainers = withoutCopies(others, together);
      return encodeFound(await work(of, { people, trainers }, tools));
    },
    read: decodeFound<Facts>,
  });
  return cases.map((of) => ({ ...of, units: tested.map((people, fold) => unitOf(of, people, fold)) }));
}

/** Everybody's scores, from all folds of one case. */
export function scoresOfAll(units: readonly FoldUnit[], foundIn: FoundIn, everyone: number): ScoreTable {
  return joinScores(
    units.map((unit) => ({ people: unit.people, scores: foundIn(unit).scores })),
    everyone,
  );
}

/** A unit about everybody at once, of one task. */
export function factsUnit<Facts extends object>(key: string, work: (tools: WorkTools) => Promise<Facts>): Unit<Facts> {
  return {
    key,
    tasks: 1,
    work: async (tools) => encodeFound({ scores: new Map(), facts: await work(tools) }),
    read: (bytes) => decodeFound<Facts>(bytes)?.facts,
  };
}
