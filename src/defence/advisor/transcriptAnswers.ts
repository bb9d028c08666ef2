/** The answers that a transcript leaves standing: what was undone is gone. */
import type { Transcript } from '../../interview/index.ts';
import type { GivenAnswer } from './ledger.ts';

export function answersIn({ events }: Pick<Transcript, 'events'>): GivenAnswer[] {
  // An undo takes back the last event that stands, which may be the end of the interview.
  const standing: Transcript['events'][number][] = [];
  for (const event of events) {
    if (event.event === 'undo') standing.pop();
    else standing.push(event);
  }
  return standing.flatMap((event): GivenAnswer[] => {
    if (event.event === 'answer') return [{ item: event.item, answer: event.rating }];
    return event.event === 'skip' ? [{ item: event.item, answer: 'skip' }] : [];
  });
}
