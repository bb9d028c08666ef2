/** Stochastic gradient steps over runs of ratings, each run by one user. Letters: u user profile, v item profile, z type bias. */
import { dotLanes, sumLanes } from './vectors';

export function sgdRuns(
  runs: usize,
  runCount: i32,
  entries: usize,
  userProfiles: usize,
  itemProfiles: usize,
  typeBiases: usize,
  stride: i32,
  types: i32,
  step: f32,
  userDecays: usize,
  itemDecays: usize,
  biasDecays: usize,
): f64 {
  const bytes = (<usize>stride) << 2;
  let squaredError: f64 = 0;
  for (let run: i32 = 0; run < runCount; run++) {
    const user = load<u32>(runs);
    const type = load<u32>(runs, 4);
    const count = load<u32>(runs, 8);
    runs += 12;
    const u = userProfiles + <usize>user * bytes;
    const userDecay = v128.load32_splat(userDecays + ((<usize>user) << 2));
    for (let n: u32 = 0; n < count; n++) {
      const item = load<u32>(entries);
      const rating = load<f32>(entries, 4);
      entries += 8;
      const v = itemProfiles + <usize>item * bytes;
      const bias = (<usize>item * <usize>types + <usize>type) << 2;
      const z = load<f32>(typeBiases + bias);
      const e: f32 = rating - (sumLanes(dotLanes(u, v, bytes)) + z);
      squaredError += <f64>e * <f64>e;
      const move = step * e;
      store<f32>(typeBiases + bias, z * load<f32>(biasDecays + bias) + move);
      const moveLanes = f32x4.splat(move);
      const itemDecay = v128.load32_splat(itemDecays + ((<usize>item) << 2));
      for (let k: usize = 0; k < bytes; k += 16) {
        const oldU = v128.load(u + k);
        const oldV = v128.load(v + k);
        v128.store(u + k, f32x4.add(f32x4.mul(oldU, userDecay), f32x4.mul(moveLanes, oldV)));
        v128.store(v + k, f32x4.add(f32x4.mul(oldV, itemDecay), f32x4.mul(moveLanes, oldU)));
      }
    }
  }
  return squaredError;
}
