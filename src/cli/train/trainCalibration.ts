/**
 * `ulterior train --calibrate`: how far the confidence of the model is to be trusted. Four fifths of the training users
 * train a model like it, and the rest are interviewed by that one as `ulterior ask` would interview them.
 */
import type { Command } from 'commander';
import { auditSpec, type Contender, calibrate, contender } from '../../audit/index.ts';
import { outOfRange } from '../../errors/index.ts';
import {
  type CalibratedFor,
  type Calibration,
  channelDefaults,
  type FactorModel,
  type TrainingParameters,
  type TrainingTools,
} from '../../factorization/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { exactStrategyFor } from '../../selection/index.ts';

/** For which interviews it holds; keys of `--spec`. */
export interface CalibrationSpec {
  readonly strategy?: string;
  readonly ridge?: number;
  readonly protocol?: 'open' | 'rated';
  readonly questions?: number;
}

export interface CalibrationFlags extends CalibrationSpec {
  readonly calibrate?: boolean;
}

const QUESTIONS = 20;
const OF_CALIBRATION = ['strategy', 'ridge', 'protocol', 'questions'] as const;

export function addCalibrationOptions(command: Command): Command {
  return command.option(
    '--calibrate',
    'correct the stated confidence, using interviews of training users; --spec says of which kind',
  );
}

/** Settings that would be read in vain. */
export function checkCalibrationFlags(flags: CalibrationFlags): void {
  const given = OF_CALIBRATION.find((name) => flags[name] !== undefined);
  if (given !== undefined && !flags.calibrate) {
    throw outOfRange(`${given} in --spec`, flags[given], 'left out, or given together with --calibrate');
  }
}

/** `parameters` are those of models of ratings, which also predict; a model of channels says itself how it was trained. */
export async function calibrationFor(
  model: FactorModel,
  dataset: Dataset,
  kind: NonNullable<Contender['model']>,
  parameters: TrainingParameters,
  flags: CalibrationFlags,
  tools: TrainingTools,
): Promise<Calibration> {
  const { strategy = exactStrategyFor(model.typeLabels.length), ridge, questions = QUESTIONS } = flags;
  const { provenance } = model;
  const shrunken = provenance.shrunkenGaps !== undefined;
  const interviewer = contender(strategy, { model: kind, ridge, shrunken, calibrated: true });
  const spec = auditSpec({
    attribute: model.attribute,
    training: parameters,
    channels: provenance.parameters.solver === 'svd' ? provenance.parameters : channelDefaults,
    prior: 'training',
    protocol: flags.protocol ?? 'open',
    maxQuestions: questions,
    contenders: [interviewer],
    shuffled: [],
    seed: parameters.seed,
  });
  const found = await calibrate(spec.contenders, dataset, spec, { kernels: tools.kernels, executor: tools.executor });
  return found.get(interviewer.id)!;
}

/** What the calibration found, and what it holds for. */
export function calibrationText({ points, fittedFor }: Calibration): string {
  const { questions, slope } = points.at(-1)!;
  const held = fittedFor === undefined ? '' : ` It holds for ${interviewsOf(fittedFor)}.`;
  return `calibrated: after ${questions} answers they count ${slope.toFixed(2)} times what the model says.${held}`;
}

/** "the strategy separation, the ridge of the model, the open protocol" */
export function interviewsOf({ strategy, ridge, protocol }: Omit<CalibratedFor, 'people'>): string {
  return `the strategy ${strategy}, ${ridge === 'model' ? 'the ridge of the model' : `a ridge of ${ridge}`}, the ${protocol} protocol`;
}
