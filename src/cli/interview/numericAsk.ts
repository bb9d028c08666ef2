/** `ulterior ask` with a model of a number: after every answer the guess, and where the number lies nine times in ten. */
import type { NumericModel } from '../../factorization/index.ts';
import type { NumericBelief } from '../../inference/index.ts';
import { NumericInterview } from '../../interview/index.ts';
import { type ItemIndex, onScale } from '../../ratings/index.ts';
import { createNumericStrategy } from '../../selection/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { refuseFlags } from '../shared/options.ts';
import { print } from '../shared/output.ts';

const pc = coloursFor(process.stdout);

/** Of the bar, in characters. */
const WIDTH = 40;
const COVERAGE = 0.9;

interface NumericAskFlags {
  readonly questions: number;
  readonly strategy?: string;
  readonly ridge?: number;
  readonly deviation?: number;
  readonly seed: number;
}

type ReadLine = (prompt: string) => Promise<string | undefined>;

export async function askForNumber(
  model: NumericModel,
  flags: NumericAskFlags,
  readLine: ReadLine,
): Promise<NumericInterview> {
  refuseFlags(flags, ['confidence', 'errorRate', 'smallestGain', 'advice', 'budget'], 'a number');
  let interview = NumericInterview.start({
    model,
    strategy: createNumericStrategy({ model, seed: flags.seed }, flags.strategy),
    protocol: { kind: 'open' },
    stopping: {
      maxQuestions: flags.questions,
      deviation: flags.deviation,
    },
    beliefOptions: { ridge: flags.ridge },
  });
  const { min, max } = model.scale;
  print(pc.dim(`A rating from ${min} to ${max}; s skip, u undo, q stop.`), '');
  print(beliefLine(interview.belief, model));
  while (interview.status.kind === 'asking') {
    const { question } = interview.status;
    const reply = await readLine(`${pc.bold(`${interview.steps.length + 1}. ${model.items.title(question)}`)}  `);
    if (reply === undefined || reply === 'q') {
      interview = interview.end();
      break;
    }
    const next = act(interview, question, reply);
    if (typeof next === 'string') {
      print(pc.yellow(next));
      continue;
    }
    interview = next;
    print(beliefLine(interview.belief, model));
  }
  sumUp(interview, model);
  return interview;
}

/** The interview after the reply, or what is wrong with it. */
function act(interview: NumericInterview, question: ItemIndex, reply: string): NumericInterview | string {
  if (reply === 'u') return interview.steps.length > 0 ? interview.undo() : 'There is nothing to undo yet.';
  if (reply === 's') return interview.skip(question);
  const { min, max, step } = interview.setup.model.scale;
  const rating = Number(reply);
  if (reply === '' || !onScale(interview.setup.model.scale, rating)) {
    return `Please give a rating from ${min} to ${max}${step > 0 && step !== 1 ? ` in steps of ${step}` : ''}, or s, u, q.`;
  }
  return interview.answer(question, rating);
}

/** "age 34 ± 9" and a bar: the interval filled, the guess marked, from end to end of what is likely before any answer. */
function beliefLine(belief: NumericBelief, model: NumericModel): string {
  const { name, mean, variance } = model.attribute;
  const reach = 2.5 * Math.sqrt(variance);
  const [from, to] = [mean - reach, mean + reach];
  const cellOf = (value: number) =>
    Math.min(WIDTH - 1, Math.max(0, Math.floor((WIDTH * (value - from)) / (to - from))));
  const { low, high } = belief.interval(COVERAGE);
  const [first, last, guess] = [low, high, belief.mean].map(cellOf);
  const cells = Array.from({ length: WIDTH }, (_, cell) => {
    if (cell === guess) return '█';
    return cell >= first! && cell <= last! ? '▒' : '·';
  }).join('');
  const text = `${name} ${told(belief.mean, belief)} ± ${told(belief.deviation, belief)}`;
  return `   ${told(from, belief).padStart(4)} ${pc.cyan(cells)} ${told(to, belief).padEnd(4)}  ${pc.bold(text)}`;
}

/** Whole where the number is known to several units only, else with a digit or more. */
function told(value: number, { deviation }: NumericBelief, more = 0): string {
  const digits = more + Math.max(0, -Math.floor(Math.log10(deviation)));
  return value.toFixed(Math.min(6, digits));
}

function sumUp(interview: NumericInterview, model: NumericModel): void {
  print('', pc.bold('What your answers gave away'));
  let before = Math.sqrt(model.attribute.variance);
  let guess = model.attribute.mean;
  for (const { item, answer, belief } of interview.steps) {
    const moved = told(belief.mean - guess, belief, 1);
    const shown = answer === 'skip' ? 'skipped' : String(answer);
    print(
      `   ${(moved.startsWith('-') ? moved : `+${moved}`).padStart(6)}   ± ${told(before, belief, 1)} to ± ${told(belief.deviation, belief, 1)}  ${shown.padStart(7)}  ${model.items.title(item)}`,
    );
    before = belief.deviation;
    guess = belief.mean;
  }
  const { belief } = interview;
  const { low, high } = belief.interval(COVERAGE);
  print(
    '',
    `The belief now: ${model.attribute.name} ${told(belief.mean, belief)}, nine times in ten between ${told(low, belief)} and ${told(high, belief)}.`,
  );
}
