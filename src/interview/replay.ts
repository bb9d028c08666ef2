/** From a transcript back to the interview it tells of. */
import { UlteriorError } from '../errors/index.ts';
import type { ItemIndex } from '../ratings/index.ts';
import { Interview, type InterviewSetup } from './interview.ts';
import { TRANSCRIPT_FORMAT, TRANSCRIPT_VERSION, type Transcript, type TranscriptEvent } from './transcript.ts';

/** Repeats every event with the given setup; refuses a transcript that does not belong to it. */
export function replay(setup: InterviewSetup, transcript: Transcript): Interview {
  if (!isTranscript(transcript)) throw mismatch('it is not a transcript');
  if (transcript.format !== TRANSCRIPT_FORMAT || transcript.version !== TRANSCRIPT_VERSION) {
    throw mismatch(`it has the format ${transcript.format} version ${transcript.version}`);
  }
  let interview = Interview.start(setup);
  const expected = interview.transcript();
  for (const part of [
    'attribute',
    'dataFingerprint',
    'strategy',
    'protocol',
    'ridge',
    'prior',
    'stopping',
    'calibrated',
    'known',
  ] as const) {
    if (JSON.stringify(expected[part]) !== JSON.stringify(transcript[part])) {
      throw mismatch(`its ${part} is ${JSON.stringify(transcript[part])}, not ${JSON.stringify(expected[part])}`);
    }
  }
  for (const [number, event] of transcript.events.entries()) interview = repeat(interview, event, number);
  return interview;
}

const EVENTS: readonly TranscriptEvent['event'][] = ['answer', 'skip', 'undo', 'end'];

/** A transcript comes from a file, whatever its type says here. */
function isTranscript(transcript: Partial<Transcript> | null): boolean {
  const events: readonly (Partial<TranscriptEvent> | null)[] | undefined = transcript?.events;
  return Array.isArray(events) && events.every((event) => EVENTS.some((name) => name === event?.event));
}

function repeat(interview: Interview, event: TranscriptEvent, number: number): Interview {
  if (event.event === 'undo') return interview.undo();
  if (event.event === 'end') return interview.end();
  const { model } = interview.setup;
  const item: ItemIndex | undefined = model.items.indexOf(event.item);
  const { status } = interview;
  if (item === undefined || status.kind !== 'asking' || status.question !== item) {
    const asked = status.kind === 'asking' ? `asks "${model.items.id(status.question)}"` : 'has stopped';
    throw mismatch(`event ${number + 1} is about item "${event.item}" where the interview ${asked}`);
  }
  return event.event === 'skip' ? interview.skip(item) : interview.answer(item, event.rating);
}

function mismatch(what: string): UlteriorError {
  return new UlteriorError(
    'TRANSCRIPT_MISMATCH',
    `the transcript does not belong to this interview: ${what}`,
    'replay it with the model, strategy and settings it was made with',
  );
}
