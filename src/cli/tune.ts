/** `ulterior tune`: tries settings by cross-validation and prints them, the best first. */
import type { Command } from 'commander';
import { tune } from '../audit/index.ts';
import { loadKernels, openThreadPool } from '../runtime/index.ts';
import { addDataOptions, type DataFlags, openData, SOURCE_HELP } from './dataOptions.ts';
import { numberList, wholeNumber } from './options.ts';
import { print, taskProgress, warn } from './output.ts';
import { addTrainingOptions, type TrainingFlags, trainingFrom } from './trainingOptions.ts';

interface TuneFlags extends DataFlags, TrainingFlags {
  readonly steps?: number[];
  readonly dimensions?: number[];
  readonly profileRidges?: number[];
  readonly ridges: number[];
  readonly folds: number;
  readonly threads?: number;
  readonly json?: boolean;
}

export function addTune(program: Command): void {
  addTrainingOptions(addDataOptions(program.command('tune').argument('<data>')))
    .description('choose training parameters and the classifier’s ridge by cross-validation')
    .option('--steps <list>', 'steps to try', numberList)
    .option('--dimensions <list>', 'dimensions to try', numberList)
    .option('--profile-ridges <list>', 'profile ridges to try', numberList)
    .option('--ridges <list>', 'ridges of the classifier to try', numberList, [1, 10, 100])
    .option('--folds <number>', 'folds', wholeNumber, 3)
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--json', 'print JSON instead')
    .addHelpText(
      'after',
      `${SOURCE_HELP}\n\nExamples:\n  ulterior tune ml-1m:data --attribute gender --preset paper --steps 0.002,0.01,0.02 --ridges 50,100,200`,
    )
    .action(async (data: string, flags: TuneFlags) => {
      const base = trainingFrom(flags);
      const grid = {
        training: {
          ...(flags.steps ? { step: flags.steps } : {}),
          ...(flags.dimensions ? { dimension: flags.dimensions } : {}),
          ...(flags.profileRidges ? { profileRidge: flags.profileRidges } : {}),
        },
        ridges: flags.ridges,
      };
      const { dataset, attribute } = await openData(data, flags);
      const pool = openThreadPool(flags.threads);
      try {
        const options = { folds: flags.folds, seed: flags.seed, onProgress: taskProgress('tuning') };
        const results = await tune(dataset, attribute, base, grid, options, {
          kernels: loadKernels('shared', warn),
          executor: pool,
        });
        if (flags.json) return print(JSON.stringify(results, undefined, 2));
        print('AUC (± sd over folds)   ridge   settings');
        for (const { auc, deviation, ridge, parameters } of results) {
          const { step, dimension, profileRidge } = parameters;
          const figure = Number.isNaN(auc) ? 'did not train' : `${auc.toFixed(4)} ± ${deviation.toFixed(4)}`;
          print(
            `${figure.padEnd(22)}  ${String(ridge).padStart(5)}   step ${step}, dimension ${dimension}, profile ridge ${profileRidge}`,
          );
        }
      } finally {
        await pool.close();
      }
    });
}
