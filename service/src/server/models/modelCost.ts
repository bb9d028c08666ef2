/**
 * What requests cost with a model, in steps that are counted before anything is worked out. Sizes that are each allowed
 * can together take a minute: so their products are bounded.
 *
 *     question   items x rows x (factors + 8 types)     every item is looked at for every question, on the event loop
 *     advice     items x factors^2                      the first advice with a model goes through its catalogue
 *     ledger     answers x levels of rating             each answer is compared with all that could have been said
 *
 * A step of a question takes about 0.1 microseconds, one of the advice 5 nanoseconds, one of the ledger 0.1 milliseconds.
 */
import { type FactorModel, levels, UlteriorError } from 'ulterior/service-parts';
import type { Limits } from '../common/limits.ts';

/** A type costs this many times what a factor does: its share is an exponential. */
const TYPE_STEPS = 8;
/** Answers to choose from on a continuous scale. */
const CONTINUOUS_LEVELS = 101;

export function requireModelCost(model: FactorModel, { questionSteps, adviceSteps }: Limits): void {
  const { items, typeLabels, dimension, rows } = model;
  const most = (what: string, steps: number, limit: number) => {
    if (steps <= limit) return;
    throw new UlteriorError(
      'UPLOAD_TOO_COSTLY',
      `${what} with the model takes ${steps} steps; at most ${limit} are allowed`,
      'train the model with fewer items, types or factors, or raise the limits of the service',
      { steps, limit },
    );
  };
  most('a question', items.size * rows.channels.length * (dimension + TYPE_STEPS * typeLabels.length), questionSteps);
  most('advice', items.size * dimension ** 2, adviceSteps);
}

export function requireLedgerCost({ scale }: FactorModel, answers: number, { ledgerSteps }: Limits): void {
  const steps = answers * (levels(scale).length || CONTINUOUS_LEVELS);
  if (steps <= ledgerSteps) return;
  throw new UlteriorError(
    'REQUEST_TOO_COSTLY',
    `the ledger of ${answers} answers takes ${steps} steps; at most ${ledgerSteps} are allowed`,
    'work it out elsewhere from the transcript: ulterior ask advise --transcript',
    { steps, limit: ledgerSteps },
  );
}
