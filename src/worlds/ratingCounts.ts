/**
 * How many items each user rates: the minimum plus a log-normal number, cut off at the whole catalogue. Cutting off
 * lowers the mean, so the log-normal is shifted until the mean *after* cutting off is the one asked for. With
 * X ~ LogNormal(mu, sigma) and cap c
 *
 *     E min(X, c) = exp(mu + sigma^2/2) Phi((ln c - mu)/sigma - sigma) + c Phi((mu - ln c)/sigma),
 *
 * which rises with mu from 0 to c: bisection finds mu.
 */

import { derive, normalCdf, type RandomStream } from '../maths/index.ts';
import { refuseSpec, type WorldSpec } from './worldSpec.ts';

/** Starts of the users' rows: starts[u+1] - starts[u] ratings for user u. */
export function drawRowStarts(spec: WorldSpec, seed: number): Uint32Array {
  const draw = countDistribution(spec);
  const starts = new Uint32Array(spec.users + 1);
  let total = 0;
  for (let user = 0; user < spec.users; user++) {
    total += draw(derive(seed, 'world-count', user));
    starts[user + 1] = total;
  }
  if (total < spec.items || total >= 2 ** 32) {
    refuseSpec(
      'ratingsPerUser',
      spec.ratingsPerUser,
      `${spec.users} users then give ${total} ratings, but there must be one for each of ${spec.items} items, and fewer than 2^32`,
      total < spec.items ? 'raise ratingsPerUser or users, or lower items' : 'lower ratingsPerUser or users',
    );
  }
  return starts;
}

function countDistribution(spec: WorldSpec): (stream: RandomStream) => number {
  const { minimumPerUser, ratingsPerUser, countSpread, items } = spec;
  const mean = ratingsPerUser - minimumPerUser;
  const cap = items - minimumPerUser;
  // Rounding up or down at random, in proportion, keeps the mean.
  const wholeCount = (extra: number, stream: RandomStream) =>
    minimumPerUser + Math.min(cap, Math.floor(extra + stream.uniform()));
  if (mean === 0 || mean === cap || countSpread === 0) return (stream) => wholeCount(mean, stream);
  const location = logNormalLocation(mean, countSpread, cap);
  return (stream) => wholeCount(Math.min(cap, Math.exp(location + countSpread * stream.normal())), stream);
}

/** The mu with E min(X, cap) = mean, for 0 < mean < cap. */
function logNormalLocation(mean: number, spread: number, cap: number): number {
  // Without the cap this mu would be exact; with it, it is too low.
  let low = Math.log(mean) - spread ** 2 / 2;
  let high = low + 1;
  while (cappedMean(high, spread, cap) < mean) high += high - low;
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (cappedMean(middle, spread, cap) < mean) low = middle;
    else high = middle;
  }
  return high;
}

function cappedMean(location: number, spread: number, cap: number): number {
  const distance = (Math.log(cap) - location) / spread;
  return Math.exp(location + spread ** 2 / 2) * normalCdf(distance - spread) + cap * normalCdf(-distance);
}
