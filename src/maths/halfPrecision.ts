/** Numbers of two bytes, as embeddings are sometimes stored. */

/** IEEE half precision: one sign bit, five bits of exponent, ten of mantissa. */
export function fromHalf(bits: number): number {
  const [sign, exponent, mantissa] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15));
}

/** bfloat16: the upper half of a number in single precision. */
export function fromBrainHalf(bits: number): number {
  return new Float32Array(Uint32Array.of(bits * 2 ** 16).buffer)[0]!;
}
