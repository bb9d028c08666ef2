/** What a person writes as JSON to say how to measure: specs of audits of groups and of several attributes. */
import { auditSpec, leakMatrixSpec } from '../../../src/audit/index.ts';
import { type FuzzTarget, onlyCoded, textOf } from '../onlyCoded.ts';

export const fuzz: FuzzTarget = async (bytes) => {
  const text = textOf(bytes);
  if (text === undefined) return;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return;
  }
  for (const checked of [auditSpec, leakMatrixSpec]) {
    await onlyCoded(() => {
      const spec = checked(given as never);
      JSON.stringify(spec);
    });
  }
};
