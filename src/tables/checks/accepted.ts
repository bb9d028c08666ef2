/** Serious findings stop a measurement until somebody mends the data or accepts them. */
import { UlteriorError } from '../../errors/index.ts';
import type { Finding, FindingCode } from '../../ratings/index.ts';

/** Codes that are accepted; `all` where the data are only looked at. */
export type Accepted = readonly FindingCode[] | 'all';

/** The serious ones that nobody accepted. */
export function openFindings(findings: readonly Finding[], accept: Accepted = []): Finding[] {
  return accept === 'all' ? [] : findings.filter(({ code, serious }) => serious && !accept.includes(code));
}

/** Stops whoever would measure. */
export function requireAccepted(source: string, findings: readonly Finding[], accept: Accepted = []): void {
  const open = openFindings(findings, accept);
  if (open.length === 0) return;
  const codes = [...new Set(open.map(({ code }) => code))];
  const several = open.length > 1;
  const found = open.map(({ code, found: what }) => `[${code}] ${what}`).join('; ');
  const advice = open.map(({ code, advice: what }) => (several ? `[${code}] ${what}` : what)).join('; ');
  throw new UlteriorError(
    'DATA_DOUBTFUL',
    `"${source}": ${found}`,
    `${advice}. To measure the data as they are, say --accept ${codes.join(',')} (accept in a data file)`,
    { file: source, findings: open },
  );
}
