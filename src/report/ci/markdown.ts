/** A run as Markdown, for the comment on a pull request: one sentence, one table, and what to do about failures. */
import { decimal, percent } from '../common/format.ts';
import { type CheckedAudit, hasFailed } from './checked.ts';
import type { Judgement, Trend } from './gate.ts';
import { absenceTexts, aucText, endWords, judgementText, outcomeWords, runText } from './gateWords.ts';
import { gateEnds } from './leaks.ts';
import { plain } from './plain.ts';

export function markdownOf(audits: readonly CheckedAudit[]): string {
  const passed = !audits.some(hasFailed);
  return [
    `## ${passed ? '✅' : '❌'} Ulterior: ${passed ? 'no leak above its limit' : 'the gate failed'}`,
    '',
    plain(runText(audits)),
    '',
    ...tableOf(audits),
    ...failuresOf(audits),
    ...methodOf(audits),
    '',
  ].join('\n');
}

function tableOf(audits: readonly CheckedAudit[]): string[] {
  const rows = audits.flatMap(({ name, gate }) =>
    (gate?.judgements ?? []).map((judgement) => row([name, ...cellsOf(judgement)])),
  );
  if (rows.length === 0) return [];
  return [
    '| | audit | what is inferred | where | AUC [interval] | limit | since the baseline |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ];

  function row([name, sign, ...cells]: readonly string[]): string {
    return `| ${[sign!, name!, ...cells].map(plain).join(' | ')} |`;
  }
}

function cellsOf({ leak, limit, outcome, named, trend, failed }: Judgement): string[] {
  const limits = [
    ...(limit === undefined ? [] : [`${limit}: ${outcomeWords[outcome]}`]),
    ...(named === undefined ? [] : [`${percent(named.limit, 1)} named: ${outcomeWords[named.outcome]}`]),
  ];
  const allowed = limits.length === 0 ? '–' : limits.join('; ');
  return [
    failed ? '❌' : limits.length === 0 && trend === undefined ? '–' : '✅',
    leak.attribute,
    leak.where,
    `${aucText(leak)}${leak.basis === 'implied' ? ' (implied, no one was asked)' : ''}`,
    allowed,
    trend === undefined ? '–' : changeText(trend),
  ];
}

function changeText({ difference, grew }: Trend): string {
  const { value, low, high } = difference;
  const change = `${value > 0 ? '+' : ''}${decimal(value, 3)} [${decimal(low, 3)}, ${decimal(high, 3)}]`;
  if (grew) return `${change} grew`;
  return `${change} ${high < 0 ? 'fell' : 'no change shown'}`;
}

function failuresOf(audits: readonly CheckedAudit[]): string[] {
  const texts = audits.flatMap(({ name, gate, problem }) => [
    ...(problem === undefined
      ? []
      : [`${name} could not be measured: ${problem.message} [${problem.code}] Try: ${problem.advice}`]),
    ...(gate === undefined
      ? []
      : [
          ...gate.judgements
            .filter(({ failed }) => failed)
            .map((judgement) => `${name}: ${judgementText(judgement, gate.failOn)}`),
          ...absenceTexts(gate).map((text) => `${name}: ${text}`),
        ]),
  ]);
  return texts.length === 0 ? [] : ['**Why it failed**', '', ...texts.map((text) => `- ${plain(text)}`), ''];
}

/** By which end of the interval it was judged. */
function methodOf(audits: readonly CheckedAudit[]): string[] {
  const used = gateEnds.filter((end) => audits.some(({ gate }) => gate?.failOn === end));
  if (used.length === 0) return [];
  const ends = used.map((end) => endWords[end]).join(' or ');
  return [
    `<sub>Judged by ${ends}, the largest over all attackers. An AUC of 0.5 is guessing, 1 is certainty: how often the attacker picks the right one of two people.</sub>`,
  ];
}
