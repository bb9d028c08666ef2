/** The nearest of 1, 2 and 5 times a power of ten, by ratio: a step that people read easily. `wanted` is above 0. */
export function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const off = (factor: number) => Math.abs(Math.log((factor * power) / wanted));
  const factor = [1, 2, 5, 10].reduce((best, one) => (off(one) < off(best) ? one : best));
  return factor * power;
}
