/**
 * A unit of work: some people, interviewed in one way. They answer with the ratings they gave, and say "haven't seen it"
 * to everything else. How an interview starts, and what is written down of it, depends on what it is about: groups
 * (groupInterviews.ts) or a number (numberInterviews.ts).
 */
import { defineTask } from '../../maths/index.ts';
import { type CompressedRows, type ItemIndex, itemIndex } from '../../ratings/index.ts';
import type { NamedArrays } from '../folds/index.ts';
import { type GroupInterviews, groupInterviews } from './groupInterviews.ts';
import type { InterviewKind } from './interviewKind.ts';
import { type NumberInterviews, numberInterviews } from './numberInterviews.ts';
import { EARLY } from './outcomes.ts';

/** Who is asked. */
export interface Interviewed {
  /** Numbers of the people, which decide their random choices. */
  readonly people: Uint32Array;
  /** A row per person: what they can answer, and what is held out where that is predicted. */
  readonly histories: CompressedRows;
  readonly heldOut?: CompressedRows | undefined;
}

export type InterviewUnit = (GroupInterviews | NumberInterviews) & Interviewed;

/** What interviews about anything have in common. */
interface Asking<Self> {
  readonly status: { readonly kind: 'asking'; readonly question: ItemIndex } | { readonly kind: 'stopped' };
  answer(item: ItemIndex, rating: number): Self;
  skip(item: ItemIndex): Self;
}

export const interviewTask = defineTask<InterviewUnit, NamedArrays>('audit-interviews', (unit) =>
  unit.about === 'groups'
    ? interviewEach(unit, groupInterviews(unit, unit.people.length))
    : interviewEach(unit, numberInterviews(unit, unit.people.length)),
);

function interviewEach<Interview extends Asking<Interview>>(
  { people, histories, heldOut }: Interviewed,
  { start, notes, outcomes }: InterviewKind<Interview>,
): NamedArrays {
  for (const [row, number] of people.entries()) {
    const ratings = rowEntries(histories, row);
    const person = { row, number, ratings, heldOut: heldOut === undefined ? new Map() : rowEntries(heldOut, row) };
    const writers = notes.map((note) => note(person));
    let interview = start(person);
    for (let question = 0; ; question++) {
      for (const write of writers) write(interview, question);
      if (interview.status.kind === 'stopped') break;
      const item = interview.status.question;
      const rating = ratings.get(item);
      interview = rating === undefined ? interview.skip(item) : interview.answer(item, rating);
      outcomes.lengths[row]!++;
      if (rating !== undefined) outcomes.seen[row]!++;
      if (question >= EARLY) continue;
      outcomes.early[row * EARLY + question] = item + 1;
      if (rating === undefined) outcomes.skips[row]! |= 1 << question;
    }
  }
  return outcomes;
}

function rowEntries({ starts, indices, values }: CompressedRows, row: number): Map<ItemIndex, number> {
  const entries = new Map<ItemIndex, number>();
  for (let at = starts[row]!; at < starts[row + 1]!; at++) entries.set(itemIndex(indices[at]!), values[at]!);
  return entries;
}
