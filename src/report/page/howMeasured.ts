/**
 * How figures were measured, in words: folds, controls, intervals, what was set aside, and where it all comes from. Every
 * report takes these sentences from here, so that one fact reads the same everywhere. What only one kind of report can
 * say, that report passes in.
 */
import type { PluginRecord } from '../../plugins/index.ts';
import { count, counted, decimal, percent, withInterval } from '../common/format.ts';
import type { Estimate } from '../common/input.ts';
import { pluginFacts } from '../common/measuredWith.ts';
import { type Html, html } from './html.ts';
import { type Table, table } from './table.ts';

/** What an AUC is, in every report that shows one. */
export const AUC_MEANS = 'the probability that the attacker ranks two people of different groups correctly';

/** For lists of methods: what an AUC is, and how it is read. */
export const aucPoint = html`<li><strong>AUC</strong> is ${AUC_MEANS}: 0.5 is guessing, 1 is certainty. With more than two groups it is the mean
over each group against the rest.</li>
`;

/** `made`: what of a fold comes from the other folds; `alike`: in what the folds resemble each other. */
export function foldsPoint(
  folds: number,
  made = 'the model that interviews a fold was trained on the others',
  alike = '',
): Html {
  return html`<li><strong>No one is judged by a model that has seen them.</strong> People were split into ${counted(folds, 'fold')}${alike}; ${made}.</li>
`;
}

/** `done`: what is shuffled, and what is done with it; `more`: how to read it. */
export function controlPoint(done: string, more = ''): Html {
  return html`<li><strong>The control</strong> ${done}. Whatever is found there is due to the method or to chance.${more && ` ${more}`}</li>
`;
}

interface Resampled {
  readonly level: number;
  readonly resamples: number;
}

/** `hold`: for what an interval holds; `widened`: why it is wider than the resamples say; `more`: figures of other kinds. */
export function intervalsPoint(
  { level, resamples }: Resampled,
  hold: 'they hold at each number of questions by itself' | 'they hold for each figure by itself',
  { widened = '', more = '' }: { readonly widened?: string; readonly more?: Html | string } = {},
): Html {
  return html`<li><strong>Intervals</strong> cover ${percent(level)} and come from ${counted(resamples, 'resample')} of the people${widened && `, ${widened}`}; ${hold}.
${more}</li>
`;
}

interface Planted {
  readonly questions: number;
  /** What is measured: "AUC". */
  readonly metric: string;
  readonly implied: number;
  readonly measured: Estimate;
  readonly impliedByTraining: number;
}

/** An invented world whose true parameters are known: what theory says, and what interviews gave. */
export function plantedTable({ questions, ...planted }: Planted): Table {
  return table(
    'A control with a known answer',
    `In this invented world the true parameters are known, so theory says what a fixed list of ${counted(questions, 'question')} must give, where ratings are not rounded. Measured: by interviews with the true parameters. The last column is the same formula with trained parameters.`,
    [
      { heading: 'Figure', cell: ({ metric }) => metric, text: true },
      { heading: 'Theory', cell: ({ implied }) => decimal(implied, 3) },
      { heading: 'Measured', cell: ({ measured }) => withInterval(measured, 3) },
      { heading: 'Theory, trained', cell: ({ impliedByTraining }) => decimal(impliedByTraining, 3) },
    ],
    [planted],
  );
}

/** Where only what people rated is asked. */
export const whoIsCounted = html`<li><strong>Who is counted:</strong> after each question, those who still had an answer to give. Where people drop out because they
rated few items, a second chart follows the same people throughout.</li>
`;

/** The first words of a limit that every measurement has. */
export const NO_PROOF = 'A low figure is no proof of safety: a better attacker may find more.';

/** The last words of a report that measures a risk. */
export function responsibleUse(more = ''): Html {
  return html`<p><strong>Responsible use.</strong> This report measures a risk so that it can be reduced.${more && ` ${more}`} Use it on data you are allowed to use. Do
not infer about a person what they chose not to tell: in many places that is unlawful, and everywhere it is a breach of trust.</p>`;
}

export function solverName({ solver }: { readonly solver: 'als' | 'sgd' }): string {
  return solver === 'als' ? 'alternating least squares' : 'stochastic gradient descent';
}

export type Facts = readonly (readonly [string, string])[];

interface Made {
  readonly version: number;
  readonly provenance: {
    readonly version: string;
    readonly finished: string;
    readonly plugins?: readonly PluginRecord[];
  };
}

/** With which software, and when. */
export function softwareFacts({ version, provenance }: Made): Facts {
  return [
    ['Software', `ulterior ${provenance.version}, records version ${version}`],
    ...pluginFacts(provenance),
    ['Finished', provenance.finished],
  ];
}

interface Measured extends Made {
  readonly data: { readonly source: string; readonly fingerprint: string };
  readonly spec: {
    readonly seed: number;
    readonly folds: number;
    readonly resamples: number;
    readonly training: { readonly seed: number };
  };
}

/** Of what data, with which software, when, from which seeds, and how often. */
export function measuredFacts(records: Measured): Facts {
  const { data, spec } = records;
  return [
    ['Data', data.source],
    ['Fingerprint', data.fingerprint],
    ...softwareFacts(records),
    ['Seed', `${spec.seed} (training ${spec.training.seed})`],
    ['Folds, resamples', `${spec.folds}, ${count(spec.resamples)}`],
  ];
}

/** Names of files and fingerprints, which are copied. */
const CODE: readonly string[] = ['Fingerprint', 'Model', 'Transcript', 'Judged by'];

export function factList(facts: Facts): Html {
  const rows = facts.map(
    ([name, value]) => html`<dt>${name}</dt><dd>${CODE.includes(name) ? html`<code>${value}</code>` : value}</dd>`,
  );
  return html`<dl class="facts">${rows}</dl>`;
}

/** What makes the figures come out again, and all facts. */
export function provenanceOf(facts: Facts, same = 'data, seed and parameters'): Html {
  return html`<p>The same ${same} give the same figures again, with any number of threads.</p>
${factList(facts)}`;
}
