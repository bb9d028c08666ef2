export { Interview, type InterviewSetup, type Status, type Step } from './interview.ts';
export type { Protocol } from './protocol.ts';
export { replay } from './replay.ts';
export type { StoppingRule, StopReason } from './stopping.ts';
export type { Transcript, TranscriptEvent } from './transcript.ts';
