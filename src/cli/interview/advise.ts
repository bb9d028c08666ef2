/** `ulterior ask advise`: what a saved interview gave away, answer by answer, and what following advice would have changed. */
import { type Command, InvalidArgumentError } from 'commander';
import {
  answersIn,
  type Ledger,
  type LedgerRecords,
  type LedgerTotal,
  ledgerFindings,
  ledgerOf,
} from '../../defence/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import type { BeliefOptions } from '../../inference/index.ts';
import type { Transcript } from '../../interview/index.ts';
import { largestAt } from '../../maths/index.ts';
import { writeReport } from '../../render/index.ts';
import { readWholeFile } from '../../runtime/index.ts';
import { VERSION } from '../../version/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { positiveNumber } from '../shared/options.ts';
import { percent, print, warn } from '../shared/output.ts';
import { shownPath } from '../shared/shownPath.ts';
import { loadTypeModels } from '../shared/typeModels.ts';
import { adviceText, beforehandTexts, believedIn, shownBits, signedBits, told, totalText } from './ledgerText.ts';

const pc = coloursFor(process.stdout);

/** Of two equally likely values, a quarter of a bit is known when one of them has a probability of 0.79. */
export const DEFAULT_BUDGET = 0.25;

interface AdviseFlags {
  readonly transcript: string;
  readonly budget: number;
  readonly leastGain?: number;
  readonly mustAnswer?: boolean;
  readonly own: Readonly<Record<string, string>>;
  readonly ridge?: number;
  readonly output?: string;
  readonly json?: boolean;
}

export function addAdvise(ask: Command): void {
  ask
    .command('advise')
    .argument('<models...>', 'models from `ulterior train`, one per attribute to watch')
    .description('show what the answers of a saved interview gave away, and what to say instead')
    .requiredOption('--transcript <file>', 'what `ulterior ask --save` wrote')
    .option('--budget <bits>', 'how much may become known about each attribute', positiveNumber, DEFAULT_BUDGET)
    .option(
      '--least-gain <share>',
      'share of the uncertainty about ratings that an answer must remove to be worth it',
      positiveNumber,
    )
    .option('--must-answer', 'questions cannot be skipped')
    .option(
      '--own <attribute=value>',
      'your own value: shows how far each answer pointed to it (repeatable)',
      ownValue,
      {},
    )
    .option(
      '--ridge <number>',
      'ridge of the classifiers (default: from the transcript, else from the model)',
      positiveNumber,
    )
    .option('--output <folder>', 'also write the result as a page')
    .option('--json', 'print JSON instead of text')
    .addHelpText(
      'after',
      '\nExamples:\n  ulterior ask gender.safetensors --save mine.json\n  ulterior ask advise gender.safetensors age.safetensors --transcript mine.json --budget 0.1\n  ulterior ask advise gender.safetensors --transcript mine.json --own gender=F',
    )
    .action(advise);
}

async function advise(paths: readonly string[], flags: AdviseFlags): Promise<void> {
  const transcript = await readTranscript(flags.transcript);
  const models = await loadTypeModels(paths);
  const ledger = ledgerOf(
    models.map((model) => ({ model, beliefOptions: optionsFor(model, transcript, flags.ridge) })),
    answersIn(transcript),
    {
      budget: flags.budget,
      leastGain: flags.leastGain,
      maySkip: !flags.mustAnswer,
      known: transcript.known,
      own: flags.own,
    },
  );
  if (flags.json) print(JSON.stringify(ledger));
  else print(...ledgerLines(ledger, flags.budget));
  if (flags.output === undefined) return;
  const records: LedgerRecords = {
    format: 'ulterior-ledger',
    version: 1,
    source: shownPath(flags.transcript),
    models: paths.map(shownPath),
    budget: flags.budget,
    ...ledger,
    findings: ledgerFindings(ledger),
    provenance: { version: VERSION, finished: new Date().toISOString() },
  };
  const { files, warnings } = await writeReport(records, flags.output);
  for (const warning of warnings) warn(warning);
  if (!flags.json) print('', `Page: ${files[0]}`);
}

/** The model that asked starts from where it did; others from what they say themselves. */
function optionsFor(model: FactorModel, transcript: Transcript, ridge: number | undefined): BeliefOptions {
  const same =
    model.attribute === transcript.attribute && model.provenance.dataFingerprint === transcript.dataFingerprint;
  return { ridge: ridge ?? (same ? transcript.ridge : undefined), prior: same ? transcript.prior : 'training' };
}

async function readTranscript(path: string): Promise<Transcript> {
  const text = new TextDecoder().decode(await readWholeFile(path));
  let parsed: Partial<Transcript> | null = null;
  try {
    parsed = JSON.parse(text) as Partial<Transcript> | null;
  } catch {
    // Refused below, like JSON that is something else.
  }
  if (parsed?.format === 'ulterior-transcript' && parsed.version === 1 && Array.isArray(parsed.events)) {
    return parsed as Transcript;
  }
  throw new UlteriorError(
    'TRANSCRIPT_MISMATCH',
    `"${path}" is not the transcript of an interview about groups`,
    'pass a file that `ulterior ask --save` wrote',
    { path },
  );
}

function ledgerLines(ledger: Ledger, budget: number): string[] {
  const { entries, totals } = ledger;
  const width = Math.max(9, ...totals.map(({ attribute }) => attribute.length));
  const believed = totals.map((_, seat) => believedIn(ledger, seat));
  const steps = entries.flatMap(({ title, answer, advice, followed }, at) => [
    `${pc.bold(`${at + 1}. ${title}`)}  ${told(answer)}`,
    ...believed.map(
      ({ value, shares }, seat) =>
        `   ${totals[seat]!.attribute.padEnd(width)}  ${value} ${percent(shares[at]!)} → ${percent(shares[at + 1]!)}`,
    ),
    pc.dim(`   ${adviceText(advice)}${followed === answer ? '' : `  (instead of ${told(answer)})`}`),
  ]);
  return [
    ...steps,
    '',
    pc.bold('In total'),
    ...totals.flatMap((total) => totalLines(total, width)),
    ...(entries[0] === undefined ? [] : beforehandTexts(entries[0].advice).map((text) => `   ${text}`)),
    '',
    pc.bold(`Details, in bits (budget: ${budget} about each)`),
    ...totals.flatMap((_, seat) => detailLines(ledger, seat, width)),
  ];
}

function totalLines(total: LedgerTotal, width: number): string[] {
  const { attribute, labels, followed } = total;
  const best = largestAt(followed.posterior);
  return [
    `   ${attribute.padEnd(width)}  ${totalText(total)}`,
    `   ${''.padEnd(width)}  if the advice had been followed: ${labels[best]}, ${percent(followed.posterior[best]!)}`,
  ];
}

/** A line for each answer, and their sum. */
function detailLines(ledger: Ledger, seat: number, width: number): string[] {
  const { entries, totals } = ledger;
  const { attribute, known, knownBefore, cost, towards, followed } = totals[seat]!;
  const own = (bits: number | undefined) =>
    bits === undefined ? '' : `, ${bits < 0 ? '' : '+'}${signedBits(bits)} towards your own`;
  const start = knownBefore > 0 ? `, ${knownBefore.toFixed(2)} before the first question` : '';
  const bits = shownBits(ledger, seat);
  return [
    ...entries.map(({ title, lines }, at) => {
      const { cost: expected, towards: led } = lines[seat]!;
      return `   ${attribute.padEnd(width)}  ${bits[at]!.padStart(5)} (${expected.toFixed(2)} expected${own(led)})  ${title}`;
    }),
    `   ${attribute.padEnd(width)}  ${known.toFixed(2).padStart(5)} in total (${cost.toFixed(2)} expected${start}${own(towards)}); ${followed.known.toFixed(2)} if the advice had been followed`,
  ];
}

function ownValue(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // The name of an attribute may itself hold "=": age>=35=yes.
  const at = text.lastIndexOf('=');
  if (at <= 0 || at === text.length - 1) throw new InvalidArgumentError('Write attribute=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}
