/**
 * Is a sequence of questions aimed at an attribute? The questions tell the values of the attribute apart by D_A^2
 * (aimRows.ts), before anyone answers; questions that aim at it have a larger one than questions drawn by any of the
 * benign policies. The p-value is the largest over the policies (nullPaths.ts).
 *
 * What is controlled, exactly: if the questionnaire was drawn by one of the policies of the family (or by one of them
 * picked at random), the probability of a p-value of at most a is at most a, for every a: after a number of questions
 * fixed in advance by `pValue`, at any time up to the horizon by `sequentialPValue`. The probability is over the
 * questionnaire and over the drawing of the comparison questionnaires together. Nothing is controlled for questionnaires
 * that no policy of the family draws: a fixed list of popular items is not one.
 *
 * Prepared once for a model and a horizon; the drawn questionnaires serve all checks, which cost O(n d^2) then.
 */
import { outOfRange, requireWithin, UlteriorError } from '../../../errors/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import type { BeliefOptions } from '../../../inference/index.ts';
import { type Executor, inlineExecutor } from '../../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { filledIn } from '../../../schema/index.ts';
import { AimPath } from './aimPath.ts';
import { type AimRows, aimRowsOf } from './aimRows.ts';
import { benignPathsTask } from './benignPathsTask.ts';
import { type BenignPolicy, benignPolicies, checkedWeights } from './benignPolicies.ts';
import { NullPaths } from './nullPaths.ts';

/** What the detector compares with, and how exactly. */
interface DetectorOptions {
  /** The most questions that a check may have; up to there, looking after every question stays controlled. */
  readonly horizon: number;
  /** Questionnaires to draw from each policy. */
  readonly samples: number;
  readonly seed: number;
  readonly policies: readonly BenignPolicy[];
  /** Ridge and prior of the attacker that is suspected; by default those of the model. */
  readonly beliefOptions?: BeliefOptions | undefined;
}

/** What the detector does where nothing is said. */
export const detectorDefaults: DetectorOptions = Object.freeze({
  horizon: 20,
  samples: 10_000,
  seed: 1,
  policies: benignPolicies,
});

/** What `prepareDetector` works with. */
export interface DetectorTools {
  readonly executor?: Executor | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** What the first n questions say. */
interface AimPoint {
  readonly questions: number;
  /** D_A^2. */
  readonly squaredSeparation: number;
  /** For a questionnaire whose length was fixed in advance. */
  readonly pValue: number;
  /** For anyone who looks after every question. */
  readonly sequentialPValue: number;
}

/** How far questions are aimed at one attribute. */
export interface AttributeAim {
  readonly attribute: string;
  /** After each question, the first first. */
  readonly points: readonly AimPoint[];
  /** The p-value of the whole questionnaire under each policy; the largest counts. */
  readonly byPolicy: readonly { readonly policy: string; readonly pValue: number }[];
}

/** Questionnaires to a task: few enough to show progress, many enough to be worth sending. */
const BATCH = 500;

/** Draws the questionnaires to compare with. The same seed gives the same detector, whatever the executor. */
export async function prepareDetector(
  model: FactorModel,
  options: Partial<DetectorOptions> = {},
  { executor = inlineExecutor, signal, onProgress }: DetectorTools = {},
): Promise<Detector> {
  const { horizon, samples, seed, policies, beliefOptions } = filledIn(detectorDefaults, options);
  requireWithin('horizon', horizon, { min: 1, max: model.items.size, whole: true });
  requireWithin('samples', samples, { min: 100, max: 10_000_000, whole: true });
  if (policies.length === 0) throw outOfRange('policies', 'empty', 'at least one benign policy');
  const rows = aimRowsOf(model, beliefOptions);
  const batches = Math.ceil(samples / BATCH);
  const units = policies.flatMap((policy) => {
    const weights = checkedWeights(policy, model, horizon);
    return Array.from({ length: batches }, (_, batch) => ({
      rows,
      weights,
      questions: horizon,
      seed,
      purpose: `benign-${policy.name}`,
      first: batch * BATCH,
      count: Math.min(BATCH, samples - batch * BATCH),
    }));
  });
  let done = 0;
  const onDone = () => onProgress?.({ done: ++done, total: units.length });
  const parts = await executor.run(benignPathsTask, units, { signal, onDone });
  const nulls = policies.map((_, policy) =>
    rows.attributes.map((_, at) => {
      const values = new Float64Array(samples * horizon);
      for (let batch = 0; batch < batches; batch++) {
        values.set(parts[policy * batches + batch]![at]!, batch * BATCH * horizon);
      }
      return new NullPaths(values, horizon);
    }),
  );
  return new Detector(model, horizon, policies, rows, nulls);
}

/** Tells whether questions are aimed at an attribute. `prepareDetector` makes one. */
export class Detector {
  readonly model: FactorModel;
  readonly horizon: number;
  readonly policies: readonly BenignPolicy[];
  readonly #rows: AimRows;
  /** By policy, then by attribute. */
  readonly #nulls: readonly (readonly NullPaths[])[];

  constructor(
    model: FactorModel,
    horizon: number,
    policies: readonly BenignPolicy[],
    rows: AimRows,
    nulls: readonly (readonly NullPaths[])[],
  ) {
    this.model = model;
    this.horizon = horizon;
    this.policies = policies;
    this.#rows = rows;
    this.#nulls = nulls;
    Object.freeze(this);
  }

  get attributes(): readonly string[] {
    return this.#rows.attributes.map(({ name }) => name);
  }

  /** What the questions, in the order they were asked, say about each attribute. */
  check(items: readonly ItemIndex[]): AttributeAim[] {
    this.#refuse(items);
    const path = new AimPath(this.#rows);
    const squared = this.attributes.map(() => new Float64Array(items.length));
    for (const [question, item] of items.entries()) {
      path.ask(item);
      for (const [at, values] of squared.entries()) values[question] = path.squared[at]!;
    }
    return squared.map((values, at) => {
      const { pValues, sequentialPValues } = this.judge(at, values);
      return {
        attribute: this.attributes[at]!,
        points: Array.from(values, (squaredSeparation, question) => ({
          questions: question + 1,
          squaredSeparation,
          pValue: pValues[question]!,
          sequentialPValue: sequentialPValues[question]!,
        })),
        byPolicy: this.policies.map(({ name }, policy) => ({
          policy: name,
          pValue: this.#nulls[policy]![at]!.pValues(values).at(-1)!,
        })),
      };
    });
  }

  /** P-values of D_A^2 of an attribute after each question: the largest over the policies. */
  judge(
    attribute: number,
    squared: ArrayLike<number>,
  ): { readonly pValues: Float64Array; readonly sequentialPValues: Float64Array } {
    return {
      pValues: largest(this.#nulls.map((nulls) => nulls[attribute]!.pValues(squared))),
      sequentialPValues: largest(this.#nulls.map((nulls) => nulls[attribute]!.sequentialPValues(squared))),
    };
  }

  /** The largest D_A^2 after that many questions that passes for benign at that level. */
  unnoticed(attribute: number, questions: number, level: number): number {
    return Math.max(...this.#nulls.map((nulls) => nulls[attribute]!.unnoticed(questions, level)));
  }

  /** The median D_A^2 after that many questions, under each policy. */
  medians(attribute: number, questions: number): number[] {
    return this.#nulls.map((nulls) => nulls[attribute]!.median(questions));
  }

  #refuse(items: readonly ItemIndex[]): void {
    const { size } = this.model.items;
    requireWithin('number of questions', items.length, { min: 1, max: this.horizon, whole: true });
    for (const [question, item] of items.entries()) {
      if (!(Number.isInteger(item) && item >= 0 && item < size)) {
        throw new UlteriorError(
          'ITEM_UNKNOWN',
          `question ${question + 1} is about item ${item}, which is not among the ${size} items of the model`,
          'pass item indexes of this model',
          { item, question: question + 1 },
        );
      }
      const first = items.indexOf(item);
      if (first === question) continue;
      throw new UlteriorError(
        'ITEM_ANSWERED_TWICE',
        `question ${question + 1} asks for "${this.model.items.title(itemIndex(item))}" again, as question ${first + 1} did`,
        'name each item once: asking again tells nothing new',
        { item, questions: [first + 1, question + 1] },
      );
    }
  }
}

/** At each place the largest of several arrays. */
function largest(arrays: readonly Float64Array[]): Float64Array {
  return arrays[0]!.map((_, at) => Math.max(...arrays.map((values) => values[at]!)));
}
