/** The flags that say how to train. */
import type { Command } from 'commander';
import {
  checkedParameters,
  type PresetName,
  parametersFrom,
  type TrainingParameters,
} from '../../factorization/index.ts';
import { positiveNumber, wholeNumber } from './options.ts';

export interface TrainingFlags {
  readonly preset: PresetName;
  readonly step?: number;
  readonly dimension?: number;
  readonly iterations?: number;
  readonly profileRidge?: number;
  readonly biasRidge?: number;
  readonly seed: number;
}

export function addTrainingOptions(command: Command): Command {
  return command
    .option('--preset <name>', 'paper (SGD, as published) or als', 'als')
    .option('--step <number>', 'step size of SGD', positiveNumber)
    .option('--dimension <number>', 'length of the profiles', wholeNumber)
    .option('--iterations <number>', 'epochs of SGD, sweeps of ALS', wholeNumber)
    .option('--profile-ridge <number>', 'ridge on the profiles in training', positiveNumber)
    .option('--bias-ridge <number>', 'ridge on the group biases in training', positiveNumber)
    .option('--seed <number>', 'seed of everything random', wholeNumber, 1);
}

export function trainingFrom({ preset, seed, ...flags }: TrainingFlags): TrainingParameters {
  const { step, dimension, iterations, profileRidge, biasRidge } = flags;
  const given = Object.entries({ step, dimension, iterations, profileRidge, biasRidge }).filter(
    ([, value]) => value !== undefined,
  );
  return checkedParameters(parametersFrom(preset, { seed, ...Object.fromEntries(given) }));
}

/** Flags that training on channels has no use for; the preset counts where it is not the usual one. */
export const OF_RATINGS = ['preset', 'step', 'iterations', 'profileRidge', 'biasRidge'] as const;
export const notOfChannels = <Flags extends Partial<TrainingFlags>>(flags: Flags) => ({
  ...flags,
  preset: flags.preset === 'als' ? undefined : flags.preset,
});
