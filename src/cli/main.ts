#!/usr/bin/env node
/** The command line: one file per command. Exit status: 0 done, 1 our fault, 2 wrong call, 3 wrong data, 4 a gate. */
import { Command, CommanderError } from 'commander';
import { exitStatus, UlteriorError } from '../errors/index.ts';
import { VERSION } from '../factorization/index.ts';
import { addAdvise } from './advise.ts';
import { addAsk } from './ask.ts';
import { addAudit } from './audit.ts';
import { addBench } from './bench.ts';
import { addDefend } from './defend.ts';
import { addDemo } from './demo.ts';
import { addDescribe } from './describe.ts';
import { addDetect } from './detect.ts';
import { addFetch } from './fetch.ts';
import { addKeys } from './keys.ts';
import { addLeakMatrix } from './leakMatrix.ts';
import { showError } from './output.ts';
import { addQuestionnaire } from './questionnaire.ts';
import { addReport } from './report.ts';
import { addReproduce } from './reproduce.ts';
import { addServe, addWork } from './serve.ts';
import { addTrain } from './train.ts';
import { addTune } from './tune.ts';
import { requireWritableOutputs } from './writableOutputs.ts';

const program = new Command('ulterior')
  .description('What do rating questions reveal about the person who answers, how fast, and what helps?')
  .version(VERSION)
  .showHelpAfterError('(add --help for examples)')
  .exitOverride()
  .hook('preAction', (_, command) => requireWritableOutputs(command));
addDemo(program);
addFetch(program);
addDescribe(program);
addAudit(program);
addLeakMatrix(program);
addDefend(program);
addQuestionnaire(program);
addReport(program);
addReproduce(program);
addAsk(program);
addAdvise(program);
addDetect(program);
addTrain(program);
addTune(program);
addServe(program);
addWork(program);
addKeys(program);
addBench(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed what it had to say; help and version are no failures.
    process.exitCode = error.exitCode === 0 ? 0 : exitStatus.usage;
  } else {
    showError(error);
    process.exitCode = error instanceof UlteriorError ? exitStatus[error.kind] : exitStatus.fault;
  }
}
