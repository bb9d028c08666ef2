/** `ulterior train`: data in, one model file out. */
import type { Command } from 'commander';
import { outOfRange } from '../../errors/index.ts';
import {
  type ChannelParameters,
  checkedChannelParameters,
  createModel,
  type FactorModel,
  shrinkGaps,
  type TrainingParameters,
  type TrainingTools,
  train,
  trainChannels,
  trained,
} from '../../factorization/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { loadKernels, openThreadPool, saveModel } from '../../runtime/index.ts';
import { addDataOptions, type DataFlags, openData, SOURCE_HELP } from '../shared/dataOptions.ts';
import { refuseFlags, refuseIdle, wholeNumber } from '../shared/options.ts';
import { count, print, trainingProgress, warn } from '../shared/output.ts';
import { keysHelp, settingsIntroduction } from '../spec/settings.ts';
import { addSpecOptions } from '../spec/specFile.ts';
import {
  addTrainingOptions,
  notOfChannels,
  OF_RATINGS,
  type TrainingFlags,
  trainingFrom,
} from '../spec/trainingOptions.ts';
import { OF_CHANCES, trainChances } from './chancesTrain.ts';
import { addItemVectorOptions, checkItemVectorFlags, type ItemVectorFlags, trainImported } from './importedTrain.ts';
import { trainNumber } from './numericTrain.ts';
import { addOutOfCoreOption, type OutOfCoreFlags, trainOutOfCore } from './outOfCoreTrain.ts';
import { addSparkOptions, checkSparkFlags, type SparkFlags, trainOnSpark } from './sparkTrain.ts';
import {
  addCalibrationOptions,
  type CalibrationFlags,
  calibrationFor,
  calibrationText,
  checkCalibrationFlags,
} from './trainCalibration.ts';
import { type ChancesSpec, readTrainSpec, trainKeys } from './trainSpec.ts';
import { addTune } from './tune.ts';

const MODELS = ['ratings', 'channels', 'presence', 'chances'] as const;
type ModelKind = (typeof MODELS)[number];

interface TrainFlags
  extends DataFlags,
    TrainingFlags,
    CalibrationFlags,
    ItemVectorFlags,
    SparkFlags,
    ChancesSpec,
    OutOfCoreFlags {
  /** There unless only a plan is written (checkSparkFlags). */
  readonly output: string;
  readonly model: string;
  readonly shrinkGaps?: boolean;
  readonly spec?: string;
  readonly set?: readonly string[];
  readonly threads?: number;
  readonly quiet?: boolean;
}

export function addTrain(program: Command): void {
  const group = addSpecOptions(
    addSparkOptions(
      addItemVectorOptions(
        addOutOfCoreOption(
          addCalibrationOptions(addTrainingOptions(addDataOptions(program.command('train').argument('<data>')))),
        ),
      ),
    ),
    trainKeys,
  )
    .description('train a model and write it to a file')
    .option('--output <file>', 'where to write the model (safetensors)')
    .option(
      '--model <kind>',
      `${MODELS.join(', ')}: what the model learns from; chances is for \`ulterior protect\``,
      'ratings',
    )
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      `${settingsIntroduction}\n${keysHelp([{ keys: trainKeys, defaults: {} }])}\n${SOURCE_HELP}\n\nExamples:\n  ulterior train ml-1m:data --attribute gender --preset paper --step 0.02 --output gender.safetensors\n  ulterior train ml-1m:data --attribute gender --model channels --output seen-and-rated.safetensors\n  ulterior train ml-1m:data --attribute gender --model channels --calibrate --output honest.safetensors\n  ulterior train ml-1m:data --attribute gender --item-vectors vectors.npz --output theirs.safetensors\n  ulterior train ratings-folder --users-table people.csv --attribute gender --out-of-core --output big.safetensors\n  ulterior train ml-1m:data --attribute gender --plan folder (docs/spark.md)`,
    )
    .action(async (data: string, given: TrainFlags) => {
      const flags = { ...given, ...(await readTrainSpec(given.spec, given.set)) };
      checkItemVectorFlags(flags);
      checkSparkFlags(flags);
      const parameters = trainingFrom(flags);
      const kind = kindOf(flags.model);
      checkCalibrationFlags(flags);
      if (flags.outOfCore) return trainOutOfCore(data, parameters, flags);
      const opened = await openData(data, flags);
      const { dataset, attribute } = opened;
      if (dataset.attributes.get(attribute)?.kind === 'numeric') {
        const model = flags.model === 'ratings' ? undefined : flags.model;
        const groupsOnly = ['model', 'shrinkGaps', 'calibrate', 'itemVectors', 'plan', 'spark'];
        refuseFlags({ ...flags, model }, groupsOnly, 'a number');
        return trainNumber(opened, flags);
      }
      if (kind === 'chances') {
        refuseIdle(flags, ['shrinkGaps', 'calibrate', 'itemVectors', 'dimension'], 'the model is of chances');
        refuseIdle(notOfChannels(flags), OF_RATINGS, 'the model is of chances');
        return trainChances(opened, flags);
      }
      refuseIdle(flags, OF_CHANCES, `the model is of ${kind}`);
      if (flags.plan !== undefined || flags.spark) {
        return trainOnSpark(opened, kind === 'ratings' ? parameters : channelsFrom(kind, flags), flags);
      }
      if (flags.itemVectors !== undefined) return trainImported(opened, flags.itemVectors, flags);
      const pool = openThreadPool(flags.threads);
      try {
        const onProgress = flags.quiet ? undefined : trainingProgress('training');
        const tools = { kernels: loadKernels('shared', warn), executor: pool, onProgress };
        const plain = await modelOf(dataset, attribute, kind, parameters, flags, tools);
        const calibration = flags.calibrate && (await calibrationFor(plain, dataset, kind, parameters, flags, tools));
        const model = calibration ? createModel({ ...plain, calibration }) : plain;
        await saveModel(flags.output, model);
        if (flags.quiet) return;
        const { users, ratings, trainingErrors } = model.provenance;
        print(
          `${flags.output}: ${model.typeLabels.join(', ')} (${attribute}), ${count(model.items.size)} items, profiles of length ${model.dimension}`,
          `trained on ${count(ratings)} ratings by ${count(users)} users; training error ${trainingErrors.at(-1)!.toFixed(4)}, noise variance ${model.noiseVariance.toFixed(4)}`,
        );
        if (calibration) print(calibrationText(calibration));
      } finally {
        await pool.close();
      }
    });
  addTune(group);
}

function kindOf(name: string): ModelKind {
  const kind = MODELS.find((known) => known === name);
  if (kind === undefined) throw outOfRange('--model', name, `one of ${MODELS.join(', ')}`);
  return kind;
}

/** Models of channels also learn from what people have not rated; they have fewer settings. */
async function modelOf(
  dataset: Dataset,
  attribute: string,
  kind: ModelKind,
  parameters: TrainingParameters,
  { shrinkGaps: shrink, ...flags }: TrainFlags,
  tools: TrainingTools,
): Promise<FactorModel> {
  if (kind === 'ratings') {
    const model = trained(await train(dataset, attribute, parameters, tools));
    return shrink ? shrinkGaps(model) : model;
  }
  if (shrink) throw outOfRange('shrinkGaps', 'given', `left out: only models of ratings have it, not ${kind}`);
  return trained(await trainChannels(dataset, attribute, channelsFrom(kind, flags), tools));
}

function channelsFrom(kind: ModelKind, { dimension, seed, ...flags }: TrainingFlags): ChannelParameters {
  refuseIdle(notOfChannels(flags), OF_RATINGS, `the model is of ${kind}`);
  return checkedChannelParameters({
    seed,
    dimension,
    ...(kind === 'presence' ? { channels: ['presence'] } : {}),
  });
}
