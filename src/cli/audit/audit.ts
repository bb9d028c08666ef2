/** `ulterior audit`: measures what is exposed, and writes a report of it. What it is told decides which measurement is meant. */
import type { Command } from 'commander';
import { auditDefaults } from '../../audit/index.ts';
import { type FieldsSchema, filledIn } from '../../schema/index.ts';
import { RECOMMENDER_HELP } from '../recommenders/recommenderOptions.ts';
import { addDataOptions, OF_DATA, requireChosen, SOURCE_HELP } from '../shared/dataOptions.ts';
import { GATE_HELP, MAX_AUC, MAX_NAMED } from '../shared/gateOptions.ts';
import { addRunOptions, OUTPUT } from '../shared/measure.ts';
import { print } from '../shared/output.ts';
import { addPartOptions, PARTS_HELP } from '../shared/parts.ts';
import { takeSeveralAttributes, withAttributes } from '../shared/severalAttributes.ts';
import { keysHelp, keysOf, settingsIntroduction, withSet } from '../spec/settings.ts';
import { addSpecOptions, attributesOver, readSpecFile, settingsFrom } from '../spec/specFile.ts';
import { inDialogue, inTerminal, withTerminal } from './auditDialogue.ts';
import { defenceHelp, defences } from './defences.ts';
import { interviews } from './interviews.ts';
import { LIST_HELP, list } from './list.ts';
import { matrix } from './matrix.ts';
import { type AuditFlags, type Measurement, refuseForeign } from './measurement.ts';
import { findingsIn, flagsFor, readingIn, settle } from './settleFindings.ts';
import { surfaces } from './surfaces.ts';
import { type MeasurementName, SURFACES, whichMeasurement } from './whichMeasurement.ts';

// biome-ignore lint/suspicious/noExplicitAny: each reads its own flags of those that the command has
export const MEASUREMENTS: Readonly<Record<MeasurementName, Measurement<any>>> = {
  interviews,
  matrix,
  list,
  surfaces,
  defences,
};

/** Of the spec, whatever is measured. */
const ALL_KEYS: FieldsSchema = {
  kind: 'fields',
  fields: Object.assign({}, ...Object.values(MEASUREMENTS).map((one) => keysOf(one).fields)),
  required: [],
};

/** Headings of the help; a flag under none of them says how something is measured. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  'The data:': [...OF_DATA, 'plugin'],
  'What is exposed:': ['list', ...SURFACES, 'defence'],
  'The run:': ['output', 'maxAuc', 'maxNamed', 'threads', 'quiet', 'part', 'quick'],
};

function headingOf(name: string): string {
  const found = Object.entries(HEADINGS).find(([, names]) => names.includes(name));
  return found?.[0] ?? 'How it is measured:';
}

type Given = Omit<AuditFlags, 'attribute' | 'attributes' | 'seed'> & {
  readonly attribute?: readonly string[];
  readonly spec?: string;
  readonly set?: readonly string[];
};

const EXAMPLES = `
Examples:
  ulterior audit survey.csv --item-columns E1..O10 --attribute gender --questions 20 --output survey
  ulterior audit ratings.csv --users-table users.csv --attribute gender --attribute "age>=35" --output both
  ulterior audit ratings.csv --attribute gender --list onboarding.txt --max-auc 0.6 --output gate
  ulterior audit --users-table users.csv --attribute gender --vectors vectors.npz --lists top10.csv --output model
  ulterior audit ratings.csv --attribute gender --defence leastChange:0.5:1 --defence blinding --output defended
  ulterior audit ratings.csv --attribute gender --set folds=5 --set training.preset=paper --output small
  ulterior audit ratings.csv --attribute gender --quick
In a terminal, "ulterior audit survey.csv" asks for what is missing.`;

const HELP = `
What is exposed decides what is measured: rating questions if nothing else is named (one attribute, or a number), what questions
about one attribute tell about the others (several --attribute), a list of questions (--list), a finished recommender (--vectors,
--lists, --recommender, --exposures, --set itemVectors=FILE, --set scores=FILE), or what people can do about it (--defence).
Without data, --users-table says who the people are: a table with their ids and the attribute.
The report is one file, report.html; records.json beside it has every figure, and \`ulterior report\` turns it into other forms.`;

/** Every key of a spec, whatever is measured, with what it is if nothing is said. */
function settingsHelp(): string {
  const all = Object.values(MEASUREMENTS).map((one) => ({
    keys: keysOf(one),
    defaults: filledIn(one.settings.defaults, one.besides?.defaults ?? {}),
  }));
  return `${settingsIntroduction} docs/audit-spec.schema.json says which keys go with what is measured.\n${keysHelp(all)}`;
}

export function addAudit(program: Command): void {
  const command = takeSeveralAttributes(addDataOptions(program.command('audit').argument('[data]'))).description(
    'measure how much rating questions, a list, a recommender or a defence reveals, and write a report',
  );
  // What is exposed first, as in the help.
  for (const { addOptions } of [list, surfaces, defences, interviews, matrix]) addOptions(command);
  addPartOptions(addRunOptions(addSpecOptions(command, ALL_KEYS)))
    .option(...OUTPUT)
    .option(...MAX_AUC)
    .option(...MAX_NAMED)
    .addHelpText('after', () =>
      [
        ...[HELP, EXAMPLES, settingsHelp(), SOURCE_HELP, LIST_HELP, RECOMMENDER_HELP, defenceHelp()],
        ...[PARTS_HELP, GATE_HELP],
      ].join('\n'),
    )
    .action(audit);
  for (const option of command.options) option.helpGroup(headingOf(option.attributeName()));
}

async function audit(data: string | undefined, given: Given, command: Command): Promise<void> {
  const file = await readSpecFile(given.spec);
  const named = withAttributes(given, attributesOver(file.attributes, given.attribute ?? []));
  requireChosen(named);
  const { itemVectors, scores } = withSet(ALL_KEYS, file.settings, given.set);
  const name = whichMeasurement({ ...named, itemVectors, scores });
  const measurement = MEASUREMENTS[name];
  refuseForeign(measurement, command);
  const { seed, ...settings } = settingsFrom(keysOf(measurement), file, given.set);
  const besides = Object.keys(measurement.besides?.keys.fields ?? {});
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([key]) => besides.includes(key) === wanted));
  const flags = { ...named, ...pick(true), seed: (seed as number | undefined) ?? auditDefaults.seed };
  // Only interviews ask for what is missing: whoever names an exposure knows the command.
  const asks = name === 'interviews' && data !== undefined && !('quick' in named);
  const complete = asks ? await inDialogue(data, flags, command) : flags;
  if (complete === undefined) return;
  const request = { data, flags: complete, inSpec: pick(false), plugins: file.plugins, command };
  try {
    await measurement.run(request);
  } catch (error) {
    const settled = await settledFlags(data, complete, error);
    if (settled === 'stopped') return;
    await measurement.run({ ...request, flags: settled });
  }
}

/** The flags with all findings settled that stopped the command; the error where nobody can be asked. */
async function settledFlags(data: string | undefined, flags: AuditFlags, error: unknown) {
  const findings = findingsIn(error);
  if (findings === undefined || data === undefined || flags.quiet || !inTerminal()) throw error;
  print('This must be settled before anything is measured.', '');
  const reading = await withTerminal((dialogue) => settle(findings, readingIn(flags), dialogue));
  if (reading !== undefined) return flagsFor(data, flags, reading);
  print('Nothing was run.');
  process.exitCode = STOPPED;
  return 'stopped';
}

/** As after Ctrl+C. */
const STOPPED = 130;
