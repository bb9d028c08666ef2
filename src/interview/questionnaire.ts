/**
 * A questionnaire compiled from a model: a fixed order of questions, and what turns the answers into a posterior without
 * any matrix, a dot product per question. It is exact, not an approximation, for two types and models that observe every
 * answer, a skip too: what separation asks next does not depend on the answers (../selection/strategies/separation.ts), and after
 * the first n questions the log odds are linear in the observations x,
 *
 *     log odds_n = log(prior_1 / prior_0) + w_n . (x - zbar),     w_n = (I + V V' / lam)^-1 gap / s2    [eq:compiled]
 *
 *   V  profiles of the observed rows      gap  z_1 - z_0, zbar their middle      lam  ridge      s2  noise variance
 *
 * The matrix of the first n questions is a corner of that of all, and so is its Cholesky factor: one factorization
 * serves every length. O(n^3) once; weights for every n make a file of O(n^2).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { requireWithin, UlteriorError } from '../errors/index.ts';
import { encodeModel, type FactorModel } from '../factorization/index.ts';
import {
  type BeliefOptions,
  calibrated,
  factoredRows,
  type ObservationRow,
  rowOf,
  startBelief,
} from '../inference/belief/index.ts';
import type { KernelRuntime } from '../kernels/index.ts';
import type { ItemIndex, RatingScale } from '../ratings/index.ts';
import { Candidates, chooseBatch } from '../selection/index.ts';

const QUESTIONNAIRE_FORMAT = 'ulterior-questionnaire';
const QUESTIONNAIRE_VERSION = 1;

/** What a question observes: 1 if the item was seen, else 0; the rating less the item's mean, 0 if it was not seen. */
type QuestionnaireChannel = 'presence' | 'centredRating';

/** A question of a fixed list, with the weights that turn the answers so far into a belief. */
interface CompiledQuestion {
  /** Id of the item in the model. */
  readonly item: string;
  readonly title: string;
  /** The item's mean rating: a centred rating is the rating less this. */
  readonly mean: number;
  /**
   * After this question the log odds of the second label are the constant plus the dot product of the weights and the
   * observations so far: one for each channel of the first question, of the second, and so on up to this one.
   */
  readonly constant: number;
  readonly weights: readonly number[];
}

/** A fixed list of questions with its weights: plain JSON. */
export interface Questionnaire {
  readonly format: typeof QUESTIONNAIRE_FORMAT;
  readonly version: typeof QUESTIONNAIRE_VERSION;
  readonly attribute: string;
  readonly labels: readonly [string, string];
  readonly prior: readonly [number, number];
  readonly ridge: number;
  readonly scale: RatingScale;
  readonly channels: readonly QuestionnaireChannel[];
  /** SHA-256 of the model's file. */
  readonly modelFingerprint: string;
  readonly questions: readonly CompiledQuestion[];
}

/** How many questions, and what the belief starts from. */
export interface QuestionnaireOptions extends BeliefOptions {
  /** How many questions. */
  readonly questions: number;
}

/**
 * The questions that an attacker would ask of everybody, in their order, with the weights that turn answers into a
 * belief. For two groups nothing is lost by that: the answers never change which question comes next.
 */
export function compileQuestionnaire(
  model: FactorModel,
  { questions, ...beliefOptions }: QuestionnaireOptions,
  tools: { readonly kernels?: KernelRuntime | undefined } = {},
): Questionnaire {
  const channels = compilable(model);
  requireWithin('questions', questions, { min: 1, max: model.items.size, whole: true });
  const belief = startBelief(model, beliefOptions);
  const { ridge, prior } = belief.parameters;
  const items = chooseBatch(model, belief, Candidates.all(model.items.size), questions, tools);
  const rows = items.flatMap((item) => channels.map((_, channel) => rowOf(model, item, channel)));
  const scales = items.flatMap((item) =>
    channels.map((_, channel) => model.rows.scales[item * channels.length + channel]!),
  );
  const weightsAfter = discriminants(rows, ridge, model.noiseVariance);
  return {
    format: QUESTIONNAIRE_FORMAT,
    version: QUESTIONNAIRE_VERSION,
    attribute: model.attribute,
    labels: [model.typeLabels[0]!, model.typeLabels[1]!],
    prior: [prior[0]!, prior[1]!],
    ridge,
    scale: model.scale,
    channels,
    modelFingerprint: bytesToHex(sha256(encodeModel(model))),
    questions: items.map((item, n) => {
      const weights = weightsAfter((n + 1) * channels.length);
      let middle = 0;
      for (const [at, weight] of weights.entries())
        middle += (weight * (rows[at]!.biases[0]! + rows[at]!.biases[1]!)) / 2;
      const { slope, offset } = calibrationAfter(model, prior, n + 1);
      return {
        ...named(model, item),
        constant: offset - slope * middle,
        weights: Array.from(weights, (weight, at) => slope * weight * scales[at]!),
      };
    }),
  };
}

/** The model's channels, if its order of questions is fixed. */
function compilable({ attribute, typeLabels, rows, calibration }: FactorModel): QuestionnaireChannel[] {
  const { channels } = rows;
  if (typeLabels.length !== 2) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `a questionnaire is compiled for two groups; the attribute "${attribute}" has ${typeLabels.length}`,
      'interview live with the strategy "envelope": with more groups the answers decide what comes next',
      { types: typeLabels.length },
    );
  }
  if (calibration?.points.some(({ bends = [] }) => bends.length > 0)) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      'a questionnaire is compiled for log odds that are linear in the answers; the calibration of this model bends',
      'fit a calibration without bends',
      { attribute },
    );
  }
  return channels.map((channel) => {
    if (channel !== 'rating') return channel;
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      'a questionnaire is compiled for models that observe skips; this one observes ratings only',
      'train a model of channels, or ask a list of your own with fixedList and measure what it loses',
      { channels },
    );
  });
}

function named(model: FactorModel, item: ItemIndex): Pick<CompiledQuestion, 'item' | 'title' | 'mean'> {
  return {
    item: model.items.id(item),
    title: model.items.title(item),
    mean: model.itemStatistics.means[item]!,
  };
}

/** w_n for the first n rows: (I + V V' / lam) w = gap / s2, of which the factor L and L^-1 gap serve all n. */
function discriminants(rows: readonly ObservationRow[], ridge: number, noiseVariance: number) {
  const size = rows.length;
  const factor = factoredRows(rows, ridge);
  const forward = new Float64Array(size);
  for (let a = 0; a < size; a++) {
    let sum = (rows[a]!.biases[1]! - rows[a]!.biases[0]!) / noiseVariance;
    for (let k = 0; k < a; k++) sum -= factor[a * size + k]! * forward[k]!;
    forward[a] = sum / factor[a * size + a]!;
  }
  return (count: number): Float64Array => {
    const weights = forward.slice(0, count);
    for (let a = count - 1; a >= 0; a--) {
      let sum = weights[a]!;
      for (let k = a + 1; k < count; k++) sum -= factor[k * size + a]! * weights[k]!;
      weights[a] = sum / factor[a * size + a]!;
    }
    return weights;
  };
}

/** Log odds = offset + slope x what the answers say: as they are, or as the model's calibration has it. */
function calibrationAfter({ calibration }: FactorModel, prior: ArrayLike<number>, questions: number) {
  const logPrior = [Math.log(prior[0]!), Math.log(prior[1]!)] as const;
  const logOdds = (evidence: number) => {
    const logWeights = [logPrior[0], logPrior[1] + evidence];
    const [low, high] = calibration ? calibrated(calibration, logWeights, prior, questions) : logWeights;
    return high! - low!;
  };
  const offset = logOdds(0);
  return { offset, slope: logOdds(1) - offset };
}
