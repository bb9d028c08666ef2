/**
 * How per-item arrays that belong to one belief are brought to another: by the answers in between, where the one grew
 * out of the other; from the start otherwise (after an undo, say).
 */
import { type Belief, meansOf } from '../../inference/belief/index.ts';

/** What beliefs of every kind have in common: the one before. */
interface Grown<Kind> {
  readonly previous: Kind | undefined;
}

interface BeliefPath<Kind> {
  /** Whether to begin again from the belief without answers. */
  readonly restart: boolean;
  /** The beliefs to step to, in order. */
  readonly steps: readonly Kind[];
}

export function pathTo<Kind extends Grown<Kind>>(target: Kind, current: Kind | undefined): BeliefPath<Kind> {
  const steps: Kind[] = [];
  let belief = target;
  while (belief !== current && belief.previous !== undefined) {
    steps.push(belief);
    belief = belief.previous;
  }
  return { restart: belief !== current, steps: steps.reverse() };
}

/** What an answer changes in every item: c_j = v_j . w;  s_j -= c_j^2 / q;  m_jt += c_j e_t / q. */
interface StepEffect {
  readonly w: Float64Array;
  readonly q: number;
  readonly errors: Float64Array;
}

export function effectOf(step: Belief): StepEffect {
  const { gain: w, last } = step;
  const { row, value } = last!;
  let spread = 0;
  for (let k = 0; k < w.length; k++) spread += w[k]! * row.profile[k]!;
  return { w, q: 1 + spread, errors: meansOf(step.previous!, row).map((mean) => value - mean) };
}
