/**
 * The catalogue scan after an answer that was observed twice, for items with two rows. Letters as in
 * src/kernels/contract/kernels.ts: va, vb the item's rows; w1, w2 the two steps.
 *
 * Items come in blocks of four whose numbers lie side by side, so that four items fill the lanes of a vector, a dot
 * product needs no sum over lanes, and the scan reads three streams from front to back.
 */
export function advanceGapsOfTwo(
  count: i32,
  dimension: i32,
  profiles: usize,
  state: usize,
  open: usize,
  steps: usize,
  gapStep1: f32,
  gapStep2: f32,
  slack: f32,
  shortlist: usize,
  capacity: i32,
): i32 {
  const bytes = (<usize>dimension) << 2;
  const t1 = f32x4.splat(gapStep1);
  const t2 = f32x4.splat(gapStep2);
  const one = f32x4.splat(1);
  const closed = f32x4.splat(-1);
  const stepsEnd = steps + bytes;
  let threshold = f32x4.splat(0);
  let best: f32 = 0;
  let listed: i32 = 0;
  for (let j: i32 = 0; j < count; j += 4) {
    let a1 = f32x4.splat(0);
    let a2 = f32x4.splat(0);
    let b1 = f32x4.splat(0);
    let b2 = f32x4.splat(0);
    for (let w = steps; w < stepsEnd; w += 4) {
      const va = v128.load(profiles);
      const vb = v128.load(profiles, 16);
      const w1 = v128.load32_splat(w);
      const w2 = v128.load32_splat(w + bytes);
      a1 = f32x4.add(a1, f32x4.mul(va, w1));
      a2 = f32x4.add(a2, f32x4.mul(va, w2));
      b1 = f32x4.add(b1, f32x4.mul(vb, w1));
      b2 = f32x4.add(b2, f32x4.mul(vb, w2));
      profiles += 32;
    }
    const sa = f32x4.sub(v128.load(state), f32x4.add(f32x4.mul(a1, a1), f32x4.mul(a2, a2)));
    const sb = f32x4.sub(v128.load(state, 16), f32x4.add(f32x4.mul(b1, b1), f32x4.mul(b2, b2)));
    const sab = f32x4.sub(v128.load(state, 32), f32x4.add(f32x4.mul(a1, b1), f32x4.mul(a2, b2)));
    const ga = f32x4.add(v128.load(state, 48), f32x4.add(f32x4.mul(a1, t1), f32x4.mul(a2, t2)));
    const gb = f32x4.add(v128.load(state, 64), f32x4.add(f32x4.mul(b1, t1), f32x4.mul(b2, t2)));
    v128.store(state, sa);
    v128.store(state, sb, 16);
    v128.store(state, sab, 32);
    v128.store(state, ga, 48);
    v128.store(state, gb, 64);
    state += 80;
    const inverse = f32x4.div(one, f32x4.add(one, sa));
    const slope = f32x4.mul(sab, inverse);
    const rest = f32x4.sub(gb, f32x4.mul(ga, slope));
    const spread = f32x4.sub(f32x4.add(one, sb), f32x4.mul(sab, slope));
    const gain = f32x4.add(f32x4.mul(f32x4.mul(ga, ga), inverse), f32x4.div(f32x4.mul(rest, rest), spread));
    // One byte per item, 0 or 255: two sign extensions make a lane mask of it.
    const mask = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(open + j)));
    const score = v128.bitselect(gain, closed, mask);
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
