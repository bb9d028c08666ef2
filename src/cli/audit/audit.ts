/** `ulterior audit`: measures what is exposed, and writes a report of it. What it is told decides which measurement is meant. */
import type { Command } from 'commander';
import { RECOMMENDER_HELP } from '../recommenders/recommenderOptions.ts';
import { addDataOptions, OF_DATA, requireChosen, SOURCE_HELP } from '../shared/dataOptions.ts';
import { addGateOptions, EXPORTED_FORMS, GATE, GATE_HELP } from '../shared/gateOptions.ts';
import { addRunOptions, OUTPUT } from '../shared/measure.ts';
import { print } from '../shared/output.ts';
import { addPartOptions, PARTS_HELP } from '../shared/parts.ts';
import { takeSeveralAttributes, withAttributes } from '../shared/severalAttributes.ts';
import { attributesOver, readSpecFile, SPEC } from '../shared/specFile.ts';
import { addTrainingOptions } from '../shared/trainingOptions.ts';
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
const MEASUREMENTS: Readonly<Record<MeasurementName, Measurement<any>>> = {
  interviews,
  matrix,
  list,
  surfaces,
  defences,
};

/** Headings of the help; a flag under none of them says how something is measured. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  'The data:': [...OF_DATA, 'plugin'],
  'What is exposed:': ['list', ...SURFACES, 'defence'],
  'Results and gates:': ['output', 'saveModel', ...GATE, ...EXPORTED_FORMS, 'pdf'],
  'The run:': ['spec', 'seed', 'threads', 'json', 'quiet', 'part', 'collect'],
};

function headingOf(name: string): string {
  const found = Object.entries(HEADINGS).find(([, names]) => names.includes(name));
  return found?.[0] ?? 'How it is measured:';
}

type Given = Omit<AuditFlags, 'attribute' | 'attributes'> & {
  readonly attribute?: readonly string[];
  readonly spec?: string;
};

const EXAMPLES = `
Examples:
  ulterior audit survey.csv --item-columns E1..O10 --attribute gender --questions 20 --output survey
  ulterior audit ratings.csv --users-table users.csv --attribute gender --attribute "age>=35" --output both
  ulterior audit ratings.csv --attribute gender --list onboarding.txt --max-auc 0.6 --output gate
  ulterior audit --users-table users.csv --attribute gender --vectors vectors.npz --lists top10.csv --output model
  ulterior audit ratings.csv --attribute gender --defence leastChange:0.5:1 --defence blinding --output defended
In a terminal, "ulterior audit survey.csv" asks for what is missing.`;

const HELP = `
What is exposed decides what is measured: rating questions if nothing else is named (one attribute, or a number), what questions
about one attribute tell about the others (several --attribute), a list of questions (--list), a finished recommender (--vectors,
--item-vectors, --lists, --scores, --recommender, --own, --exposures, --ratings), or what people can do about it (--defence).
Without data, --users-table says who the people of a recommender are: a table with their ids and the attribute.`;

export function addAudit(program: Command): void {
  const command = takeSeveralAttributes(addDataOptions(program.command('audit').argument('[data]'))).description(
    'measure how much rating questions, a list, a recommender or a defence reveals, and write a report',
  );
  for (const { addOptions } of Object.values(MEASUREMENTS)) addOptions(command);
  addGateOptions(
    addPartOptions(
      addRunOptions(
        addTrainingOptions(command)
          .option(...SPEC)
          .option(...OUTPUT),
      ),
    ),
  )
    .addHelpText('after', () =>
      [HELP, SOURCE_HELP, LIST_HELP, RECOMMENDER_HELP, defenceHelp(), PARTS_HELP, GATE_HELP, EXAMPLES].join('\n'),
    )
    .action(audit);
  for (const option of command.options) option.helpGroup(headingOf(option.attributeName()));
}

async function audit(data: string | undefined, given: Given, command: Command): Promise<void> {
  const file = await readSpecFile(given.spec);
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const named = withAttributes(given, attributesOver(file.attributes, given.attribute ?? []));
  const flags = { ...named, seed: isGiven('seed') ? given.seed : (file.seed ?? given.seed) };
  requireChosen(flags);
  const name = whichMeasurement(flags);
  const measurement = MEASUREMENTS[name];
  refuseForeign(measurement, command);
  // Only interviews ask for what is missing: whoever names an exposure knows the command.
  const complete = name === 'interviews' && data !== undefined ? await inDialogue(data, flags, command) : flags;
  if (complete === undefined) return;
  const request = { data, flags: complete, inSpec: file.settings, plugins: file.plugins, isGiven, command };
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
