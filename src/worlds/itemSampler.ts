/**
 * Which items a user rates: drawn one after another by popularity, without replacement.
 *
 * Drawing with replacement and rejecting what was drawn before is fast until the user has most of the popular items.
 * After as many rejections as there are items, the rest is drawn at once: every item left gets an exponential waiting
 * time with its weight as rate, and those that come first are taken (Efraimidis and Spirakis, Information Processing
 * Letters 97, 2006). Both give exactly the same distribution, so the switch is a matter of speed alone.
 */

import type { RandomStream } from '../maths/index.ts';
import { createAliasTable } from './aliasTable.ts';

interface ItemSampler {
  /** Fills `into` with distinct items, ascending. */
  draw(stream: RandomStream, into: Uint32Array): void;
}

export function createItemSampler(weights: Float64Array): ItemSampler {
  const items = weights.length;
  const table = createAliasTable(weights);
  // An item is taken by the current user if it carries the current serial number: nothing to clear between users.
  const stamps = new Uint32Array(items);
  let serial = 0;

  const drawRest = (stream: RandomStream, into: Uint32Array, drawn: number) => {
    const times = weights.map((weight, item) =>
      stamps[item] === serial ? Number.POSITIVE_INFINITY : -Math.log(stream.uniform()) / weight,
    );
    const latest = times.slice().sort()[into.length - drawn - 1]!;
    let to = drawn;
    for (let item = 0; item < items && to < into.length; item++) if (times[item]! <= latest) into[to++] = item;
  };

  return {
    draw: (stream, into) => {
      serial++;
      let drawn = 0;
      for (let rejected = 0; drawn < into.length && rejected < items; ) {
        const item = table.draw(stream);
        if (stamps[item] === serial) {
          rejected++;
        } else {
          stamps[item] = serial;
          into[drawn++] = item;
        }
      }
      if (drawn < into.length) drawRest(stream, into, drawn);
      into.sort();
    },
  };
}

/** Relative popularity of the items: a power law over ranks, with ranks dealt out at random. Sums to 1. */
export function drawPopularity(items: number, exponent: number, stream: RandomStream): Float64Array {
  const ranks = stream.shuffle(Uint32Array.from({ length: items }, (_, rank) => rank + 1));
  const weights = Float64Array.from(ranks, (rank) => Math.exp(-exponent * Math.log(rank)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
