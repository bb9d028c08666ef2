/** Transcripts of interviews: replayed to the same interview, or refused. */
import { Interview, replay, type Transcript } from '../../../src/interview/index.ts';
import { createStrategy } from '../../../src/selection/index.ts';
import { randomModel } from '../../../src/testing/models.ts';
import { type FuzzTarget, onlyCoded, requireSame, textOf } from '../onlyCoded.ts';

const model = randomModel({ items: 6, dimension: 2, types: 2, seed: 3 });
export const setup = () => ({
  model,
  strategy: createStrategy({ model, seed: 1 }),
  protocol: { kind: 'open' as const },
  stopping: { maxQuestions: 4 },
});
const begun = Interview.start(setup()).transcript();

export const fuzz: FuzzTarget = async (bytes) => {
  const text = textOf(bytes);
  if (text === undefined) return;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return;
  }
  const again = (transcript: unknown) =>
    onlyCoded(() => {
      const replayed = replay(setup(), transcript as Transcript).transcript();
      requireSame('a transcript', replayed, replay(setup(), replayed).transcript());
    });
  await again(given);
  // Most changes break the head, which must be that of the interview; what happened is then tried by itself.
  await again({ ...begun, events: (given as { readonly events?: unknown } | null)?.events });
};
