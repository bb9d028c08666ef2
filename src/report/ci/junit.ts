/** A run as JUnit XML: one suite per audit, one case per leak. Pipelines show it beside their other tests. */
import { type CheckedAudit, hasFailed } from './checked.ts';
import { type GateResult, type Judgement, worstOutcome } from './gate.ts';
import { absenceTexts, judgementText, outcomeWords } from './gateWords.ts';
import { xml } from './plain.ts';

interface Case {
  readonly name: string;
  /** What to put inside: nothing where it passed. */
  readonly body?: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
}

export function junitOf(audits: readonly CheckedAudit[]): string {
  const suites = audits.map((audit) => ({ audit, cases: casesOf(audit) }));
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ulterior" ${countsOf(all)}>`,
    ...suites.flatMap(({ audit, cases }) => [
      `  <testsuite name="${xml(audit.name)}" ${countsOf(cases)} skipped="${numberOf(cases, 'skipped')}">`,
      ...cases.map((one) => caseText(one, audit.name)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

const numberOf = (cases: readonly Case[], kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
const countsOf = (cases: readonly Case[]) =>
  `tests="${cases.length}" failures="${numberOf(cases, 'failure')}" errors="${numberOf(cases, 'error')}"`;

function caseText({ name, body }: Case, audit: string): string {
  const start = `    <testcase classname="ulterior.${xml(audit)}" name="${xml(name)}"`;
  return body === undefined ? `${start}/>` : `${start}>${body}</testcase>`;
}

function casesOf(audit: CheckedAudit): Case[] {
  const { problem, gate } = audit;
  if (problem !== undefined) {
    const { code, message, advice } = problem;
    const body = `<error message="${xml(message)}" type="${xml(code)}">${xml(`${message}\nTry: ${advice}`)}</error>`;
    return [{ name: 'the audit runs', kind: 'error', body }];
  }
  if (gate === undefined) return [skipped('the audit runs', 'no gate was asked for')];
  const cases = [
    ...gate.judgements.map((judgement) => caseOf(judgement, gate)),
    ...absenceTexts(gate).map((text) => failure('everything is measured', text, 'notMeasured')),
  ];
  // A suite without a case reads as success.
  return cases.length > 0 || !hasFailed(audit)
    ? cases
    : [failure('everything is measured', 'nothing was measured', 'notMeasured')];
}

function caseOf(judgement: Judgement, { failOn }: GateResult): Case {
  const { leak, trend, failed } = judgement;
  const outcome = worstOutcome(judgement);
  if (failed) return failure(leak.key, judgementText(judgement, failOn), trend?.grew === true ? 'grew' : outcome);
  if (outcome === 'unlimited' && trend === undefined) return skipped(leak.key, outcomeWords.unlimited);
  return { name: leak.key, kind: 'passed' };
}

function failure(name: string, text: string, type: string): Case {
  return { name, kind: 'failure', body: `<failure message="${xml(text)}" type="${xml(type)}">${xml(text)}</failure>` };
}

function skipped(name: string, reason: string): Case {
  return { name, kind: 'skipped', body: `<skipped message="${xml(reason)}"/>` };
}
