/**
 * D^2 of a list that grows question by question, for every pair of types: each adds its own squared separation, given
 * those before it. The belief absorbs any answer, because the separation does not contain it. O(d^2) per question and row.
 */
import type { FactorModel } from '../../../factorization/index.ts';
import { type Belief, rowOf, startBelief } from '../../../inference/index.ts';
import type { ItemIndex } from '../../../ratings/index.ts';
import { squaredSeparation } from '../../../selection/index.ts';
import { type LeakOptions, leakKind, typePairs } from './impliedLeak.ts';

export class LeakState {
  readonly model: FactorModel;
  readonly belief: Belief;
  /** D^2 of each pair of types. */
  readonly squares: Float64Array;

  private constructor(model: FactorModel, belief: Belief, squares: Float64Array) {
    this.model = model;
    this.belief = belief;
    this.squares = squares;
  }

  /** The empty list. */
  static start(model: FactorModel, { ridge }: LeakOptions = {}): LeakState {
    leakKind(model);
    const pairs = typePairs(model.typeLabels.length);
    return new LeakState(model, startBelief(model, { ridge }), new Float64Array(pairs.length));
  }

  after(item: ItemIndex): LeakState {
    const squares = Float64Array.from(this.squares);
    let belief = this.belief;
    for (const channel of this.model.rows.channels.keys()) {
      const row = rowOf(this.model, item, channel);
      const { means, spread } = belief.predict(row);
      let pair = 0;
      for (let s = 0; s < means.length; s++) {
        for (let t = s + 1; t < means.length; t++, pair++) {
          squares[pair]! += squaredSeparation(means[t]! - means[s]!, spread) / this.model.noiseVariance;
        }
      }
      belief = belief.after({ row, value: means[0]! });
    }
    return new LeakState(this.model, belief, squares);
  }

  /** Of the pair that lies farthest apart. */
  get squaredDistance(): number {
    return Math.max(...this.squares);
  }
}
