/** All commands, one file each, as one program that can be parsed without being run. */
import { Command } from 'commander';
import { VERSION } from '../version/index.ts';
import { addAudit } from './audit/audit.ts';
import { addDemo } from './audit/demo.ts';
import { addCheck } from './check/check.ts';
import { addDescribe } from './data/describe.ts';
import { addFetch } from './data/fetch.ts';
import { addDesign } from './defence/design.ts';
import { addDetect } from './defence/detect.ts';
import { addProtect } from './defence/protect.ts';
import { addAdvise } from './interview/advise.ts';
import { addAsk } from './interview/ask.ts';
import { addRecommendations } from './recommenders/recommendations.ts';
import { addBench } from './reproduce/bench.ts';
import { addReport } from './reproduce/report.ts';
import { addReproduce } from './reproduce/reproduce.ts';
import { addKeys } from './service/keys.ts';
import { addServe, addWork } from './service/serve.ts';
import { addStore } from './service/store.ts';
import { requireBaseline } from './shared/gateOptions.ts';
import { loadNamedPlugins } from './shared/pluginOption.ts';
import { requireWritableOutputs } from './shared/writableOutputs.ts';
import { addTrain } from './train/train.ts';
import { addTune } from './train/tune.ts';

export function createProgram(): Command {
  const program = new Command('ulterior')
    .description('What do rating questions reveal about the person who answers, how fast, and what helps?')
    .version(VERSION)
    .showHelpAfterError('(add --help for examples)')
    .exitOverride()
    .hook('preAction', (_, command) => requireWritableOutputs(command))
    .hook('preAction', (_, command) => requireBaseline(command))
    .hook('preAction', (_, command) => loadNamedPlugins(command));
  addDemo(program);
  addFetch(program);
  addDescribe(program);
  addAudit(program);
  addDesign(program);
  addProtect(program);
  addCheck(program, createProgram);
  addReport(program);
  addReproduce(program);
  addAsk(program);
  addAdvise(program);
  addDetect(program);
  addTrain(program);
  addTune(program);
  addRecommendations(program);
  addServe(program);
  addWork(program);
  addKeys(program);
  addStore(program);
  addBench(program);
  return program;
}
