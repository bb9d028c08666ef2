/** Findings on a terminal: the serious ones first, within 80 columns. */
import type { Finding } from '../../ratings/index.ts';
import { findingText } from '../../tables/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { wrapped } from '../shared/output.ts';

const pc = coloursFor(process.stdout);

export function findingLines(findings: readonly Finding[]): string[] {
  return [...findings.filter(({ serious }) => serious), ...findings.filter(({ serious }) => !serious)].flatMap(
    (finding) => [
      `  ${finding.serious ? pc.red(finding.code) : pc.yellow(finding.code)}  ${pc.dim(finding.place)}`,
      ...wrapped(findingText(finding), 4),
    ],
  );
}
