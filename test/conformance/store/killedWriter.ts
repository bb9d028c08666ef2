/** A process that writes answers to many interviews at once is killed: what it heard of is there, in order, and once. */
import { expect } from 'vitest';
import { openStore, type StoreLocation } from '../../../service/src/store/index.ts';
import { startStoreProcess } from '../../support/storeProcess.ts';

export async function killedWriter(location: StoreLocation): Promise<void> {
  const writer = startStoreProcess('append', location);
  await writer.saying(/^acknowledged \S+ 30$/);
  await writer.kill();
  const interviews = writer.lines.flatMap((line) => /^interview (\S+)$/.exec(line)?.[1] ?? []);
  expect(interviews).toHaveLength(16);
  const store = await openStore(location);
  try {
    for (const id of interviews) {
      const acknowledged = writer.lines.filter((line) => line.startsWith(`acknowledged ${id} `)).length;
      // A server may still be busy with the last statement of the dead: it is over when this gets its turn.
      await store.interviews.append(id, -1, { item: 'x', rating: 0 });
      const { interview, answers } = (await store.interviews.withAnswers(id))!;
      // One more may have been written and not yet said.
      expect(answers.length - acknowledged).toBeGreaterThanOrEqual(0);
      expect(answers.length - acknowledged).toBeLessThanOrEqual(1);
      expect(interview.revision).toBe(answers.length);
      expect(answers).toEqual(answers.map((_, n) => ({ item: `item ${n}`, rating: n })));
    }
  } finally {
    await store.close();
  }
}
