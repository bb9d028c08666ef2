import { expect, it } from 'vitest';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { modelSummaryLines } from './modelSummary.ts';

it('says whether small groups were left out or merged', () => {
  const records = sampleModelRecords();
  const linesWith = (merged: boolean) =>
    modelSummaryLines({ ...records, data: { ...records.data, smallGroups: [{ label: 'X', users: 12, merged }] } });
  expect(linesWith(false)[1]).toMatch(/^Groups of fewer than \d+ people were left out: "X" \(12\)\.$/);
  expect(linesWith(true)[1]).toMatch(/^Groups of fewer than \d+ people were merged into one group: "X" \(12\)\.$/);
});
