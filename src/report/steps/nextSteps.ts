/**
 * What whoever reads a report can do next, each step with a command about the same data. Only commands and flags that
 * exist are printed: a test parses each of them with the real command line, and runs them.
 */
import { counted } from '../common/format.ts';
import type { NamedData } from '../common/input.ts';
import { commandLine, shellWord } from '../common/shellWords.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';

/** Something to do next, with the command that does it. */
export interface NextStep {
  readonly text: string;
  /** The words of a command line. */
  readonly command?: readonly string[];
}

/** What every kind of records says about where its data come from. */
interface Origin {
  readonly source: string;
  /** Names of the attributes, for records that do not say how a command line names the data. */
  readonly attributes: readonly string[];
  readonly named?: NamedData | undefined;
}

/** The limit that a list is designed for where nobody named one: the same as the command's own. */
export const USUAL_LIMIT = 0.6;
const LIST = 'list.csv';

/** How a command line names the data: as it did, or as well as the records know. */
function dataNamed({ source, attributes, named }: Origin): NamedData {
  return named ?? { data: source, attributes: source.startsWith('world:') ? [] : attributes, flags: [] };
}

const attributeFlag = (attributes: readonly string[]) => attributes.flatMap((attribute) => ['--attribute', attribute]);

const asArgument = ({ data, attributes, flags }: NamedData) => [data, ...attributeFlag(attributes), ...flags];

interface ListGoal {
  readonly questions: number;
  readonly maxAuc?: number | undefined;
}

export function designStep(
  named: NamedData,
  { questions, maxAuc = USUAL_LIMIT }: ListGoal,
  advice = 'Ask questions that give away less.',
): NextStep {
  return {
    text: `${advice} This designs ${counted(questions, 'question')} that should keep every attacker below an AUC of ${maxAuc}, measures them, and writes them to ${LIST}:`,
    command: [
      ...['ulterior', 'design', ...asArgument(named)],
      ...[
        '--questions',
        String(questions),
        '--max-auc',
        String(maxAuc),
        '--save-list',
        LIST,
        '--output',
        'less-revealing',
      ],
    ],
  };
}

/** `list`: the file of the list. */
export function gateStep(named: NamedData, maxAuc = USUAL_LIMIT, list = LIST): NextStep {
  return {
    text: `Keep it that way. In a build or a release check, this fails with exit status 4 unless ${list} is shown to stay within an AUC of ${maxAuc}:`,
    command: ['ulterior', 'audit', ...asArgument(named), '--list', list, '--max-auc', String(maxAuc)],
  };
}

export function defendStep(named: NamedData): NextStep {
  return {
    text: 'Measure what people can do themselves: how much each defence hides, also from an attacker who knows of it, and what it costs:',
    command: ['ulterior', 'audit', ...asArgument(named), '--defence', 'default', '--output', 'defences'],
  };
}

export function auditStep(named: NamedData, text: string, ...more: readonly string[]): NextStep {
  return { text, command: ['ulterior', 'audit', ...asArgument(named), ...more] };
}

/** Steps, and what must be known before a command is copied. */
export interface NextSteps {
  readonly steps: readonly NextStep[];
  readonly note: string;
}

export function nextSteps(origin: Origin, steps: (named: NamedData) => readonly NextStep[]): NextSteps {
  return { steps: steps(dataNamed(origin)), note: noteOf(origin) };
}

function noteOf({ named }: Origin): string {
  return named === undefined
    ? 'These records do not say how the data were read. Add the flags that you read them with, such as --users-table or --min-user.'
    : 'Run the commands in the folder from which the data were read. They use the same data, read in the same way.';
}

export function stepsSection({ steps, note }: NextSteps): Section {
  const rows = steps.map(
    ({ text, command }) =>
      html`<li><p>${unbroken(text)}</p>${command === undefined ? '' : html`<pre><code>${commandHtml(command)}</code></pre>`}</li>\n`,
  );
  const list = html`<ol class="steps">${rows}</ol>\n${note === '' ? '' : html`<p class="quiet">${note}</p>`}`;
  return { id: 'next', title: 'What you can do', content: steps.length === 0 ? [] : [list] };
}

/** Lines break between words only: "--save-" at the end of one would be misread. */
function commandHtml(command: readonly string[]): Html[] {
  return command.map((word, at) => html`${at === 0 ? '' : ' '}<span>${shellWord(word)}</span>`);
}

/** The same for a terminal. */
export function stepLines({ steps, note }: NextSteps): string[] {
  if (steps.length === 0) return [];
  const lines = steps.flatMap(({ text, command }) => [
    `- ${text}`,
    ...(command === undefined ? [] : [`  ${commandLine(command)}`]),
  ]);
  return ['', 'What you can do', ...lines, ...(note === '' ? [] : [note])];
}
