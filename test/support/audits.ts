/** Small audits for tests, and waiting for them. */
import type { AuditRequest } from '../../service/src/server/audits/auditSchemas.ts';

export const WORLD = 'world:demo,users=120,items=40,ratingsPerUser=20';
export const QUICK = {
  folds: 2,
  maxQuestions: 5,
  heldOut: 2,
  resamples: 50,
  controls: 1,
  permutations: 200,
  strategies: ['separation', 'random'],
  classifiers: ['factor'],
} satisfies AuditRequest['settings'];
export const REQUEST: AuditRequest = { data: { name: WORLD }, settings: QUICK };

/** Long enough to be stopped in the middle. */
export const LONG: AuditRequest = {
  data: { name: 'world:demo,users=200,items=40,ratingsPerUser=25' },
  settings: { ...QUICK, folds: 8, maxQuestions: 20, strategies: ['separation', 'entropy', 'random'] },
};

export async function until<Value>(look: () => Promise<Value>, wanted: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await look();
    if (wanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** The records without the time at which they were finished. */
export function timeless(records: string) {
  const { provenance, ...rest } = JSON.parse(records);
  const { finished: _, ...lasting } = provenance;
  return { ...rest, provenance: lasting };
}
