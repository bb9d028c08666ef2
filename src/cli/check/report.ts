/** `ulterior report`: draws the report of an audit again from its records, and hands them on in other forms. */
import { type Command, Option } from 'commander';
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
import { optionOf, refuseIdle } from '../shared/options.ts';
import { print, warn } from '../shared/output.ts';
import { addPluginOption } from '../shared/pluginOption.ts';
import { readRecords } from '../shared/readRecords.ts';
import { type OtherFlags, writeOther } from './otherReports.ts';

type ReportFlags = ExportFlags & OtherFlags;

const EXAMPLES = `
Examples:
  ulterior report gender/records.json --output gender-again
  ulterior report gender/records.json --max-auc 0.6 --junit junit.xml --markdown comment.md
  ulterior report new/records.json --baseline old/records.json
  ulterior report gender/records.json --for dpo --output assessment
  ulterior report gender/records.json --brief --pdf brief.pdf
  ulterior report gender/records.json --metrics metrics.json --model-card card.md --label label.svg`;

/** `programOf` makes the program whose options `ulterior.json` may name. */
export function addReport(program: Command, programOf: () => Command): void {
  addGateOptions(addPluginOption(program.command('report')))
    .argument('<records>', 'records.json of an audit')
    .description('write the report of an audit again from its records, judge them, or hand them on in other forms')
    .option('--output <folder>', 'where to write the report')
    .addOption(
      new Option(
        '--for <reader>',
        'dpo: what a data protection impact assessment needs, with fields to fill in (HTML, Markdown; --pdf prints it)',
      ).choices(['dpo']),
    )
    .option('--config <file>', 'for --for dpo: the file that has your limits (default: ulterior.json, where it is)')
    .option('--brief', 'two pages of paper: the answer, one picture, what to do, the limits')
    .addHelpText('after', EXAMPLES)
    .action((file: string, flags: ReportFlags, command: Command) => report(file, flags, command, programOf));
}

async function report(file: string, flags: ReportFlags, command: Command, programOf: () => Command): Promise<void> {
  const wanted = ['output', 'maxAuc', 'maxNamed', 'baseline', 'pdf', ...EXPORTED_FORMS];
  if (!wanted.some((name) => command.getOptionValue(name) !== undefined)) {
    command.error(`error: nothing to do; give at least one of ${wanted.map(optionOf).join(', ')}`);
  }
  const other = flags.for !== undefined || flags.brief === true;
  if (other && flags.output === undefined && flags.pdf === undefined) {
    command.error('error: nothing to write; give --output, --pdf or both');
  }
  if (flags.for !== undefined && flags.brief === true) command.error('error: give --for or --brief, not both');
  if (flags.for === undefined) refuseIdle(flags, ['config'], 'there is no --for dpo');
  const records = await readRecords(file);
  if (other) print(...(await writeOther(file, records, flags, programOf)));
  else if (flags.output !== undefined) {
    const { files, warnings } = await writeReport(records, flags.output);
    for (const warning of warnings) warn(warning);
    print(files[0]!);
  }
  const gate = await gateOf(records, flags);
  if (gate !== undefined) print(...gateLines(gate));
  await exportForms([checkedAudit(records, gate)], other ? { ...flags, pdf: undefined } : flags);
  if (gate?.passed === false) process.exitCode = gateStatus;
}
