/**
 * The public model of presence as a factor model that observes whether an item was seen: so the advisor, the ledger and the
 * designer of questionnaires know what it tells to say that one has not seen something. To a model of ratings alone a
 * skip tells nothing.
 *
 * Taste is about standard normal within groups. The mean chance of an item in a group, and how it moves with taste:
 *
 *     P_jg = E s(a_j + b_jg + w_j . u) = s((a_j + b_jg) c_j),    c_j = (1 + pi |w_j|^2 / 8)^-1/2            [eq:presence-factors]
 *     E(seen | u, g) = P_jg + c_j V_j w_j . u,                   V_j = P_j (1 - P_j), the noise
 *
 * with s the logistic function (MacKay's approximation), P_j the mean over groups. Rows are divided by sqrt V_j, so that all
 * have noise 1.
 */
import { channelDefaults, createModel, type FactorModel } from '../../factorization/index.ts';
import { VERSION } from '../../version/index.ts';
import type { PresenceModel } from './presenceModel.ts';

/** Nobody is surer than this of an item that was rated by nobody, or by everybody. */
const LEAST_CHANCE = 1e-4;

/** Of the first pass: of people who send everything as it is. */
export function presenceFactors(model: PresenceModel): FactorModel {
  const { groups, items, directions, scale, ratings, people } = model;
  const { intercepts, groupEffects, tasteEffects } = model.stages[0]!;
  const [count, types, width] = [items.size, groups.length, directions + 1];
  const profiles = new Float64Array(count * width);
  const biases = new Float64Array(count * types);
  const scales = new Float64Array(count);
  const counts = new Uint32Array(count * types);
  const means = new Float32Array(count);
  for (let item = 0; item < count; item++) {
    const slopes = tasteEffects.subarray(item * width, (item + 1) * width);
    const squares = slopes.reduce((sum, slope) => sum + slope * slope, 0);
    const shrink = 1 / Math.sqrt(1 + (Math.PI * squares) / 8);
    let mean = 0;
    for (let g = 0; g < types; g++) {
      const chance = 1 / (1 + Math.exp(-shrink * (intercepts[item]! + groupEffects[item * types + g]!)));
      biases[item * types + g] = chance;
      counts[item * types + g] = Math.round((chance * people) / types);
      mean += chance / types;
      means[item] = means[item]! + ratings[item * types + g]! / types;
    }
    const kept = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, mean));
    const deviation = Math.sqrt(kept * (1 - kept));
    scales[item] = 1 / deviation;
    for (let g = 0; g < types; g++) biases[item * types + g] = biases[item * types + g]! / deviation;
    for (let k = 0; k < width; k++) profiles[item * width + k] = shrink * deviation * slopes[k]!;
  }
  return createModel({
    // Beside a model of ratings of the same attribute the two must be told apart.
    attribute: `${model.attribute} (by what was seen)`,
    typeLabels: groups,
    typePriors: new Float64Array(types).fill(1 / types),
    dimension: width,
    rows: { channels: ['presence'], scales, profiles, biases },
    noiseVariance: 1,
    profileVariance: 1,
    items,
    scale,
    itemStatistics: { countsByType: counts, means, entropies: new Float32Array(count) },
    provenance: {
      version: VERSION,
      dataFingerprint: 'a public model of presence',
      users: people,
      ratings: 0,
      parameters: { ...channelDefaults, channels: ['presence'], dimension: width },
      noiseFrom: 'training',
      trainingErrors: [],
    },
  });
}
