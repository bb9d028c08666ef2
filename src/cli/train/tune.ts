/** `ulterior train tune`: tries settings by cross-validation and prints them, the best first. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { auditDefaults, planTuning, runPlan, type Tuning } from '../../audit/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { trainingSchema } from '../../factorization/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { openCheckpoints } from '../../runtime/index.ts';
import { addDataOptions, type DataFlags, openData, SOURCE_HELP } from '../shared/dataOptions.ts';
import { longRun } from '../shared/longRun.ts';
import { numberList, wholeNumber } from '../shared/options.ts';
import { count, print } from '../shared/output.ts';
import { addPartOptions, PARTS_HELP, type PartFlags, runInParts } from '../shared/parts.ts';
import { addSpecFlags } from '../spec/specFlags.ts';
import { addPresetOptions, type TrainingFlags, trainingFrom } from '../spec/trainingOptions.ts';

interface TuneFlags extends DataFlags, TrainingFlags, PartFlags {
  readonly steps?: number[];
  readonly dimensions?: number[];
  readonly profileRidges?: number[];
  readonly biasRidges?: number[];
  readonly ridges: number[];
  readonly folds: number;
  readonly auditFold?: number;
  readonly auditFolds?: number;
  readonly output?: string;
  readonly threads?: number;
  readonly json?: boolean;
}

const HELP = `
Settings chosen on everyone have seen the people an audit tests on. With --audit-fold only the people on whom that fold of
the audit trains take part: the same people as in \`ulterior audit\` with the same data, filters, --seed and --folds (here
--audit-folds; --folds is the cross-validation among those people). Each fold of an audit tests on other people, so try
more than one and see whether they agree.

Examples:
  ulterior train tune ml-1m:data --attribute gender --min-user 20 --min-item 20 --preset paper --steps 0.01,0.02 --ridges 50,100,200 --audit-fold 1
  ulterior train tune world:demo --audit-folds 5 --audit-fold 2 --folds 3 --dimensions 4,8 --profile-ridges 1,10`;

export function addTune(train: Command): void {
  addSpecFlags(
    addPartOptions(addPresetOptions(addDataOptions(train.command('tune').argument('<data>')))),
    trainingSchema,
    {},
    { iterations: 'iterations' },
  )
    .description('choose training parameters and the classifier’s ridge by cross-validation')
    .option('--steps <list>', 'steps to try', numberList)
    .option('--dimensions <list>', 'dimensions to try', numberList)
    .option('--profile-ridges <list>', 'profile ridges to try', numberList)
    .option('--bias-ridges <list>', 'bias ridges to try', numberList)
    .option('--ridges <list>', 'ridges of the classifier to try', numberList, [1, 10, 100])
    .option('--folds <number>', 'folds of the cross-validation', wholeNumber, 3)
    .option(
      '--audit-fold <number>',
      'use only the people on whom this fold of an audit trains (the first is 1)',
      wholeNumber,
    )
    .option('--audit-folds <number>', `folds of that audit (default: ${auditDefaults.folds}, as there)`, wholeNumber)
    .option('--output <folder>', 'where finished parts are kept; run again to resume')
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--json', 'print JSON instead')
    .addHelpText('after', `${SOURCE_HELP}\n${PARTS_HELP}\n${HELP}`)
    .action(async (data: string, flags: TuneFlags) => {
      const base = trainingFrom(flags);
      const grid = {
        training: {
          ...(flags.steps ? { step: flags.steps } : {}),
          ...(flags.dimensions ? { dimension: flags.dimensions } : {}),
          ...(flags.profileRidges ? { profileRidge: flags.profileRidges } : {}),
          ...(flags.biasRidges ? { biasRidge: flags.biasRidges } : {}),
        },
        ridges: flags.ridges,
      };
      const auditFold = auditFoldFrom(flags);
      const { dataset, attribute, summary } = await openData(data, flags);
      const { folds, seed } = flags;
      const plan = planTuning(dataset, attribute, base, grid, { folds, seed, auditFold });
      const folder = folderFor(flags);
      const identity = { data: fingerprint(dataset, attribute), base, grid, folds, seed, auditFold };
      const checkpoints = folder === undefined ? undefined : await openCheckpoints(folder, identity);
      const tuning = await longRun({ doing: 'tuning', source: summary.source, checkpoints: folder }, flags, (tools) =>
        checkpoints === undefined ? runPlan(plan, tools) : runInParts(plan, { ...tools, checkpoints }, flags),
      );
      if (tuning === undefined) return;
      const { users, testUsers, results } = tuning;
      if (flags.json) {
        const who = auditFold === undefined ? { who: 'everybody' } : { who: 'training users', auditFold };
        const people = { ...who, users, testUsersLeftOut: testUsers };
        print(JSON.stringify({ attribute, seed, people, folds, results }, undefined, 2));
      } else print(...linesOf(tuning, attribute, flags, auditFold));
    });
}

/** Where finished parts are kept, if they are. */
function folderFor({ output, part }: TuneFlags): string | undefined {
  if (output !== undefined) return join(output, 'checkpoints');
  if (part === undefined) return undefined;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `--part needs a folder for the parts`,
    'add --output with a folder that all machines see',
    { parameter: '--output' },
  );
}

function auditFoldFrom({ auditFold, auditFolds }: TuneFlags): { folds: number; fold: number } | undefined {
  if (auditFold !== undefined) return { folds: auditFolds ?? auditDefaults.folds, fold: auditFold };
  if (auditFolds === undefined) return undefined;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    '--audit-folds has no effect without --audit-fold',
    `add --audit-fold with a whole number from 1 to ${auditFolds}`,
    { parameter: '--audit-fold' },
  );
}

function linesOf(
  { users, testUsers, results }: Tuning,
  attribute: string,
  { folds, seed }: TuneFlags,
  auditFold: { folds: number; fold: number } | undefined,
): string[] {
  const whom =
    auditFold === undefined
      ? [
          `${attribute} of all ${count(users)} people, ${folds} folds`,
          'An audit of the same people tests on some of those who took part here; --audit-fold leaves them out.',
        ]
      : [
          `${attribute} of the ${count(users)} people on whom fold ${auditFold.fold} of ${auditFold.folds} of an audit with seed ${seed} trains, ${folds} folds`,
          `The ${count(testUsers)} people on whom it tests took no part.`,
        ];
  const rows = results.map(({ auc, deviation, ridge, parameters }) => {
    const { solver, step, dimension, profileRidge, biasRidge } = parameters;
    const figure = Number.isNaN(auc) ? 'did not train' : `${auc.toFixed(4)} ± ${deviation.toFixed(4)}`;
    const settings = [
      ...(solver === 'sgd' ? [`step ${step}`] : []),
      `dimension ${dimension}`,
      `profile ridge ${profileRidge}`,
      `bias ridge ${biasRidge}`,
    ];
    return `${figure.padEnd(22)}  ${String(ridge).padStart(5)}   ${settings.join(', ')}`;
  });
  return [...whom, '', 'AUC (± sd over folds)   ridge   settings', ...rows];
}
