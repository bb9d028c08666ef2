/** The flags that say how to train. */
import type { Command } from 'commander';
import {
  type ChannelParameters,
  channelDefaults,
  checkedParameters,
  type PresetName,
  parametersFrom,
  type TrainingParameters,
  trainingSchema,
} from '../../factorization/index.ts';
import { filledIn } from '../../schema/index.ts';
import { wholeNumber } from './options.ts';
import { addSpecFlags, type FlagsOf, specFrom } from './specFlags.ts';

const FLAGS = {
  step: 'step',
  dimension: 'dimension',
  iterations: 'iterations',
  profileRidge: 'profileRidge',
  biasRidge: 'biasRidge',
} as const;

export interface TrainingFlags extends FlagsOf<TrainingParameters, typeof FLAGS> {
  readonly preset: PresetName;
  readonly seed: number;
}

/** What is not given is as in the preset. */
export function addTrainingOptions(command: Command): Command {
  command.option('--preset <name>', 'paper (SGD, as published) or als', 'als');
  return addSpecFlags(command, trainingSchema, {}, FLAGS).option(
    '--seed <number>',
    'seed of everything random',
    wholeNumber,
    1,
  );
}

export function trainingFrom(flags: TrainingFlags): TrainingParameters {
  const { preset, seed } = flags;
  return checkedParameters(parametersFrom(preset, { seed, ...specFrom(FLAGS, flags) }));
}

export const OF_TRAINING = ['preset', ...Object.values(FLAGS)];

type IsGiven = (flag: string) => boolean;

/** Flags come after a spec; a preset that is named takes the place of all that the spec says of training. */
export function trainingOver(
  inSpec: TrainingParameters | undefined,
  flags: TrainingFlags,
  isGiven: IsGiven,
): TrainingParameters {
  if (inSpec === undefined || isGiven('preset')) return trainingFrom(flags);
  const names = [...Object.values(FLAGS), 'seed' as const].filter(isGiven);
  return { ...inSpec, ...Object.fromEntries(names.map((name) => [name, flags[name]])) };
}

/** The same for a model of channels, which has few settings. */
export function channelsOver(
  inSpec: Partial<ChannelParameters> | undefined,
  { dimension, seed }: Pick<TrainingFlags, 'dimension' | 'seed'>,
  isGiven: IsGiven,
): ChannelParameters {
  const own = inSpec?.seed === undefined || isGiven('seed') ? seed : inSpec.seed;
  return filledIn(channelDefaults, { ...inSpec, ...filledIn({}, { dimension }), seed: own });
}

/** Flags that training on channels has no use for; the preset counts where it is not the usual one. */
export const OF_RATINGS = ['preset', 'step', 'iterations', 'profileRidge', 'biasRidge'] as const;
export const notOfChannels = <Flags extends Partial<TrainingFlags>>(flags: Flags) => ({
  ...flags,
  preset: flags.preset === 'als' ? undefined : flags.preset,
});
