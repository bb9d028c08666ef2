/**
 * `ulterior ask`: an interview in the terminal. It asks for consent, shows the belief after every answer and what the
 * answer gave away, and sums up at the end. Nothing leaves the machine, and nothing is kept unless --save says where.
 */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { Advisor } from '../defence/index.ts';
import { attributesOf, type FactorModel, isNumericModel, type NumericModel } from '../factorization/index.ts';
import { marginal } from '../inference/index.ts';
import { Interview, type StopReason } from '../interview/index.ts';
import { largestAt } from '../numeric/index.ts';
import { type ItemIndex, onScale } from '../ratings/index.ts';
import { loadAnyModel, loadKernels, writeFileAtomically } from '../runtime/index.ts';
import { createStrategy } from '../selection/index.ts';
import { adviceText, DEFAULT_BUDGET } from './advise.ts';
import { coloursFor } from './colours.ts';
import { askForNumber } from './numericAsk.ts';
import { refuseFlags } from './numericOptions.ts';
import { positiveNumber, wholeNumber } from './options.ts';
import { bar, percent, print, warn } from './output.ts';

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
  budget: 'It ended because as many questions were asked as were allowed.',
  confident: 'It ended because the belief is as sure as was asked for.',
  decided: 'It ended because the sequential test has decided.',
  littleGain: 'It ended because no question was expected to tell much more.',
  exhausted: 'It ended because nothing is left to ask.',
  ended: 'You ended it.',
};

type ReadLine = (prompt: string) => Promise<string | undefined>;

export function addAsk(program: Command): void {
  program
    .command('ask')
    .argument('<model>', 'a model that `ulterior train` wrote')
    .description('be interviewed: rate items, and see what each answer gives away')
    .option('--questions <number>', 'questions at most', wholeNumber, 10)
    .option('--strategy <name>', 'how questions are chosen (default: exact)')
    .option('--target <attribute>', 'of a model of several attributes: the one to ask for (default: all at once)')
    .option('--confidence <number>', 'stop when the belief is that sure', positiveNumber)
    .option(
      '--deviation <number>',
      'of a number: stop when it is known that closely (one standard deviation)',
      positiveNumber,
    )
    .option('--error-rate <number>', 'stop when the sequential test decides, wrong at most that often', positiveNumber)
    .option('--smallest-gain <number>', 'stop when a question is expected to lower the risk by less', positiveNumber)
    .option('--advice', 'show before each question what answering costs, and whether to')
    .option('--budget <bits>', `of the advice: what may become known (default: ${DEFAULT_BUDGET})`, positiveNumber)
    .option('--ridge <number>', 'ridge of the classifier (default: from the model)', positiveNumber)
    .option('--seed <number>', 'seed of random strategies', wholeNumber, 1)
    .option('--save <file>', 'keep the transcript in a file')
    .option('--yes', 'consent without being asked')
    .addHelpText(
      'after',
      '\nExamples:\n  ulterior train world:demo --output demo.safetensors\n  ulterior ask demo.safetensors --questions 15',
    )
    .action(ask);
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
    process.stdout.write(prompt);
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
  refuseFlags(flags, ['deviation'], 'a category');
  const advice = flags.advice ? adviceOn(model, flags) : undefined;
  const interview = await converse(start(model, flags), model, readLine, advice);
  sumUp(interview, model);
  return interview;
}

async function consents(model: FactorModel | NumericModel, readLine: ReadLine): Promise<boolean> {
  print(
    pc.bold('Before we begin'),
    `You will be asked to rate items. From your answers this program infers your ${isNumericModel(model) ? model.attribute.name : inferredBy(model)},`,
    'and shows you what it believes after each. Nothing leaves this machine. You can skip, undo and stop at any time.',
    '',
  );
  const answer = await readLine('Do you agree? (y/n) ');
  print('');
  return answer === 'y' || answer === 'yes';
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
      ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }),
      ...(flags.errorRate === undefined ? {} : { errorRates: flags.errorRate }),
      ...(flags.smallestGain === undefined ? {} : { smallestGain: flags.smallestGain }),
    },
    beliefOptions: { ridge: flags.ridge },
  });
}

type AdviceOn = (interview: Interview, question: ItemIndex) => string;

/** What the next answer costs, and whether to give it; by the same model that asks. */
function adviceOn(model: FactorModel, { ridge, budget = DEFAULT_BUDGET }: AskFlags): AdviceOn {
  const start = Advisor.start([{ model, beliefOptions: { ridge } }]);
  return ({ answers }, question) => {
    const told = answers.reduce((advisor, { item, answer }) => advisor.after(model.items.id(item), answer), start);
    return adviceText(told.advise(model.items.id(question), { budget }));
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
    if (advice !== undefined) print(pc.dim(`   ${advice(interview, question)}`));
    const reply = await readLine(`${pc.bold(`${number}. ${model.items.title(question)}`)}  `);
    if (reply === undefined || reply === 'q') return interview.end();
    const next = act(interview, question, reply);
    if (typeof next === 'string') {
      print(pc.yellow(next));
      continue;
    }
    if (reply !== 'u' && next.belief !== interview.belief)
      print(pc.dim(`   that gave away ${bits(interview.posterior(), next.posterior()).toFixed(2)} bits`));
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

/** How far an answer moved the belief, in bits: the divergence of the new posterior from the old one. */
function bits(old: ArrayLike<number>, now: ArrayLike<number>): number {
  return Array.from(now).reduce((sum, p, t) => sum + (p > 0 ? p * Math.log2(p / old[t]!) : 0), 0);
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

function sumUp(interview: Interview, model: FactorModel): void {
  print('', pc.bold('What your answers gave away'));
  let before: ArrayLike<number> = interview.belief.parameters.prior;
  for (const { item, answer, belief } of interview.steps) {
    const now = belief.posterior();
    const shown = answer === 'skip' ? 'skipped' : String(answer);
    print(`   ${bits(before, now).toFixed(2).padStart(5)} bits  ${shown.padStart(7)}  ${model.items.title(item)}`);
    before = now;
  }
  const believed = attributesOf(model).attributes.map(({ name, labels }) => {
    const shares = marginal(model, interview.belief.posterior(), name);
    const best = largestAt(shares);
    return `${labels[best]} (${name}), ${percent(shares[best]!)}`;
  });
  print('', `The belief now: ${believed.join('; ')}.`);
  if (interview.status.kind === 'stopped') print(WHY_STOPPED[interview.status.reason]);
}
