/**
 * One's own risk: how sure the attacker is of somebody, beside the people whom a calibrated model was tried on. For each number
 * of answers the calibration keeps how sure it was, as stated, of their most probable group: what 5%, 10%, ... 95% of them did
 * not exceed (calibration.ts).
 *
 * Being surer is not being right: a calibrated attacker that is 80% sure is wrong about one person in five.
 */
import type { CalibratedFor, Calibration, FactorModel } from '../../factorization/index.ts';
import { softmax } from '../../maths/index.ts';
import type { Belief } from './belief.ts';
import { answersHeard, statedLogWeights } from './calibration.ts';
import { startBelief } from './observe.ts';

/** How questions were chosen, and which could be. */
type Held = Pick<CalibratedFor, 'strategy' | 'protocol'>;

/** Whether interviews are like those that the model was calibrated with: it is honest for no others. */
export function heldAsCalibrated({ calibration, ...model }: FactorModel, belief: Belief, held: Held): boolean {
  const fitted = calibration?.fittedFor;
  if (fitted === undefined) return false;
  const asFitted = fitted.ridge === 'model' ? startBelief(model).parameters.ridge : fitted.ridge;
  return fitted.strategy === held.strategy && fitted.protocol === held.protocol && asFitted === belief.parameters.ridge;
}

/**
 * Of how many people, as a share in steps of a twentieth, the attacker was less sure after as many answers. Undefined where the
 * model has no figures for such an interview: it is not calibrated or for others, began from other shares of the groups, or has
 * heard nothing, or more than was tried.
 */
export function surerThan(model: FactorModel, belief: Belief, held: Held): number | undefined {
  const { calibration, typePriors } = model;
  const { prior } = belief.parameters;
  if (calibration === undefined || !heldAsCalibrated(model, belief, held)) return undefined;
  if (!Array.from(prior).every((share, type) => Math.abs(share - typePriors[type]!) < 1e-9)) return undefined;
  const known = surenessAt(calibration, answersHeard(model, belief));
  if (known === undefined) return undefined;
  // Their figures are rounded, and equal ones are not below.
  const sure = Math.max(...softmax(statedLogWeights(model, belief))) - 0.0005;
  return known.filter((other) => other < sure).length / (known.length + 1);
}

/** Between two numbers of answers the figures are, too. */
function surenessAt({ points }: Calibration, answers: number): readonly number[] | undefined {
  const at = points.findIndex(({ questions }) => questions >= answers);
  const right = points[at];
  if (right?.sureness === undefined) return undefined;
  if (right.questions === answers) return right.sureness;
  const left = points[at - 1];
  if (left?.sureness === undefined) return undefined;
  const share = (answers - left.questions) / (right.questions - left.questions);
  return right.sureness.map((value, step) => left.sureness![step]! + share * (value - left.sureness![step]!));
}
