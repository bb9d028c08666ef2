/**
 * The question that tells most about one attribute, the target, while the model infers several: the item of smallest
 * expected risk of the target's most likely value (targetRisk.ts), whatever becomes known of the others. What is asked
 * depends on the answers even where the target has two values: they tell the other attributes too, and so what an answer
 * says about the target.
 *
 * The risk is computed for the items that separate the values of the target most (targetSeparation.ts), which is also
 * what tells risks apart that are equal but for rounding. Where the target is all that the model infers, the exact
 * strategies do the same without quadrature, and are used.
 */
import { outOfRange } from '../../errors/index.ts';
import { attributesOf } from '../../factorization/index.ts';
import { type Belief, logSums } from '../../inference/belief/index.ts';
import { softmax } from '../../maths/index.ts';
import { ROUNDING } from '../risk/riskRanking.ts';
import type { TargetValues } from '../risk/targetLine.ts';
import { targetRiskInPlane, targetRiskOnLine } from '../risk/targetRisk.ts';
import { targetSeparation } from '../risk/targetSeparation.ts';
import type { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { keptOverList } from '../scan/keptOverList.ts';
import { requireOneOrTwoRows } from '../scan/oneOrTwoRows.ts';
import { envelope } from './envelope.ts';
import { separation } from './separation.ts';
import type { StrategyDefinition } from './strategy.ts';

/** How many items are scored. Two values: what separates them most is nearly always best. More: the risk has a say. */
const SHORTLIST_OF_TWO = 8;
const SHORTLIST = 24;

export const targeted: StrategyDefinition = {
  name: 'targeted',
  label: 'Aimed at one attribute',
  summary: 'the question that tells most about one of several attributes',
  types: 'any',
  channels: 'any',
  service: ['interviews'],
  create: (context) => {
    const { model, target } = context;
    requireOneOrTwoRows(targeted.name, model);
    const joint = attributesOf(model);
    if (target === undefined && joint.attributes.length > 1) {
      const names = joint.attributes.map(({ name }) => name).join(', ');
      throw outOfRange('target', 'not given', `the name of one of the attributes that the model infers: ${names}`);
    }
    const at = target === undefined ? 0 : joint.indexOf(target);
    if (joint.attributes.length === 1) {
      const exact = joint.types === 2 ? separation : envelope;
      return { ...exact.create(context), name: targeted.name };
    }
    const values: TargetValues = { codes: joint.codes[at]!, values: joint.attributes[at]!.labels.length };
    const catalogueOver = keptOverList((items) => new Catalogue(model, items));
    return {
      name: targeted.name,
      next: (belief, candidates) => {
        const catalogue = catalogueOver(candidates);
        catalogue.moveTo(belief);
        const position = bestIn(catalogue, belief, candidates, values);
        return position === undefined ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};

function bestIn(
  catalogue: Catalogue,
  belief: Belief,
  candidates: Candidates,
  target: TargetValues,
): number | undefined {
  const { logWeights, parameters } = belief;
  const rank = targetSeparation(catalogue, logWeights, target, parameters.noiseVariance);
  const shortlist = candidates.largest(target.values === 2 ? SHORTLIST_OF_TWO : SHORTLIST, rank);
  const riskAt = targetRisks(catalogue, belief, target);
  const risks = shortlist.map(riskAt);
  const tied = Math.min(...risks) + ROUNDING * presentRisk(logWeights, target);
  // The shortlist begins with what separates most.
  return shortlist.find((_, place) => risks[place]! <= tied);
}

/** The expected risk of the target after the item at a position was asked, with the catalogue at this belief. */
export function targetRisks(
  { rows: [first, second], crosses }: Catalogue,
  belief: Belief,
  target: TargetValues,
): (position: number) => number {
  const { noiseVariance } = belief.parameters;
  const posterior = belief.posterior();
  const x = new Float64Array(posterior.length);
  const y = new Float64Array(posterior.length);
  return (at) => {
    const sd = Math.sqrt(noiseVariance * (1 + first!.spreads[at]!));
    for (let t = 0; t < x.length; t++) x[t] = first!.means[t]![at]! / sd;
    if (second === undefined) return targetRiskOnLine(posterior, target, x);
    // What the second row adds to the first, by the Cholesky factor of s2 (I + S).
    const slope = crosses[at]! / (1 + first!.spreads[at]!);
    const restSd = Math.sqrt(noiseVariance * (1 + second.spreads[at]! - crosses[at]! * slope));
    for (let t = 0; t < y.length; t++) y[t] = (second.means[t]![at]! - slope * sd * x[t]!) / restSd;
    return targetRiskInPlane(posterior, target, x, y);
  };
}

/** Probability that the most likely value of the target is wrong; exact also when it is tiny. */
function presentRisk(logWeights: ArrayLike<number>, { codes, values }: TargetValues): number {
  const masses = softmax(logSums(logWeights, codes, values));
  const best = masses.indexOf(Math.max(...masses));
  return masses.reduce((sum, mass, value) => sum + (value === best ? 0 : mass), 0);
}
