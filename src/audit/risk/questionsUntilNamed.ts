/**
 * After how many questions people are named (statistics/naming.ts): how sure an attacker may be is learned anew after every
 * question, from people of other folds who answered as many.
 */
import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import type { ConfidenceCurve } from '../records/records.ts';
import { CERTAINTIES, namerOf } from './risk.ts';

interface Asked {
  readonly labels: readonly string[];
  /** Of everybody. */
  readonly types: Uint8Array;
  readonly folds: Uint16Array;
  readonly clusters?: ArrayLike<number> | undefined;
  readonly maxQuestions: number;
}

/** A curve for each certainty; a person is counted from the first question after which they are named. */
export function questionsUntilNamed(
  attacker: string,
  outcomes: Pick<Outcomes, 'logits' | 'lengths'>,
  { types, maxQuestions, ...setting }: Asked,
): ConfidenceCurve[] {
  const everyone = Uint32Array.from(types.keys());
  const firstNamed = CERTAINTIES.map(() => new Uint32Array(types.length));
  const right = CERTAINTIES.map(() => 0);
  for (let questions = 1; questions <= maxQuestions; questions++) {
    const people = everyone.filter((person) => outcomes.lengths[person]! >= questions);
    if (people.length === 0) break;
    const logitOf = logitsAt(outcomes, questions, maxQuestions, setting.labels.length);
    const { nameEach } = namerOf({ types, logitOf }, { ...setting, people });
    const weights = new Float64Array(people.length).fill(1);
    for (const [c, certainty] of CERTAINTIES.entries()) {
      for (const [n, group] of nameEach(weights, certainty).entries()) {
        const person = people[n]!;
        if (group < 0 || firstNamed[c]![person]! > 0) continue;
        firstNamed[c]![person] = questions;
        if (group === types[person]) right[c]!++;
      }
    }
  }
  return CERTAINTIES.map((confidence, c) => {
    const reached = Array.from({ length: maxQuestions + 1 }, (_, questions) => {
      return firstNamed[c]!.filter((first) => first > 0 && first <= questions).length / types.length;
    });
    const named = reached.at(-1)! * types.length;
    return { attacker, confidence, reached, right: named === 0 ? Number.NaN : right[c]! / named };
  });
}
