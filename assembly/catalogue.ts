/** The catalogue scan after an answer. Letters as in src/kernels/contract/kernels.ts: c_j = v_j . w, q = 1 + s of the answered row. */
import { dotLanes, sumLanesOfFour } from './vectors';

/** c = v . w for four consecutive rows at once. */
@inline
function dotFourRows(rows: usize, w: usize, bytes: usize): v128 {
  return sumLanesOfFour(
    dotLanes(rows, w, bytes),
    dotLanes(rows + bytes, w, bytes),
    dotLanes(rows + 2 * bytes, w, bytes),
    dotLanes(rows + 3 * bytes, w, bytes),
  );
}

export function advanceGaps(
  count: i32,
  stride: i32,
  profiles: usize,
  spreads: usize,
  gaps: usize,
  open: usize,
  w: usize,
  inverseQ: f32,
  gapStep: f32,
  slack: f32,
  shortlist: usize,
  capacity: i32,
): i32 {
  const bytes = (<usize>stride) << 2;
  const inverse = f32x4.splat(inverseQ);
  const step = f32x4.splat(gapStep);
  const one = f32x4.splat(1);
  const closed = f32x4.splat(-1);
  let threshold = f32x4.splat(0);
  let best: f32 = 0;
  let listed: i32 = 0;
  for (let j: i32 = 0; j < count; j += 4) {
    const at = (<usize>j) << 2;
    const c = dotFourRows(profiles, w, bytes);
    profiles += bytes << 2;
    const s = f32x4.sub(v128.load(spreads + at), f32x4.mul(f32x4.mul(c, c), inverse));
    const gap = f32x4.add(v128.load(gaps + at), f32x4.mul(c, step));
    v128.store(spreads + at, s);
    v128.store(gaps + at, gap);
    // One byte per item, 0 or 255: two sign extensions make a lane mask of it.
    const mask = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(open + j)));
    const score = v128.bitselect(f32x4.div(f32x4.mul(gap, gap), f32x4.add(one, s)), closed, mask);
    if (v128.any_true(f32x4.ge(score, threshold))) {
      // Lanes can only be picked by constants, so the four scores are spilled behind the shortlist and read back.
      v128.store(shortlist + ((<usize>capacity) << 2), score);
      for (let lane: i32 = 0; lane < 4; lane++) {
        const value = load<f32>(shortlist + ((<usize>(capacity + lane)) << 2));
        if (value >= f32x4.extract_lane(threshold, 0)) {
          if (listed < capacity) store<i32>(shortlist + ((<usize>listed) << 2), j + lane);
          listed++;
          if (value > best) {
            best = value;
            threshold = f32x4.splat(best * slack);
          }
        }
      }
    }
  }
  return listed;
}
