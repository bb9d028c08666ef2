/**
 * What a rival is: another way to attack in the open protocol, where any item may be asked and "haven't seen it" is an
 * answer. It is trained on the ratings and types of some people and then interviews others: it chooses each question
 * from the answers so far, and weighs the types. Nothing of a factor model goes into it.
 */
import { requireWithin, UlteriorError } from '../errors/index.ts';
import {
  type ClassifierState,
  checkAnswer,
  checkRows,
  type IncrementalClassifier,
  type SparseRows,
  type SparseVector,
  type TypeLabels,
  typeLabels,
  withProbabilities,
} from '../inference/index.ts';
import { type Answer, type Answered, type ItemIndex, itemIndex } from '../ratings/index.ts';
import type { Candidates, Strategy } from '../selection/index.ts';

/** What a rival may learn from. */
export interface RivalData {
  /** Training users x items; the values are ratings, and an item that was not rated was not seen. */
  readonly rows: SparseRows;
  /** The type of each training user. */
  readonly types: Uint8Array;
  readonly typeCount: number;
  /** How many questions the interviews may have. */
  readonly questions: number;
  /** For rivals that draw at random. */
  readonly seed?: number | undefined;
}

/** What training leaves behind: plain data, numbers and typed arrays, that can be sent to another thread. */
export interface RivalModel {
  /** Name of the rival it belongs to. */
  readonly rival: string;
  readonly types: number;
  readonly items: number;
}

/** An attacker of its own: it chooses the questions and judges the answers. */
export interface Rival {
  /** It ignores the belief. */
  readonly strategy: Strategy;
  readonly classifier: IncrementalClassifier;
}

/** A rival by its name: how it is trained, and how it interviews. */
export interface RivalDefinition<Model extends RivalModel = RivalModel, Options extends object = object> {
  readonly name: string;
  /** For people; the name if left out. */
  readonly label?: string;
  /** One line for people. */
  readonly summary: string;
  train(data: RivalData, options?: Options): Model;
  open(model: Model): Rival;
}

/** A rival as two functions of all answers so far. */
interface RivalRules {
  readonly name: string;
  readonly types: number;
  readonly items: number;
  /** An open item; there is at least one. */
  choose(candidates: Candidates, answers: readonly Answered[]): ItemIndex;
  /** Up to a constant; finite but for a type that did not occur in training. */
  logWeights(answers: readonly Answered[]): Float64Array;
}

export function rivalFrom({ name, types, items, choose, logWeights }: RivalRules): Rival {
  const added = (answers: readonly Answered[], one: Answered): readonly Answered[] => {
    checkAnswer(items, one.item, one.answer === 'skip' ? 0 : one.answer);
    return [...answers, one];
  };
  const state = (answers: readonly Answered[]): ClassifierState =>
    withProbabilities({
      logWeights: () => logWeights(answers),
      logWeightsWith: (item: number, rating: number) =>
        logWeights(added(answers, { item: itemIndex(item), answer: rating })),
      after: (item: number, answer: Answer) => state(added(answers, { item: itemIndex(item), answer })),
    });
  return {
    strategy: {
      name,
      next: (_, candidates, answers) => {
        if (candidates.openCount === 0) return undefined;
        // The list ascends: if its last item is known, all are.
        checkAnswer(items, candidates.items.at(-1)!, 0);
        return { item: choose(candidates, answers) };
      },
    },
    classifier: withProbabilities({
      name,
      types,
      begin: () => state([]),
      logWeights: ({ indices, values }: SparseVector) => {
        let answers: readonly Answered[] = [];
        for (let n = 0; n < indices.length; n++) {
          answers = added(answers, { item: itemIndex(indices[n]!), answer: values[n]! });
        }
        return logWeights(answers);
      },
    }),
  };
}

/** Refuses data that no rival can be trained on, and tells which types occur. */
export function checkRivalData({ rows, types, typeCount, questions }: RivalData): TypeLabels {
  requireWithin('questions', questions, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
  requireWithin('items', rows.columns, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
  checkRows(rows);
  return typeLabels(types, rows.rows, typeCount);
}

/** Refuses the model of another rival. */
export function checkRivalModel(name: string, model: RivalModel): void {
  if (model.rival === name) return;
  throw new UlteriorError(
    'MODEL_INVALID',
    `"${name}" was given a model of "${model.rival}"`,
    `train "${name}" itself`,
    {
      rival: name,
      model: model.rival,
    },
  );
}
