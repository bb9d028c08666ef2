/**
 * Owen's function: the chance that two independent standard normal variables come out with X > h and 0 < Y < a X.
 *
 *     T(h, a) = (1 / 2 pi) integral from 0 to a of exp(-h^2 (1 + x^2) / 2) / (1 + x^2) dx                   [eq:owen]
 *
 * For |a| <= 1 by Gauss-Legendre with sixteen nodes, where the integrand is smooth (error below 1e-15); for larger ones
 * through T(h, a) + T(a h, 1 / a) = (Phi(-h) Phi(a h) + Phi(h) Phi(-a h)) / 2. Only h >= 0 is needed here.
 */
import { normalCdf } from '../../maths/index.ts';
import { uniformRule } from './gaussRule.ts';

const RULE = uniformRule(16);

/** Beyond this many standard deviations the integrand is nothing; the nodes are spent on what is nearer. */
const FAR = 9;

export function owensT(h: number, a: number): number {
  if (a < 0) return -owensT(h, -a);
  if (a <= 1) return near(h, a);
  if (a === Number.POSITIVE_INFINITY) return normalCdf(-h) / 2;
  const both = normalCdf(-h) * normalCdf(a * h) + normalCdf(h) * normalCdf(-a * h);
  return both / 2 - near(a * h, 1 / a);
}

function near(h: number, a: number): number {
  const end = Math.min(a, FAR / h);
  let mean = 0;
  for (let n = 0; n < RULE.nodes.length; n++) {
    const x = (end * (1 + RULE.nodes[n]!)) / 2;
    mean += (RULE.weights[n]! * Math.exp((-h * h * x * x) / 2)) / (1 + x * x);
  }
  return (Math.exp((-h * h) / 2) * end * mean) / (2 * Math.PI);
}
