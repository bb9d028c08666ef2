/**
 * The standard normal distribution, accurate in both tails.
 *
 * The cdf comes from stdlib (through erfc: Phi(-8) to 13 digits). Its quantile
 * returns -Infinity below about 1e-300, so that one is written here: Wichura's algorithm AS 241 (PPND16, Applied
 * Statistics 37, 1988), relative accuracy about 1e-16. Square root and stdlib's ln give the same bits on every engine.
 */

import ln from '@stdlib/math-base-special-ln';
import stdlibCdf from '@stdlib/stats-base-dists-normal-cdf';

/** Phi(x). */
export function normalCdf(x: number): number {
  return stdlibCdf(x, 0, 1);
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
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const CENTRE_DENOMINATOR: Coefficients = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
];
const MIDDLE_NUMERATOR: Coefficients = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const MIDDLE_DENOMINATOR: Coefficients = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_NUMERATOR: Coefficients = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_DENOMINATOR: Coefficients = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];
