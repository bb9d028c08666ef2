/** A model of presence that found no group effects withholds nothing on account of the group, and must not look as if it did. */
import type { PresenceModel } from '../../defence/index.ts';
import { count, warn } from '../shared/output.ts';

export function warnIfGroupsAreAlike({ stages, people, attribute }: PresenceModel): void {
  if (stages.some(({ groupVariance }) => groupVariance > 0)) return;
  warn(
    `The ${count(people)} people of this model do not show, far enough beyond chance, that groups of ${attribute} rate different items. ` +
      'So nothing is withheld on account of the group. That is no proof that there is nothing to hide: a model of more people may show it.',
  );
}
