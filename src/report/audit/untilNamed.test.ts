import { expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AuditRecords, Finding } from '../common/input.ts';
import { reportOf } from '../kinds/reportOf.ts';
import type { Table } from '../page/table.ts';
import { auditRisk, untilNamed } from './untilNamed.ts';

const share = (value: number) => ({ value, low: value / 2, high: Math.min(1, 2 * value) });

/** The factor model names people in whole histories, two in five and none of the women; in the control it names nobody. */
function named(): AuditRecords {
  const records = sampleRecords();
  const isFactor = ({ exposure, attacker, group }: Finding) =>
    exposure === 'histories' && attacker === 'factor' && group === undefined;
  const counted = withFindings(records, (one) => {
    if (!isFactor(one)) return one;
    if (one.variant === 'shuffled') return { ...one, named: share(0) };
    return { ...one, named: share(0.4), namedRight: share(0.96), named99: share(0.1) };
  });
  const place = { target: 'gender', exposure: 'histories', attacker: 'factor', variant: 'real', people: 6040 } as const;
  const groups = ['F', 'M'].map((group, at) => ({ ...place, group, named: share(0.4 * at), foundAt1: share(0.26) }));
  return { ...counted, findings: [...counted.findings, ...groups] };
}

it('says of everybody and each group who is named, and what the same attacker names where there is nothing', () => {
  const [found] = auditRisk(named()).content;
  const { groups, note } = (found as Table).parts;
  expect(groups[0]!.rows).toEqual([
    ['whole histories', 'Factor model', 'everyone', '40% [20, 80]', '96% [48, 100]', '10% [5, 20]', '–', '–', '–'],
    ['whole histories', 'Factor model', 'F', '0% [0, 0]', '–', '–', '–', '26% [13, 52]', '–'],
    ['whole histories', 'Factor model', 'M', '40% [20, 80]', '–', '–', '–', '26% [13, 52]', '–'],
  ]);
  expect(note).toContain('With the labels shuffled, the attackers name 0 of 6,040 (whole histories).');
  expect(reportOf(named()).page([])).toContain('Who is at risk');
});

it('says how many questions it takes until people are named', () => {
  const records = sampleRecords();
  const saying = (...reached: readonly number[]) => {
    const curve = { attacker: 'separation', confidence: 0.9, reached, right: 0.95 };
    return untilNamed({ ...records, untilNamed: [curve] })[0]!.text;
  };
  const first = Array.from({ length: 11 }, (_, questions) => questions / 100);
  expect(saying(...first, 0.2, 0.2)).toBe(
    '<p>Asked by Exact (IncFBC), 10% of the people are named with 90% certainty within 10 questions and 20% within 12, 95% of them correctly. Half of those who are named are named within 10 questions.</p>',
  );
  expect(saying(0, 0, 0)).toContain('no one is named with 90% certainty within 2 questions');
  expect(untilNamed(records)).toEqual([]);
});

it('is left out of records that count nobody', () => {
  expect(auditRisk(sampleRecords()).content).toEqual([]);
  expect(reportOf(sampleRecords()).page([])).not.toContain('Who is at risk');
});
