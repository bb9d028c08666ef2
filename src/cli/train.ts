/** `ulterior train`: data in, one model file out. */
import type { Command } from 'commander';
import { train, trained } from '../factorization/index.ts';
import { loadKernels, openThreadPool, saveModel } from '../runtime/index.ts';
import { addDataOptions, type DataFlags, openData, SOURCE_HELP } from './dataOptions.ts';
import { wholeNumber } from './options.ts';
import { count, print, trainingProgress, warn } from './output.ts';
import { addTrainingOptions, type TrainingFlags, trainingFrom } from './trainingOptions.ts';

export function addTrain(program: Command): void {
  addTrainingOptions(addDataOptions(program.command('train').argument('<data>')))
    .description('train a model and write it to a file')
    .requiredOption('--output <file>', 'where to write the model (safetensors)')
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      `${SOURCE_HELP}\n\nExamples:\n  ulterior train ml-1m:data --attribute gender --preset paper --step 0.02 --output gender.safetensors`,
    )
    .action(
      async (
        data: string,
        flags: DataFlags & TrainingFlags & { output: string; threads?: number; quiet?: boolean },
      ) => {
        const parameters = trainingFrom(flags);
        const { dataset, attribute } = await openData(data, flags);
        const pool = openThreadPool(flags.threads);
        try {
          const onProgress = flags.quiet ? undefined : trainingProgress('training');
          const tools = { kernels: loadKernels('shared', warn), executor: pool, onProgress };
          const model = trained(await train(dataset, attribute, parameters, tools));
          await saveModel(flags.output, model);
          if (flags.quiet) return;
          const { users, ratings, trainingErrors } = model.provenance;
          print(
            `${flags.output}: ${model.typeLabels.join(', ')} (${attribute}), ${count(model.items.size)} items, profiles of length ${model.dimension}`,
            `trained on ${count(ratings)} ratings by ${count(users)} users; training error ${trainingErrors.at(-1)!.toFixed(4)}, noise variance ${model.noiseVariance.toFixed(4)}`,
          );
        } finally {
          await pool.close();
        }
      },
    );
}
