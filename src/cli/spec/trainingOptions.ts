/** How to train: flags of commands that train a model, keys of the spec of those that measure something. */
import type { Command } from 'commander';
import {
  type ChannelParameters,
  channelDefaults,
  type PresetName,
  parametersFrom,
  presets,
  type TrainingParameters,
  trainingSchema,
} from '../../factorization/index.ts';
import { filledIn, requireFit, schema } from '../../schema/index.ts';
import { wholeNumber } from '../shared/options.ts';
import { addSpecFlags, type FlagsOf, specFrom } from './specFlags.ts';

const FLAGS = { step: 'step', dimension: 'dimension', iterations: 'iterations' } as const;
/** What has no flag: keys of the file that `ulterior train --spec` names. */
const KEYS = ['profileRidge', 'biasRidge'] as const;

export interface TrainingFlags
  extends FlagsOf<TrainingParameters, typeof FLAGS>,
    Partial<Pick<TrainingParameters, (typeof KEYS)[number]>> {
  readonly preset: PresetName;
  readonly seed: number;
}

/** What is not given is as in the preset. */
export function addTrainingOptions(command: Command): Command {
  return addSpecFlags(addPresetOptions(command), trainingSchema, {}, FLAGS);
}

export function addPresetOptions(command: Command): Command {
  return command
    .option('--preset <name>', PRESET_WORDS, 'als')
    .option('--seed <number>', 'seed of everything random', wholeNumber, 1);
}

const PRESET_WORDS = 'paper (SGD, as published) or als';

export function trainingFrom({ preset, seed, profileRidge, biasRidge, ...flags }: TrainingFlags): TrainingParameters {
  return parametersFrom(preset, { seed, profileRidge, biasRidge, ...specFrom(FLAGS, flags) });
}

/** The training in a spec: all of it, or what differs from a preset. */
export interface TrainingSettings extends Partial<TrainingParameters> {
  readonly preset?: PresetName;
}

export const trainingKeys = schema.fieldsOf<TrainingSettings>({
  preset: schema.about(
    `What the other values are if nothing else is said: ${PRESET_WORDS}.`,
    schema.oneOf(Object.keys(presets)),
  ),
  ...(trainingSchema.fields as Record<keyof TrainingParameters, (typeof trainingSchema.fields)[string]>),
});
export const usualTraining = { preset: 'als' };

export function trainingIn(given: TrainingSettings = {}, seed: number): TrainingParameters {
  requireFit(trainingKeys, given, 'training');
  const { preset = 'als', ...changes } = given;
  return parametersFrom(preset, { seed, ...changes });
}

/** The same for a model of channels, which has few settings. */
export function channelsIn(given: Partial<ChannelParameters> = {}, seed: number): ChannelParameters {
  return filledIn(channelDefaults, { seed, ...given });
}

/** Settings that training on channels has no use for; the preset counts where it is not the usual one. */
export const OF_RATINGS = ['preset', 'step', 'iterations', ...KEYS] as const;
export const notOfChannels = <Flags extends Partial<TrainingFlags>>(flags: Flags) => ({
  ...flags,
  preset: flags.preset === 'als' ? undefined : flags.preset,
});
