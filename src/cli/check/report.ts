/** `ulterior report`: draws the report of an audit again from its records, and hands them on in other forms. */
import type { Command } from 'commander';
import { gateStatus } from '../../errors/index.ts';
import { writeReport } from '../../render/index.ts';
import { gateLines } from '../../report/index.ts';
import {
  addGateOptions,
  checkedAudit,
  EXPORTED_FORMS,
  type ExportFlags,
  exportForms,
  gateOf,
} from '../shared/gateOptions.ts';
import { optionOf } from '../shared/options.ts';
import { print, warn } from '../shared/output.ts';
import { addPluginOption } from '../shared/pluginOption.ts';
import { readRecords } from '../shared/readRecords.ts';

interface ReportFlags extends ExportFlags {
  readonly output?: string;
}

const EXAMPLES = `
Examples:
  ulterior report gender/records.json --output gender-again
  ulterior report gender/records.json --max-auc 0.6 --junit junit.xml --markdown comment.md
  ulterior report new/records.json --baseline old/records.json
  ulterior report gender/records.json --metrics metrics.json --model-card card.md --label label.svg`;

export function addReport(program: Command): void {
  addGateOptions(addPluginOption(program.command('report')))
    .argument('<records>', 'records.json of an audit')
    .description('write the report of an audit again from its records, judge them, or hand them on in other forms')
    .option('--output <folder>', 'where to write the report')
    .addHelpText('after', EXAMPLES)
    .action(report);
}

async function report(file: string, flags: ReportFlags, command: Command): Promise<void> {
  const wanted = ['output', 'maxAuc', 'baseline', 'pdf', ...EXPORTED_FORMS];
  if (!wanted.some((name) => command.getOptionValue(name) !== undefined)) {
    command.error(`error: nothing to do; give at least one of ${wanted.map(optionOf).join(', ')}`);
  }
  const records = await readRecords(file);
  if (flags.output !== undefined) {
    const { files, warnings } = await writeReport(records, flags.output);
    for (const warning of warnings) warn(warning);
    print(files[0]!);
  }
  const gate = await gateOf(records, flags);
  if (gate !== undefined) print(...gateLines(gate));
  await exportForms([checkedAudit(records, gate)], flags);
  if (gate?.passed === false) process.exitCode = gateStatus;
}
