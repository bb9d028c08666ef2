/** All commands, one file each, as one program that can be parsed without being run. */
import type { Command } from 'commander';
import { addAudit } from './audit/audit.ts';
import { addDemo } from './audit/demo.ts';
import { addCheck } from './check/check.ts';
import { addReport } from './check/report.ts';
import { addDescribe } from './data/describe.ts';
import { addFetch } from './data/fetch.ts';
import { addDesign } from './defence/design.ts';
import { addProtect } from './defence/protect.ts';
import { addAsk } from './interview/ask.ts';
import { newProgram } from './overview.ts';
import { addLists } from './recommenders/lists.ts';
import { addServe } from './service/serve.ts';
import { requireBaseline } from './shared/gateOptions.ts';
import { refuseMisplaced } from './shared/options.ts';
import { loadNamedPlugins } from './shared/pluginOption.ts';
import { requireWritableOutputs } from './shared/writableOutputs.ts';
import { explainUnknownFlags } from './spec/unknownFlag.ts';
import { addTrain } from './train/train.ts';
import { refuseSaidTwice } from './words/flagErrors.ts';

export function createProgram(): Command {
  const program = newProgram()
    // What follows the name of a command is that command's, though the one around it has a flag of that name.
    .enablePositionalOptions()
    .hook('preAction', (_, command) => refuseMisplaced(command))
    .hook('preAction', (_, command) => refuseSaidTwice(command))
    .hook('preAction', (_, command) => requireWritableOutputs(command))
    .hook('preAction', (_, command) => requireBaseline(command))
    .hook('preAction', (_, command) => loadNamedPlugins(command));
  addDemo(program);
  addDescribe(program);
  addAudit(program);
  addDesign(program);
  addProtect(program);
  addCheck(program, createProgram);
  addReport(program, createProgram);
  addAsk(program);
  addTrain(program);
  const data = program
    .command('data')
    .description('get data: public data sets, and the lists of a running recommender');
  addFetch(data);
  addLists(data);
  addServe(program);
  explainUnknownFlags(program);
  return program;
}
