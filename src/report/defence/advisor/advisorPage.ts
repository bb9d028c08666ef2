/** The page of a ledger: what the answers of one interview gave away, and what following the advice would have changed. */
import type { LedgerEntry, LedgerRecords } from '../../../defence/index.ts';
import type { Chart, DrawnChart } from '../../common/chart.ts';
import { counted, decimal, listed, percent } from '../../common/format.ts';
import { figure } from '../../page/figure.ts';
import { factList } from '../../page/howMeasured.ts';
import { type Html, html } from '../../page/html.ts';
import type { KeyFigure } from '../../page/pageDocument.ts';
import { keyList, type ReportKind, type Section } from '../../page/pageDocument.ts';
import { table } from '../../page/table.ts';
import { advisorChart } from './advisorChart.ts';

export function ledgerCharts(records: LedgerRecords): readonly Chart[] {
  return records.totals.map((_, seat) => advisorChart(records, seat)).filter((chart) => chart !== undefined);
}

export const ledgerPage: ReportKind<LedgerRecords> = {
  heading: ({ totals }) => `What your answers revealed about ${listed(totals.map(({ attribute }) => attribute))}`,
  about: ({ source, entries }) => [source, counted(entries.length, 'question')],
  sections: sectionsOf,
};

function sectionsOf(records: LedgerRecords, charts: readonly DrawnChart[]): readonly Section[] {
  return [
    { id: 'answer', title: 'The answer', content: [answer(records), keyList(keys(records))] },
    { id: 'ledger', title: 'Answer by answer', content: [...charts.map((chart) => figure(chart)), ...tables(records)] },
    { id: 'methods', title: 'How to read it', content: [methods(records)] },
    { id: 'provenance', title: 'Provenance', content: [facts(records)] },
  ];
}

/** "F (gender), 83%" */
function believed(labels: readonly string[], posterior: readonly number[]): string {
  const best = posterior.indexOf(Math.max(...posterior));
  return `${labels[best]} with ${percent(posterior[best]!)}`;
}

function answer({ totals, entries, budget }: LedgerRecords): Html {
  const sentences = totals.map(
    ({ attribute, labels, known, posterior, followed }) =>
      `After ${counted(entries.length, 'question')} the guess at ${attribute} is ${believed(labels, posterior)} (${decimal(known)} bits known). ` +
      `Following the advice, with a budget of ${decimal(budget)} bits, would have left it at ${believed(labels, followed.posterior)} (${decimal(followed.known)} bits).`,
  );
  return html`<p class="answer">${sentences.join(' ')}</p>
<p>${followingCost(entries)}</p>`;
}

/** What is not said, or not said truly, teaches a recommender less, too. */
export function followingCost(entries: readonly Pick<LedgerEntry, 'advice'>[]): string {
  const advised = (action: LedgerEntry['advice']['action']) =>
    entries.filter(({ advice }) => advice.action === action).length;
  const [skips, distorted] = [advised('skip'), advised('distort')];
  if (skips + distorted === 0) return 'Following the advice costs nothing here: it says to answer every question.';
  const cost = listed([
    ...(skips === 0 ? [] : [`${skips} left unanswered`]),
    ...(distorted === 0 ? [] : [`${distorted} answered with something else`]),
  ]);
  return `Following the advice has a price: of ${counted(entries.length, 'question')}, ${cost}. Recommendations learn less from that.`;
}

function keys({ totals }: LedgerRecords): KeyFigure[] {
  const [first] = totals;
  if (first === undefined) return [];
  return [
    { value: decimal(first.known), interval: 'bits', meaning: `known about ${first.attribute}, as answered` },
    { value: decimal(first.followed.known), interval: 'bits', meaning: 'had the advice been followed' },
    { value: decimal(first.cost), interval: 'bits', meaning: 'expected of honest answers' },
  ];
}

const told = (said: LedgerEntry['answer']) => (said === 'skip' ? 'skip' : String(said));

function advised({ advice: { action, say } }: LedgerEntry): string {
  return action === 'distort' ? `say ${say}` : action;
}

function tables({ entries, totals }: LedgerRecords): Html[] {
  return totals.map(({ attribute }, seat) =>
    table(
      `The ledger of ${attribute}`,
      'Expected: what an honest answer would give away on average. Added: how much more is known after this one than before; these add up to what is known in total. Known: what is known after it; followed: the same had the advice been followed so far. All in bits.',
      [
        { heading: 'Item', cell: ({ title }) => title, text: true },
        { heading: 'Answer', cell: (entry) => told(entry.answer) },
        { heading: 'Advice', cell: advised, text: true },
        { heading: 'Expected', cell: ({ lines }) => decimal(lines[seat]!.cost) },
        { heading: 'Added', cell: ({ lines }) => decimal(lines[seat]!.bits) },
        { heading: 'Known', cell: ({ lines }) => decimal(lines[seat]!.known) },
        { heading: 'Followed', cell: ({ lines }) => decimal(lines[seat]!.followed) },
      ],
      entries,
    ),
  );
}

function methods({ budget }: LedgerRecords): Html {
  return html`<ul>
<li><strong>Bits</strong> measure how far what is believed about you is from what was believed before you said anything. Of two equally likely groups, one bit is certainty; a
quarter of a bit is a probability of 0.79.</li>
<li><strong>Advice</strong> looks at every possible answer before you give one: answer while the budget (${decimal(budget)} bits) holds whatever you would say, skip where
it holds after a skip, and otherwise say the value that reveals least. It does not depend on your true answer.</li>
<li><strong>What the answers added</strong> adds up to what is known in total. It is negative for an answer that took back what others gave away.</li>
<li><strong>The questions</strong> are taken to be the same for everyone. An attacker who chooses by the answers might have asked others.</li>
<li><strong>Other attackers</strong> may know more than these models. A low figure is no proof of safety.</li>
</ul>`;
}

function facts({ source, models, provenance }: LedgerRecords): Html {
  return html`<p>This page holds your answers. Keep it to yourself.</p>
${factList([
  ['Transcript', source],
  ['Judged by', models.join(', ')],
  ['Software', `ulterior ${provenance.version}`],
  ['Made', provenance.finished],
])}`;
}
