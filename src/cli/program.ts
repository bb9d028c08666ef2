/** All commands, one file each, as one program that can be parsed without being run. */
import { Command } from 'commander';
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
import { loadNamedPlugins } from './pluginOption.ts';
import { addQuestionnaire } from './questionnaire.ts';
import { addReport } from './report.ts';
import { addReproduce } from './reproduce.ts';
import { addServe, addWork } from './serve.ts';
import { addStore } from './store.ts';
import { addTrain } from './train.ts';
import { addTune } from './tune.ts';
import { requireWritableOutputs } from './writableOutputs.ts';

export function createProgram(): Command {
  const program = new Command('ulterior')
    .description('What do rating questions reveal about the person who answers, how fast, and what helps?')
    .version(VERSION)
    .showHelpAfterError('(add --help for examples)')
    .exitOverride()
    .hook('preAction', (_, command) => requireWritableOutputs(command))
    .hook('preAction', (_, command) => loadNamedPlugins(command));
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
  addStore(program);
  addBench(program);
  return program;
}
