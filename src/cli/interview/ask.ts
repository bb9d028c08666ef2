/**
 * `ulterior ask`: an interview in the terminal. It asks for consent, shows the belief after every answer, and sums up
 * at the end what each gave away. Nothing leaves the machine, and nothing is kept unless --save says where.
 */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { Advisor, answersIn, ledgerOf } from '../../defence/index.ts';
import { attributesOf, type FactorModel, isNumericModel, type NumericModel } from '../../factorization/index.ts';
import { heldAsCalibrated, marginal } from '../../inference/index.ts';
import { Interview, type StopReason } from '../../interview/index.ts';
import { type ItemIndex, onScale } from '../../ratings/index.ts';
import { loadAnyModel, loadKernels, writeFileAtomically } from '../../runtime/index.ts';
import { createStrategy } from '../../selection/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { positiveNumber, refuseFlags, wholeNumber } from '../shared/options.ts';
import { bar, percent, print, warn } from '../shared/output.ts';
import { addPluginOption } from '../shared/pluginOption.ts';
import { interviewsOf } from '../train/trainCalibration.ts';
import { safeLines } from '../words/safeText.ts';
import { addAdvise, DEFAULT_BUDGET } from './advise.ts';
import { addDetect } from './detect.ts';
import { adviceText, beforehandTexts, believedIn, shownBits, told, totalText } from './ledgerText.ts';
import { askForNumber } from './numericAsk.ts';

const pc = coloursFor(process.stdout);

interface AskFlags {
  readonly questions: number;
  readonly strategy?: string;
  readonly target?: string;
  readonly confidence?: number;
  readonly deviation?: number;
  readonly errorRate?: number;
  readonly smallestGain?: number;
  readonly advice?: boolean;
  readonly budget?: number;
  readonly ridge?: number;
  readonly seed: number;
  readonly save?: string;
  readonly yes?: boolean;
}

/** An interview that ends by itself says why. */
const WHY_STOPPED: Readonly<Record<StopReason, string>> = {
  budget: 'It ended after the last question you allowed.',
  confident: 'It ended because it is as sure as you asked for.',
  decided: 'It ended because the sequential test has decided.',
  littleGain: 'It ended because no further question would tell much more.',
  exhausted: 'It ended because no questions are left.',
  ended: 'You ended it.',
};

type ReadLine = (prompt: string) => Promise<string | undefined>;

export function addAsk(program: Command): void {
  const group = addPluginOption(program.command('ask'))
    .argument('<model>', 'a model from `ulterior train`')
    .description('be interviewed: rate items, and see what each answer gives away')
    .option('--questions <number>', 'most questions to ask', wholeNumber, 10)
    .option('--strategy <name>', 'how questions are chosen (default: exact)')
    .option('--target <attribute>', 'for a model of several attributes: the one to ask for (default: all at once)')
    .option('--confidence <number>', 'stop when the guess is this sure', positiveNumber)
    .option(
      '--deviation <number>',
      'for a number: stop when it is known this closely (one standard deviation)',
      positiveNumber,
    )
    .option('--error-rate <number>', 'stop when the sequential test decides, wrong at most this often', positiveNumber)
    .option('--smallest-gain <number>', 'stop when no question is expected to lower the risk by more', positiveNumber)
    .option('--advice', 'show before each question what an answer gives away, and whether to answer')
    .option(
      '--budget <bits>',
      `for --advice: the most that may become known (default: ${DEFAULT_BUDGET})`,
      positiveNumber,
    )
    .option('--ridge <number>', 'ridge of the classifier (default: from the model)', positiveNumber)
    .option('--seed <number>', 'seed of random strategies', wholeNumber, 1)
    .option('--save <file>', 'keep the transcript in a file')
    .option('--yes', 'consent without being asked')
    .addHelpText(
      'after',
      '\nExamples:\n  ulterior train world:demo --output demo.safetensors\n  ulterior ask demo.safetensors --questions 15',
    )
    .action(ask);
  addAdvise(group);
  addDetect(group);
}

async function ask(path: string, flags: AskFlags): Promise<void> {
  const model = await loadAnyModel(path);
  const input = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY === true,
  });
  const lines = input[Symbol.asyncIterator]();
  const readLine = async (prompt: string): Promise<string | undefined> => {
    process.stdout.write(safeLines(prompt, pc.isColorSupported));
    const { value, done } = await lines.next();
    // A terminal echoes what is typed; a pipe does not.
    if (!process.stdin.isTTY) print(done ? '' : String(value));
    return done ? undefined : String(value).trim().toLowerCase();
  };
  try {
    if (!flags.yes && !(await consents(model, readLine))) {
      print('Nothing was asked.');
      return;
    }
    const interview = isNumericModel(model)
      ? await askForNumber(model, flags, readLine)
      : await askForType(model, flags, readLine);
    if (flags.save !== undefined) {
      const text = `${JSON.stringify(interview.transcript(), undefined, 2)}\n`;
      await writeFileAtomically(flags.save, new TextEncoder().encode(text));
      print(`The transcript is in ${flags.save}.`);
    }
  } finally {
    input.close();
  }
}

async function askForType(model: FactorModel, flags: AskFlags, readLine: ReadLine): Promise<Interview> {
  refuseFlags(flags, ['deviation'], 'not a number');
  const advice = flags.advice ? adviceOn(model, flags) : undefined;
  const first = start(model, flags);
  warnOfCalibration(first);
  const interview = await converse(first, model, readLine, advice);
  sumUp(interview, model);
  return interview;
}

async function consents(model: FactorModel | NumericModel, readLine: ReadLine): Promise<boolean> {
  print(
    pc.bold('Before we begin'),
    `You will be asked to rate items. From your answers this program infers your ${isNumericModel(model) ? model.attribute.name : inferredBy(model)},`,
    'and shows after each one what it believes. Nothing leaves this machine. You can skip, undo and stop at any time.',
    '',
  );
  for (;;) {
    const answer = await readLine('Do you agree? (y/n) ');
    print('');
    if (answer === undefined || /^no?$/.test(answer)) return false;
    if (/^y(?:es)?$/.test(answer)) return true;
    print('Please answer y or n.');
  }
}

function start(model: FactorModel, flags: AskFlags): Interview {
  return Interview.start({
    model,
    strategy: createStrategy(
      { model, seed: flags.seed, kernels: loadKernels('plain', warn), target: flags.target },
      flags.strategy ?? (flags.target === undefined ? undefined : 'targeted'),
    ),
    protocol: { kind: 'open' },
    stopping: {
      maxQuestions: flags.questions,
      confidence: flags.confidence,
      errorRates: flags.errorRate,
      smallestGain: flags.smallestGain,
    },
    beliefOptions: { ridge: flags.ridge },
  });
}

/** A calibration is honest for interviews like those it was fitted to. */
function warnOfCalibration({ setup: { model, strategy, protocol }, belief }: Interview): void {
  const fitted = model.calibration?.fittedFor;
  const held = { strategy: strategy.name, protocol: protocol.kind };
  if (fitted === undefined || heldAsCalibrated(model, belief, held)) return;
  const { ridge } = belief.parameters;
  warn(
    `the model was calibrated for ${interviewsOf(fitted)}. Here it is ${interviewsOf({ ...held, ridge })}: the stated probabilities may be off.`,
  );
}

type AdviceOn = (interview: Interview, question: ItemIndex) => string[];

/** What the next answer costs, and whether to give it; by the same model that asks. */
function adviceOn(model: FactorModel, { ridge, budget = DEFAULT_BUDGET }: AskFlags): AdviceOn {
  const start = Advisor.start([{ model, beliefOptions: { ridge } }]);
  return ({ answers }, question) => {
    const heard = answers.reduce((advisor, { item, answer }) => advisor.after(model.items.id(item), answer), start);
    const advice = heard.advise(model.items.id(question), { budget });
    return [...(answers.length === 0 ? beforehandTexts(advice) : []), adviceText(advice)];
  };
}

async function converse(
  first: Interview,
  model: FactorModel,
  readLine: ReadLine,
  advice?: AdviceOn,
): Promise<Interview> {
  const { min, max } = model.scale;
  print(pc.dim(`A rating from ${min} to ${max}; s skip, u undo, q stop.`), '');
  showBelief(first, model);
  let interview = first;
  while (interview.status.kind === 'asking') {
    const { question } = interview.status;
    const number = interview.steps.length + 1;
    for (const line of advice?.(interview, question) ?? []) print(pc.dim(`   ${line}`));
    const reply = await readLine(`${pc.bold(`${number}. ${model.items.title(question)}`)}  `);
    if (reply === undefined || reply === 'q') return interview.end();
    const next = act(interview, question, reply);
    if (typeof next === 'string') {
      print(pc.yellow(next));
      continue;
    }
    interview = next;
    showBelief(interview, model);
  }
  return interview;
}

/** The interview after the reply, or what is wrong with it. */
function act(interview: Interview, question: ItemIndex, reply: string): Interview | string {
  if (reply === 'u') return interview.steps.length > 0 ? interview.undo() : 'There is nothing to undo yet.';
  if (reply === 's') return interview.skip(question);
  const { scale } = interview.setup.model;
  const { min, max, step } = scale;
  const rating = Number(reply);
  if (reply === '' || !onScale(scale, rating)) {
    return `Please give a rating from ${min} to ${max}${step > 0 && step !== 1 ? ` in steps of ${step}` : ''}, or s, u, q.`;
  }
  return interview.answer(question, rating);
}

/** "gender (F, M) and age (young, old)" */
function inferredBy(model: FactorModel): string {
  return attributesOf(model)
    .attributes.map(({ name, labels }) => `${name} (${labels.join(', ')})`)
    .join(' and ');
}

/** Of several attributes each by itself, under its name. */
function showBelief(interview: Interview, model: FactorModel): void {
  const { attributes } = attributesOf(model);
  const width = Math.max(...attributes.flatMap(({ labels }) => labels.map((label) => label.length)));
  for (const { name, labels } of attributes) {
    if (attributes.length > 1) print(`   ${pc.dim(name)}`);
    for (const [value, probability] of marginal(model, interview.posterior(), name).entries()) {
      print(`   ${labels[value]!.padEnd(width)}  ${pc.cyan(bar(probability, 30))} ${percent(probability).padStart(8)}`);
    }
  }
}

/** Where somebody stands among those whom the model was tried on; the figures are in steps of five. */
function surerText(less: number, attribute: string): string {
  const stands =
    less === 0
      ? 'It was at least as sure of 95 of 100 people it was tried on'
      : `It is surer of your ${attribute} than of ${Math.round(100 * less)} of 100 people it was tried on`;
  return `${stands}, after as many answers. It can still be wrong.`;
}

/** By the same belief as the bars: the ledger ends where the last of them stood. */
function sumUp(interview: Interview, model: FactorModel): void {
  const ledger = ledgerOf([{ model, beliefOptions: interview.belief.parameters }], answersIn(interview), {
    budget: DEFAULT_BUDGET,
  });
  const { entries, totals } = ledger;
  for (const [seat, { attribute }] of totals.entries()) {
    const { value, shares } = believedIn(ledger, seat);
    print('', pc.bold(`What your answers gave away: the probability of ${value} (${attribute})`));
    for (const [at, { title, answer }] of entries.entries()) {
      const change = `${percent(shares[at]!).padStart(8)} → ${percent(shares[at + 1]!).padStart(8)}`;
      print(`   ${change}  ${told(answer).padStart(7)}  ${title}`);
    }
  }
  print('', ...totals.map((total) => `In total: ${total.attribute}: ${totalText(total)}.`));
  const less = interview.surerThan();
  if (less !== undefined) print(surerText(less, model.attribute));
  for (const [seat, { attribute, known }] of totals.entries()) {
    const bits = shownBits(ledger, seat);
    print(
      '',
      pc.dim(`Details, in bits (${attribute})`),
      ...entries.map(({ title, answer }, at) =>
        pc.dim(`   ${bits[at]!.padStart(5)}  ${told(answer).padStart(7)}  ${title}`),
      ),
      pc.dim(`   ${known.toFixed(2).padStart(5)}  in total`),
    );
  }
  print('');
  if (interview.status.kind === 'stopped') print(WHY_STOPPED[interview.status.reason]);
}
