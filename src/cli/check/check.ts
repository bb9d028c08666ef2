/**
 * `ulterior check`: every audit that ulterior.json names, each judged by its limits and its baseline. One that fails does
 * not stop the others; all failures are told, and there is one exit status.
 */
import { readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type ErrorCode, errorCodes, exitStatus, gateStatus, outOfRange, UlteriorError } from '../../errors/index.ts';
import {
  type CheckedAudit,
  type CheckProblem,
  type GatedRecords,
  type GateEnd,
  gateEnds,
  gateLines,
  hasFailed,
  isGated,
  judgeLeaks,
  leaksOf,
  runText,
} from '../../report/index.ts';
import { makeFolder, reasonOf, writeFileAtomically } from '../../runtime/index.ts';
import {
  addFormOptions,
  EXPORTED_FORMS,
  type ExportFlags,
  exportForms,
  readBaseline,
  requireSameKind,
} from '../shared/gateOptions.ts';
import { wholeNumber, wordList } from '../shared/options.ts';
import { print, warn } from '../shared/output.ts';
import { readRecords } from '../shared/readRecords.ts';
import { type CheckConfig, type ConfiguredAudit, checkConfigFrom, wordsOf } from './config.ts';

interface CheckFlags extends ExportFlags {
  readonly config: string;
  readonly failOn?: GateEnd;
  readonly only?: string[];
  readonly updateBaselines?: boolean;
  readonly threads?: number;
  readonly quiet?: boolean;
}

const HELP = `
The file says which audits to run and what they may find; paths in it are relative to it:
  {
    "maxAuc": 0.65,
    "audits": [
      {
        "name": "films", "data": "ratings.ulterior.json",
        "options": { "attribute": "gender", "questions": 20 },
        "budgets": { "gender": 0.6 }, "baseline": "baselines/films.json"
      }
    ]
  }
docs/check-config.schema.json describes it for editors; docs/ci.md says how to use it in a pipeline.
Exit status 4: at least one gate failed. Otherwise, that of the first audit that could not run; 0 if every gate passed.

Examples:
  ulterior check
  ulterior check --config privacy/ulterior.json --junit junit.xml --sarif ulterior.sarif --markdown comment.md
  ulterior check --only films --update-baselines`;

/** `programOf` makes the program that runs one audit. */
export function addCheck(program: Command, programOf: () => Command): void {
  addFormOptions(program.command('check'))
    .description('run every audit that a file names, and judge each by its limits and its baseline')
    .option('--config <file>', 'the file of checks', 'ulterior.json')
    .addOption(
      new Option('--fail-on <end>', 'which end of the interval counts, whatever the file says').choices(gateEnds),
    )
    .option('--only <names>', 'run these audits alone', wordList)
    .option('--update-baselines', 'write what is found as the new baselines instead of comparing with the old ones')
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', HELP)
    .action((flags: CheckFlags) => check(flags, programOf));
}

async function check(flags: CheckFlags, programOf: () => Command): Promise<void> {
  const content = await readConfig(flags.config);
  const config = checkConfigFrom(content, flags.config, programOf());
  const chosen = chosenAudits(config, flags);
  const run: Run = {
    config,
    flags,
    programOf,
    place: placesIn(content, relative(process.cwd(), resolve(flags.config))),
  };
  const forms = resolvedForms(flags);
  process.chdir(dirname(resolve(flags.config)));
  const audits: CheckedAudit[] = [];
  for (const [at, audit] of chosen.entries()) {
    if (!flags.quiet) process.stderr.write(`${at + 1}/${chosen.length} ${audit.name} …\n`);
    const checked = await checkedOne(audit, run);
    if (checked === 'stopped') return;
    audits.push(checked);
  }
  if (flags.only === undefined) audits.push(...unusedBudgets(config, audits, run));
  await exportForms(audits, forms);
  const failed = audits.some(hasFailed);
  if (!flags.quiet) print(...audits.flatMap(auditLines), runText(audits));
  else if (failed) warn(audits.filter(hasFailed).flatMap(auditLines).concat(runText(audits)).join('\n'));
  process.exitCode = statusOf(audits);
}

interface Run {
  readonly config: CheckConfig;
  readonly flags: CheckFlags;
  readonly programOf: () => Command;
  readonly place: (audit: ConfiguredAudit) => CheckedAudit['place'];
}

async function readConfig(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `the file of checks "${path}" cannot be read: ${reasonOf(cause)}`,
      'name it with --config; `ulterior check --help` shows what it looks like',
      { path },
    );
  }
}

function chosenAudits({ audits }: CheckConfig, { only }: CheckFlags): readonly ConfiguredAudit[] {
  const strange = only?.find((name) => !audits.some((audit) => audit.name === name));
  if (strange !== undefined) {
    throw outOfRange('--only', strange, `among ${audits.map(({ name }) => name).join(', ')}`);
  }
  return only === undefined ? audits : audits.filter(({ name }) => only.includes(name));
}

/** Flags are relative to where the program was started; the file is relative to itself. */
function resolvedForms(flags: CheckFlags): ExportFlags {
  return Object.fromEntries(
    EXPORTED_FORMS.flatMap((form) => (flags[form] === undefined ? [] : [[form, resolve(flags[form])]])),
  );
}

/** The line on which the name of an audit stands. */
function placesIn(content: string, file: string): Run['place'] {
  const lines = content.split('\n');
  return ({ name }) => {
    const line = lines.findIndex((text) => text.includes('"name"') && text.includes(JSON.stringify(name))) + 1;
    return line === 0 ? { file } : { file, line };
  };
}

async function checkedOne(audit: ConfiguredAudit, run: Run): Promise<CheckedAudit | 'stopped'> {
  const { name, baseline } = audit;
  const { config, flags } = run;
  const checked = { name, place: run.place(audit) };
  const folder = join(config.output ?? 'ulterior-reports', name);
  try {
    const compared = baseline === undefined || flags.updateBaselines ? undefined : await kept(baseline);
    if ((await runAudit(audit, folder, run)) === 'stopped') return 'stopped';
    const records = await readRecords(join(folder, 'records.json'));
    if (!isGated(records)) throw outOfRange(`${name}: attribute`, 'a number', 'groups, such as age>=35');
    if (compared !== undefined) requireSameKind(records, compared, baseline!);
    if (flags.updateBaselines && baseline !== undefined) await saveBaseline(baseline, records);
    const gate = judgeLeaks(records, {
      maxAuc: audit.maxAuc ?? config.maxAuc,
      maxNamed: audit.maxNamed ?? config.maxNamed,
      byAttribute: { ...budgetsHere(config, records), ...audit.budgets },
      failOn: flags.failOn ?? audit.failOn ?? config.failOn ?? 'upper',
      baseline: compared,
    });
    return { ...checked, records, gate };
  } catch (error) {
    return { ...checked, problem: problemOf(error) };
  }
}

const attributesIn = (records: GatedRecords) => new Set(leaksOf(records).map(({ attribute }) => attribute));

/** Budgets of the whole file, for what this audit measures. */
function budgetsHere({ budgets = {} }: CheckConfig, records: GatedRecords): Record<string, number> {
  const measured = attributesIn(records);
  return Object.fromEntries(Object.entries(budgets).filter(([attribute]) => measured.has(attribute)));
}

/** A budget for something that nothing measures would be kept by silence. */
function unusedBudgets({ budgets = {} }: CheckConfig, audits: readonly CheckedAudit[], run: Run): CheckedAudit[] {
  const measured = audits.flatMap(({ records }) =>
    records !== undefined && isGated(records) ? [...attributesIn(records)] : [],
  );
  const complete = audits.every(({ problem }) => problem === undefined);
  return Object.keys(budgets)
    .filter((attribute) => complete && !measured.includes(attribute))
    .map((attribute) => ({
      name: `budgets.${attribute}`,
      place: { file: run.place({ name: '' }).file },
      problem: {
        code: 'CHECK_CONFIG',
        message: `there is a budget for "${attribute}", but no audit measures it`,
        advice: `add an audit of "${attribute}", or correct the name; measured are ${[...new Set(measured)].join(', ')}`,
      },
    }));
}

/** In this process, by the command that a person would type. */
async function runAudit(
  audit: ConfiguredAudit,
  folder: string,
  { flags, programOf }: Run,
): Promise<'done' | 'stopped'> {
  const program = programOf();
  const threads = flags.threads === undefined ? [] : ['--threads', String(flags.threads)];
  const words = [...wordsOf(audit, program), ...threads, '--output', folder, '--quiet'];
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    // The folder is the check's own: what an earlier check of other data left there is of no use.
    if (!(error instanceof UlteriorError && error.code === 'CHECKPOINT_FOREIGN')) throw error;
    await rm(join(folder, 'checkpoints'), { recursive: true });
    await programOf().parseAsync(words, { from: 'user' });
  }
  return process.exitCode === STOPPED ? 'stopped' : 'done';
}

/** What a run that Ctrl+C ended leaves behind. */
const STOPPED = 130;

/** The baseline of an earlier check. */
async function kept(path: string): Promise<GatedRecords> {
  try {
    return await readBaseline(path);
  } catch (error) {
    if (!(error instanceof UlteriorError && error.code === 'FILE_NOT_READABLE')) throw error;
    throw new UlteriorError(
      error.code,
      `there is no baseline "${path}"`,
      'write it with `ulterior check --update-baselines`, look at what it says, and keep it with the code',
      { path },
    );
  }
}

async function saveBaseline(path: string, records: GatedRecords): Promise<void> {
  await makeFolder(dirname(path));
  await writeFileAtomically(path, new TextEncoder().encode(`${JSON.stringify(records, undefined, 2)}\n`));
}

function problemOf(error: unknown): CheckProblem {
  if (error instanceof UlteriorError) {
    const { code, message, advice } = error;
    return { code, message, advice };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message, advice: 'this is a bug in Ulterior; please report it' };
}

function auditLines({ name, gate, problem }: CheckedAudit): string[] {
  if (problem !== undefined) {
    return [`✗ ${name}: ${problem.message} [${problem.code}]`, `    try: ${problem.advice}`, ''];
  }
  return [`${gate!.passed ? '✓' : '✗'} ${name}`, ...gateLines(gate!).map((line) => `  ${line}`), ''];
}

/** A leak counts before whatever else went wrong. */
function statusOf(audits: readonly CheckedAudit[]): number {
  if (audits.some(({ gate }) => gate?.passed === false)) return gateStatus;
  const problem = audits.find((audit) => audit.problem !== undefined)?.problem;
  if (problem === undefined) return 0;
  return exitStatus[errorCodes[problem.code as ErrorCode]?.kind ?? 'fault'];
}
