/** How many changes were noticed, of those that compile, with the interval that a sample deserves. */
import { normalQuantile } from '../../build/maths/index.js';

/** Wilson's interval of a share at 95%. */
export function wilson(hits, count) {
  const z = normalQuantile(0.975);
  const share = hits / count;
  const centre = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const reach = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return { low: centre - reach, high: centre + reach };
}

/** A change that makes the tests run on and on is noticed; one that does not compile is not counted. */
export function scoreOf(results) {
  const counted = results.filter(({ result }) => result !== 'does not compile');
  const noticed = counted.filter(({ result }) => result !== 'survived');
  const { low, high } = wilson(noticed.length, counted.length);
  const percent = (share) => `${(100 * share).toFixed(1)}%`;
  const share = percent(noticed.length / counted.length);
  return `${noticed.length} of ${counted.length} noticed, ${share} (95% interval ${percent(low)} to ${percent(high)})`;
}
