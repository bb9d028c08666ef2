/**
 * The hot loops of training and selection, as functions over byte addresses in one memory. The WebAssembly module's
 * exports have exactly this shape; `twin/` implements the same shape in plain TypeScript over the same bytes, with the
 * same order of single-precision operations, so that both give the same bits.
 *
 * Profiles are rows of `stride` floats: the dimension d padded with zeros to a multiple of four.
 */
export interface Kernels {
  /**
   * Absorbs one answer over the whole catalogue for two types, and lists the items that may be the best next question.
   *
   *     c_j = v_j . w        s_j -= c_j^2 inverseQ        gap_j += c_j gapStep        score_j = gap_j^2 / (1 + s_j)
   *
   * with w = P v and q = 1 + s of the answered row, inverseQ = 1/q, gapStep = -gap/q. An item j with open[j] = 255 is
   * listed when its score reaches `slack` times the best score so far, so that the list holds every item within
   * that factor of the best (and some more). `count` is a multiple of four; padding has open = 0.
   * The shortlist has room for capacity + 4 words. Returns how many items were listed, which may exceed `capacity`.
   * Reads 4 stride + 9 bytes and writes 8 bytes per item: bound by memory.
   */
  advanceGaps(
    count: number,
    stride: number,
    profiles: number,
    spreads: number,
    gaps: number,
    open: number,
    w: number,
    inverseQ: number,
    gapStep: number,
    slack: number,
    shortlist: number,
    capacity: number,
  ): number;

  /**
   * The same for items with two rows (va, vb), after an answer that was observed twice (w1, w2): absorbs both steps and
   * lists the items that may be the best next question, in one pass.
   *
   *     a_i = va . w_i   b_i = vb . w_i      sa -= a_1^2 + a_2^2   sb -= b_1^2 + b_2^2   sab -= a_1 b_1 + a_2 b_2
   *     ga += a_1 gapStep1 + a_2 gapStep2    gb += b_1 gapStep1 + b_2 gapStep2
   *     score = ga^2 / (1 + sa) + (gb - ga sab / (1 + sa))^2 / (1 + sb - sab^2 / (1 + sa))
   *
   * The steps (w1, then w2, `dimension` floats each) are P v / sqrt q of the observed rows, the gap steps -gap / sqrt q;
   * a step of zero changes nothing. Items come in blocks of four: in `profiles` a block holds, for each of the d
   * components, that of the four first rows and of the four second rows; in `state` it holds sa, sb, sab, ga, gb, four
   * of each. Marks, slack and shortlist are as in advanceGaps.
   * Reads 8 d + 21 bytes and writes 20 bytes per item: bound by memory.
   */
  advanceGapsOfTwo(
    count: number,
    dimension: number,
    profiles: number,
    state: number,
    open: number,
    steps: number,
    gapStep1: number,
    gapStep2: number,
    slack: number,
    shortlist: number,
    capacity: number,
  ): number;

  /**
   * One gradient step per rating, over runs of ratings by one user each. A run is three words (user, type, count), an
   * entry a word (item) and a float (rating). With e = rating - (u . v + z):
   *
   *     u <- u userDecay + step e v        v <- v itemDecay + step e u        z <- z biasDecay + step e
   *
   * all from the old values; a decay is 1 - step x ridge. Returns the sum of squared e, before each step.
   */
  sgdRuns(
    runs: number,
    runCount: number,
    entries: number,
    userProfiles: number,
    itemProfiles: number,
    typeBiases: number,
    stride: number,
    types: number,
    step: number,
    userDecays: number,
    itemDecays: number,
    biasDecays: number,
  ): number;

  /**
   * Exact least-squares step for the entities first..last-1, given their ratings (starts, others, values): users when
   * `joint` is 0 (their profile), items when `joint` is 1 (their profile and type biases together).
   * Returns the sum of squared residuals before the step, or -1 - index of the first entity whose system is singular.
   */
  alsStep(
    first: number,
    last: number,
    joint: number,
    starts: number,
    others: number,
    values: number,
    userTypes: number,
    ownProfiles: number,
    otherProfiles: number,
    typeBiases: number,
    dimension: number,
    stride: number,
    types: number,
    ridges: number,
    biasRidges: number,
    scratch: number,
  ): number;

  /**
   * Products of the rows of one block with the rows of another, added to a third:
   *
   *     target[r, c] += factor x sum over k < depth of left[r, k] right[c, k]
   *
   * Blocks are row-major with strides in floats; `depth` and the strides are multiples of four, rows and columns are any
   * number. The sum runs in slices of DOT_SLICE floats, each in four lanes that are added as (0 + 1) + (2 + 3), so that
   * a number does not depend on the tile it was computed in. The target may not overlap left or right.
   * Cost 2 x rows x columns x depth operations: bound by arithmetic.
   */
  dotTiles(
    rows: number,
    columns: number,
    depth: number,
    left: number,
    leftStride: number,
    right: number,
    rightStride: number,
    target: number,
    targetStride: number,
    factor: number,
  ): void;

  /**
   * Exact step of weighted implicit least squares for the entities first..last-1, given what each has seen (starts,
   * others) and the profiles y of the others:
   *
   *     (base + alpha x sum of y y' over the seen) x = (1 + alpha) x sum of y over the seen
   *
   * `base` (dimension x dimension doubles, upper triangle read) is Y'Y + ridge I over all others. Scratch as large as
   * that of an ALS step without types. Returns the first entity whose system is not positive definite, or -1.
   */
  implicitStep(
    first: number,
    last: number,
    starts: number,
    others: number,
    ownProfiles: number,
    otherProfiles: number,
    dimension: number,
    stride: number,
    base: number,
    alpha: number,
    scratch: number,
  ): number;

  /**
   * The same step by conjugate gradients: at most `steps` of them from the profile x as it is, towards the solution of
   *
   *     A x = (1 + alpha) x sum of y over the seen,    A = base + alpha x sum of y y' over the seen
   *
   * A is never made: A p = base p + alpha x sum of (y . p) y. `base` is stride x stride floats, the whole matrix, its
   * padding zero. An entity that has seen nothing gets zeros. Scratch is 3 x stride floats. Cost per step 4 x (seen + dimension / 2)
   * x dimension operations, against seen x dimension^2 of the exact one.
   */
  implicitGradients(
    first: number,
    last: number,
    starts: number,
    others: number,
    ownProfiles: number,
    otherProfiles: number,
    stride: number,
    base: number,
    alpha: number,
    steps: number,
    scratch: number,
  ): void;
}

/** The dimension padded to whole vectors of four floats. */
export function strideOf(dimension: number): number {
  return Math.ceil(dimension / 4) * 4;
}

/** Floats that dotTiles sums before it adds to the target; the same constant as in assembly/dotTiles.ts. */
export const DOT_SLICE = 512;

/** How many profiles an ALS step gathers before it adds their outer products; the same constant as in assembly/als.ts. */
const ALS_BATCH = 64;

/** Size of the scratch space of one ALS task. */
export function alsScratchBytes(dimension: number, types: number): number {
  const stride = strideOf(dimension);
  const unknowns = dimension + types;
  const singles = stride * stride + stride + types * stride + ALS_BATCH * stride;
  const doubles = 2 * types + unknowns * unknowns + unknowns;
  return 4 * singles + 8 * doubles + 64;
}
