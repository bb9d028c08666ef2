/** The kernels on exactly the data that native/reference.c makes for itself, number for number. */
import type { loadKernels } from 'ulterior';

type Kernels = ReturnType<typeof loadKernels>;

/** The linear congruential generator of the C program. */
function generator(): () => number {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.fround((state >>> 8) / 2 ** 24);
  };
}

export interface SgdShape {
  readonly users: number;
  readonly items: number;
  readonly ratings: number;
  readonly dimension: number;
}

/** Prepares the ratings; each call of the result runs one epoch and returns its sum of squared errors. */
export function sgdLikeReference(kernels: Kernels, shape: SgdShape): () => number {
  const { dimension: d } = shape;
  const memory = kernels.allocate({
    runs: { type: 'u32', length: 3 * shape.users },
    entries: { type: 'u32', length: 2 * shape.ratings },
    users: { type: 'f32', length: shape.users * d },
    items: { type: 'f32', length: shape.items * d },
    biases: { type: 'f32', length: shape.items * 2 },
    userDecays: { type: 'f32', length: shape.users },
    itemDecays: { type: 'f32', length: shape.items },
    biasDecays: { type: 'f32', length: shape.items * 2 },
  });
  const { runs, entries, users, items, biases, userDecays, itemDecays, biasDecays } = memory.arrays;
  const ratings = new Float32Array(entries.buffer as ArrayBuffer, entries.byteOffset, entries.length);
  const uniform = generator();
  for (let user = 0; user < shape.users; user++) {
    const from = Math.floor((user * shape.ratings) / shape.users);
    runs.set([user, user % 2, Math.floor(((user + 1) * shape.ratings) / shape.users) - from], 3 * user);
  }
  for (let n = 0; n < shape.ratings; n++) {
    entries[2 * n] = Math.floor(Math.fround(uniform() * shape.items));
    ratings[2 * n + 1] = 1 + Math.floor(Math.fround(uniform() * 5));
  }
  for (const profiles of [users, items]) {
    for (let n = 0; n < profiles.length; n++) profiles[n] = Math.fround(0.2) * Math.fround(uniform() - 0.5);
  }
  for (const decays of [userDecays, itemDecays, biasDecays]) decays.fill(0.999);
  return () =>
    memory.kernels.sgdRuns(
      runs.byteOffset,
      shape.users,
      entries.byteOffset,
      users.byteOffset,
      items.byteOffset,
      biases.byteOffset,
      d,
      2,
      0.01,
      userDecays.byteOffset,
      itemDecays.byteOffset,
      biasDecays.byteOffset,
    );
}

/** Prepares the catalogue; each call absorbs the same answer again, and returns and closes the item it chooses. */
export function catalogueLikeReference(kernels: Kernels, count: number, d: number): () => number {
  const memory = kernels.allocate({
    profiles: { type: 'f32', length: count * d },
    spreads: { type: 'f32', length: count },
    gaps: { type: 'f32', length: count },
    open: { type: 'u8', length: count },
    w: { type: 'f32', length: d },
    shortlist: { type: 'u32', length: 1028 },
  });
  const { profiles, spreads, gaps, open, w, shortlist } = memory.arrays;
  const uniform = generator();
  for (let n = 0; n < profiles.length; n++) profiles[n] = uniform() - 0.5;
  spreads.fill(1);
  for (let j = 0; j < count; j++) gaps[j] = uniform() - 0.5;
  for (let k = 0; k < d; k++) w[k] = Math.fround(0.01) * Math.fround(uniform() - 0.5);
  open.fill(255);
  return () => {
    const listed = memory.kernels.advanceGaps(
      count,
      d,
      profiles.byteOffset,
      spreads.byteOffset,
      gaps.byteOffset,
      open.byteOffset,
      w.byteOffset,
      0.9,
      0.01,
      1,
      shortlist.byteOffset,
      1024,
    );
    // With a slack of one each listed item was the best so far: the last one is the best of all.
    const choice = shortlist[listed - 1]!;
    open[choice] = 0;
    return choice;
  };
}
