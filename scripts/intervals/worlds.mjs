/**
 * Worlds whose people are drawn anew for every seed, while the items stay what they are: only then does an attacker have
 * one expected AUC, which intervals can hold or miss. A pure function of setting and seed.
 *
 *     answer = mean_j + leak (of the group, or of the number) + two tastes + noise, rounded to 1 ... 5
 *
 * Where not everything is answered, the groups differ in what they answer, too. A second attribute, "other", is a coin.
 */
import { derive } from '../../build/maths/index.js';
import {
  attributeFromCodes,
  createDataset,
  createNumericAttribute,
  numberedVocabulary,
  ratingMatrixFromRows,
} from '../../build/ratings/index.js';

const TASTES = 2;
const NOISE = 0.9;

/** `shares`: of the groups; none for a number. `answered`: the share of items that a person answers, about. */
export function drawPeople({ items, shares, answered = 1, leak }, count, seed, purpose) {
  const catalogue = itemsOf(items, shares?.length ?? 1);
  const [values, indices, starts] = [[], [], [0]];
  const [types, coins, numbers] = [new Int32Array(count), new Int32Array(count), new Float64Array(count)];
  for (let person = 0; person < count; person++) {
    const stream = derive(seed, `coverage ${purpose}`, person);
    const [place, number, coin] = [stream.uniform(), stream.normal(), stream.below(2)];
    const type = shares === undefined ? 0 : groupAt(shares, place);
    const tastes = Array.from({ length: TASTES }, () => stream.normal());
    types[person] = type;
    coins[person] = coin;
    numbers[person] = 45 + 12 * number;
    for (const [item, { mean, leans, shows, weights, popularity }] of catalogue.entries()) {
      const [seen, noise] = [stream.uniform(), stream.normal()];
      if (answered < 1 && seen >= chance(answered, popularity + leak * shows[type])) continue;
      const lean = shares === undefined ? leans[0] * number : leans[type];
      const taste = weights.reduce((sum, weight, k) => sum + weight * tastes[k], 0);
      indices.push(item);
      values.push(Math.min(5, Math.max(1, Math.round(mean + leak * lean + taste + NOISE * noise))));
    }
    // Nobody answers nothing.
    if (indices.length === starts.at(-1)) {
      indices.push(stream.below(items));
      values.push(3);
    }
    starts.push(indices.length);
  }
  const rows = {
    starts: Uint32Array.from(starts),
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
  };
  return createDataset({
    users: numberedVocabulary(count, 'person-'),
    items: numberedVocabulary(items, 'item-'),
    ratings: ratingMatrixFromRows(count, items, rows),
    scale: { min: 1, max: 5, step: 1 },
    attributes:
      shares === undefined
        ? [createNumericAttribute('age', numbers)]
        : [
            attributeFromCodes('group', ['A', 'B', 'C'].slice(0, shares.length), types),
            attributeFromCodes('other', ['heads', 'tails'], coins),
          ],
  });
}

/** The same items for every seed. */
function itemsOf(count, groups) {
  return Array.from({ length: count }, (_, item) => {
    const stream = derive(7, 'coverage item', item);
    const several = () => Array.from({ length: groups }, () => stream.normal());
    return {
      mean: 3 + 0.5 * stream.normal(),
      popularity: 0.7 * stream.normal(),
      weights: Array.from({ length: TASTES }, () => 0.4 * stream.normal()),
      leans: several(),
      shows: several(),
    };
  });
}

function groupAt(shares, place) {
  let sum = 0;
  const at = shares.findIndex((share) => {
    sum += share;
    return place < sum;
  });
  return at < 0 ? shares.length - 1 : at;
}

function chance(share, logOdds) {
  return 1 / (1 + Math.exp(-(Math.log(share / (1 - share)) + logOdds)));
}
