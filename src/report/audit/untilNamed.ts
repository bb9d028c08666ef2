/** Whom attackers name in an audit: the table of all reports (page/riskTable.ts), and after how many questions. */
import { count, counted, percent } from '../common/format.ts';
import type { AuditRecords, Finding } from '../common/input.ts';
import { headlineQuestions, labelOf, nameOf } from '../common/lookup.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';
import { riskSection } from '../page/riskTable.ts';

export function auditRisk(records: AuditRecords): Section {
  const { content, ...section } = riskSection(records.findings, {
    where: whereOf,
    attacker: (found) => labelOf(records, found),
  });
  return { ...section, content: [...untilNamed(records), ...content] };
}

/** How many questions it takes until people are named; nothing of records that do not say. */
export function untilNamed(records: AuditRecords): Html[] {
  const curve = records.untilNamed?.find(({ confidence }) => confidence === 0.9);
  if (curve === undefined) return [];
  const { attacker, reached, right } = curve;
  const [last, most] = [reached.length - 1, reached.at(-1)!];
  const who = `Asked by ${nameOf(records, attacker)}`;
  if (most === 0) return [html`<p>${who}, no one is named with 90% certainty within ${counted(last, 'question')}.</p>`];
  const questions = headlineQuestions(records);
  const half = reached.findIndex((share) => share >= most / 2);
  return [
    html`<p>${`${who}, ${percent(reached[questions] ?? most)} of the people are named with 90% certainty within ${counted(questions, 'question')} and ${percent(most)} within ${count(last)}, ${percent(right)} of them correctly. Half of those who are named are named within ${counted(half, 'question')}.`}</p>`,
  ];
}

function whereOf({ exposure, length }: Finding): string {
  if (exposure === 'histories') return 'whole histories';
  return `${counted(length!, 'question')}${exposure === 'openQuestions' ? ' about anything' : ''}`;
}
