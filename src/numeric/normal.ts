/**
 * The standard normal distribution, accurate in both tails.
 *
 * cdf and log cdf come from stdlib (through erfc and erfcx: Phi(-8) to 13 digits, log Phi(-1000) finite). Its quantile
 * returns -Infinity below about 1e-300, so that one is written here: Wichura's algorithm AS 241 (PPND16, Applied
 * Statistics 37, 1988), relative accuracy about 1e-16. Square root and stdlib's ln give the same bits on every engine.
 */

import ln from '@stdlib/math-base-special-ln';
import stdlibCdf from '@stdlib/stats-base-dists-normal-cdf';
import stdlibLogCdf from '@stdlib/stats-base-dists-normal-logcdf';

/** Phi(x). */
export function normalCdf(x: number): number {
  return stdlibCdf(x, 0, 1);
}

/** log Phi(x), finite far beyond the point where Phi itself underflows. */
export function logCdf(x: number): number {
  return stdlibLogCdf(x, 0, 1);
}

/** The x with Phi(x) = p; -Infinity and Infinity at 0 and 1, NaN outside. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  const fromCentre = p - 0.5;
  if (Math.abs(fromCentre) <= 0.425) {
    const r = 0.180625 - fromCentre * fromCentre;
    return (fromCentre * polynomial(CENTRE_NUMERATOR, r)) / polynomial(CENTRE_DENOMINATOR, r);
  }
  const tail = Math.sqrt(-ln(fromCentre < 0 ? p : 1 - p));
  const size =
    tail <= 5
      ? polynomial(MIDDLE_NUMERATOR, tail - 1.6) / polynomial(MIDDLE_DENOMINATOR, tail - 1.6)
      : polynomial(FAR_NUMERATOR, tail - 5) / polynomial(FAR_DENOMINATOR, tail - 5);
  return fromCentre < 0 ? -size : size;
}

type Coefficients = readonly [number, number, number, number, number, number, number, number];

/** Horner's rule, constant term first. */
function polynomial(c: Coefficients, x: number): number {
  return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
}

const CENTRE_NUMERATOR: Coefficients = [
  3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457,
  67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
];
const CENTRE_DENOMINATOR: Coefficients = [
  1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867, 39307.89580009271061,
  28729.085735721942674, 5226.495278852854561,
];
const MIDDLE_NUMERATOR: Coefficients = [
  1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504, 1.27045825245236838258,
  0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4,
];
const MIDDLE_DENOMINATOR: Coefficients = [
  1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
  0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9,
];
const FAR_NUMERATOR: Coefficients = [
  6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123, 0.026532189526576123093,
  0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
];
const FAR_DENOMINATOR: Coefficients = [
  1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
  1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15,
];
