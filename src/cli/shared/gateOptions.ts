/**
 * Flags that make a command part of a pipeline: a gate with limits and a baseline, and files in the forms that other
 * programs read. All of them are made from the records alone.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UlteriorError } from '../../errors/index.ts';
import { reportPdf } from '../../render/index.ts';
import {
  type AnyRecords,
  type CheckedAudit,
  type GatedRecords,
  type GateEnd,
  type GateResult,
  gateEnds,
  isGated,
  judgeLeaks,
  junitOf,
  labelOf,
  latexOf,
  markdownOf,
  metricsOf,
  modelCardOf,
  sarifOf,
} from '../../report/index.ts';
import { writeFileAtomically } from '../../runtime/index.ts';
import { refuseIdle } from './options.ts';
import { readRecords } from './readRecords.ts';

export interface GateFlags {
  readonly maxAuc?: number;
  readonly maxNamed?: number;
  readonly failOn?: GateEnd;
  readonly baseline?: string;
}

type TextForm = 'junit' | 'sarif' | 'markdown' | 'metrics' | 'modelCard' | 'label' | 'latex';

export type ExportFlags = GateFlags & { readonly [Form in TextForm | 'pdf']?: string };

/** What each flag writes. */
const FORMS: { readonly [Form in TextForm]: (audits: readonly CheckedAudit[]) => string } = {
  junit: junitOf,
  sarif: sarifOf,
  markdown: markdownOf,
  metrics: metricsOf,
  modelCard: modelCardOf,
  label: labelOf,
  latex: latexOf,
};

/** Flags that name a file to write. */
export const EXPORTED_FORMS = Object.keys(FORMS) as readonly TextForm[];

/** Needs leaks by AUC, which an audit of a number does not have. */
export const GATE = ['maxAuc', 'maxNamed'] as const;

export const GATE_HELP = `
Exit status 4: the gate (--max-auc, --max-named) did not pass. When in doubt, it fails: the upper end of the interval must be within
the limit, over all attackers, so that an audit of too few people does not pass. \`ulterior report records.json\` judges by another
end or against a baseline, and writes JUnit, SARIF, Markdown and more. See docs/ci.md.`;

export const MAX_AUC = [
  '--max-auc <limit>',
  'exit with status 4 unless every leak is shown to be within this AUC (above 0.5, up to 1)',
  aucLimit,
] as const;

export const MAX_NAMED = [
  '--max-named <share>',
  'exit with status 4 unless no more than this share of the people can be named with 90% certainty (0.01 is 1%)',
  namedLimit,
] as const;

export const failOnOption = (): Option =>
  new Option(
    '--fail-on <end>',
    'which end of the interval the limit is compared with (default: upper, which few people cannot pass)',
  ).choices(gateEnds);

/** Of records. */
export function addGateOptions(command: Command): Command {
  command
    .option(...MAX_AUC)
    .option(...MAX_NAMED)
    .addOption(failOnOption())
    .option('--baseline <file>', 'records.json of an earlier audit: exit with status 4 if a leak grew beyond chance')
    .option('--pdf <file>', 'print the answer of the report on one page (needs Chromium or Chrome)');
  return addFormOptions(command);
}

export function addFormOptions(command: Command): Command {
  return command
    .option('--junit <file>', 'write the gate as JUnit XML, one case per leak')
    .option('--sarif <file>', 'write what failed as SARIF 2.1.0, for code scanning')
    .option('--markdown <file>', 'write the gate as Markdown, for a comment on a pull request')
    .option('--metrics <file>', 'write flat metrics as JSON, with _low and _high beside each')
    .option('--model-card <file>', 'write a section for a model card (Markdown)')
    .option('--label <file>', 'write a privacy label (SVG): questions until 75% sure, by attribute')
    .option('--latex <file>', 'write the leaks as a LaTeX table');
}

function aucLimit(text: string): number {
  const value = Number(text);
  if (!(value > 0.5 && value <= 1)) throw new InvalidArgumentError('Give a number above 0.5 (guessing), up to 1.');
  return value;
}

function namedLimit(text: string): number {
  const value = Number(text);
  if (!(text.trim() !== '' && value >= 0 && value <= 1))
    throw new InvalidArgumentError('Give a share from 0 to 1; 0.01 is 1%.');
  return value;
}

/** A baseline that cannot be read is refused before the work that would be compared with it. */
export async function requireBaseline(command: Command): Promise<void> {
  const path: unknown = command.getOptionValue('baseline');
  if (typeof path === 'string' && command.options.some(({ long }) => long === '--baseline')) await readBaseline(path);
}

export async function readBaseline(path: string): Promise<GatedRecords> {
  const records = await readRecords(path);
  if (isGated(records)) return records;
  throw notGated(`the baseline "${path}"`, path);
}

/** None where no gate was asked for. */
export async function gateOf(records: AnyRecords, flags: GateFlags): Promise<GateResult | undefined> {
  const { maxAuc, maxNamed, failOn = 'upper', baseline } = flags;
  if (maxAuc === undefined && maxNamed === undefined && baseline === undefined) {
    refuseIdle(flags, ['failOn'], 'there is no --max-auc or --max-named');
    return undefined;
  }
  if (!isGated(records)) throw notGated('the audit');
  const before = baseline === undefined ? undefined : await readBaseline(baseline);
  if (before !== undefined) requireSameKind(records, before, baseline!);
  return judgeLeaks(records, { maxAuc, maxNamed, failOn, baseline: before });
}

/** Leaks of another kind have other names: nothing could be compared. */
export function requireSameKind(records: GatedRecords, baseline: GatedRecords, path: string): void {
  if (records.format === baseline.format) return;
  throw new UlteriorError(
    'RECORDS_FOREIGN',
    `the baseline "${path}" has the format ${baseline.format}, but the audit has the format ${records.format}`,
    'name the records of an earlier run of the same command',
    { path },
  );
}

function notGated(what: string, path?: string): UlteriorError {
  return new UlteriorError(
    'RECORDS_FOREIGN',
    `${what} does not measure groups by AUC, so that a gate cannot judge it`,
    'audit groups, such as age>=35 instead of age:number',
    { path },
  );
}

/** The records of one command as a run of one audit. */
export function checkedAudit(records: AnyRecords, gate: GateResult | undefined): CheckedAudit {
  const name = ('data' in records ? records.data?.source : undefined) ?? 'audit';
  return { name, alone: true, place: { file: name }, records, gate };
}

/** Writes every form that a flag asks for. */
export async function exportForms(audits: readonly CheckedAudit[], flags: ExportFlags): Promise<void> {
  for (const form of EXPORTED_FORMS) {
    const path = flags[form];
    if (path !== undefined) await writeFileAtomically(path, new TextEncoder().encode(FORMS[form](audits)));
  }
  const [records] = audits.flatMap((audit) => audit.records ?? []);
  if (flags.pdf !== undefined && records !== undefined) await writeFileAtomically(flags.pdf, await reportPdf(records));
}
