/** A run as SARIF 2.1.0: what failed, as findings that code hosts show at the file that asks for the audit. */
import { VERSION } from '../../version/index.ts';
import type { CheckedAudit } from './checked.ts';
import { type Judgement, worstOutcome } from './gate.ts';
import { absenceTexts, judgementText } from './gateWords.ts';

const RULES = {
  'leak-above-limit': 'The strongest attacker finds more than the limit allows.',
  'leak-not-shown-within-limit': 'The audit cannot show that the leak is within the limit.',
  'too-few-people': 'The audit has too few people to see a leak of the size of the limit.',
  'leak-grew': 'The leak grew since the baseline by more than chance explains.',
  'not-measured': 'Something that has a limit or a baseline was not measured.',
  'audit-failed': 'The audit could not run.',
} as const;

type Rule = keyof typeof RULES;

interface Finding {
  readonly rule: Rule;
  readonly text: string;
  /** The same from run to run. */
  readonly about: string;
}

export function sarifOf(audits: readonly CheckedAudit[]): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Ulterior',
            semanticVersion: VERSION,
            rules: Object.entries(RULES).map(([id, text]) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level: 'error' },
            })),
          },
        },
        results: audits.flatMap((audit) => findingsOf(audit).map((finding) => resultOf(finding, audit))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function resultOf({ rule, text, about }: Finding, { name, place }: CheckedAudit) {
  return {
    ruleId: rule,
    ruleIndex: Object.keys(RULES).indexOf(rule),
    level: 'error',
    message: { text: `${name}: ${text}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: relativeUri(place.file) },
          region: { startLine: place.line ?? 1 },
        },
      },
    ],
    partialFingerprints: { 'ulteriorLeak/v1': `${name}: ${about}` },
  };
}

function findingsOf({ gate, problem }: CheckedAudit): Finding[] {
  if (problem !== undefined) {
    const text = `${problem.message} [${problem.code}] Try: ${problem.advice}`;
    return [{ rule: 'audit-failed', text, about: 'the audit runs' }];
  }
  if (gate === undefined) return [];
  const failed = gate.judgements.filter((judgement) => judgement.failed);
  return [
    ...failed.map(
      (judgement): Finding => ({
        rule: ruleOf(judgement),
        text: judgementText(judgement, gate.failOn),
        about: judgement.leak.key,
      }),
    ),
    ...absenceTexts(gate).map((text): Finding => ({ rule: 'not-measured', text, about: text })),
  ];
}

/** A limit that is not kept counts before growth. */
function ruleOf(judgement: Judgement): Rule {
  const outcome = worstOutcome(judgement);
  if (outcome === 'broken') return 'leak-above-limit';
  if (outcome === 'notShown') return 'leak-not-shown-within-limit';
  return outcome === 'tooFewPeople' ? 'too-few-people' : 'leak-grew';
}

/** A path as a relative reference: each part is encoded, and a colon cannot be taken for a scheme. */
function relativeUri(path: string): string {
  return path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
