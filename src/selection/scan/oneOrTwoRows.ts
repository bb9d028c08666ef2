/** The strategies that predict answers know items with one observation row, or with two. */
import { UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';

export function requireOneOrTwoRows(name: string, model: FactorModel): void {
  const { channels } = model.rows;
  if (channels.length <= 2) return;
  throw new UlteriorError(
    'STRATEGY_UNSUITABLE',
    `the strategy "${name}" reads models with one or two observation rows per item; this one has ${channels.length}`,
    'use the strategy "maxGap", or a model of fewer channels',
    { strategy: name, channels },
  );
}
