/** Findings on a terminal: the serious ones first, within 80 columns. */
import type { Finding } from '../../ratings/index.ts';
import { findingText } from '../../tables/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { wrapped } from '../shared/output.ts';

const pc = coloursFor(process.stdout);

/** At most `most`, and all that are serious: those must be settled. */
export function findingLines(findings: readonly Finding[], most = Number.POSITIVE_INFINITY): string[] {
  const serious = findings.filter((finding) => finding.serious);
  const others = findings.filter((finding) => !finding.serious);
  const shown = [...serious, ...others.slice(0, Math.max(0, most - serious.length))];
  const hidden = findings.length - shown.length;
  return [
    ...shown.flatMap((finding) => [
      `${finding.serious ? pc.red(`! ${finding.code}`) : pc.yellow(`  ${finding.code}`)}  ${pc.dim(finding.place)}`,
      ...wrapped(findingText(finding), 4),
    ]),
    ...(hidden > 0 ? [pc.dim(`  and ${hidden} more (--json lists all)`)] : []),
  ];
}
