export { expectedGain } from './expectedGain.ts';
export { Interview, type InterviewSetup, type Status, type Step } from './interview.ts';
export {
  NumericInterview,
  type NumericInterviewSetup,
  type NumericStatus,
  type NumericStep,
  type NumericStoppingRule,
  type NumericStopReason,
  type NumericTranscript,
} from './numericInterview.ts';
export type { Protocol } from './protocol.ts';
export {
  type CompiledQuestion,
  compileQuestionnaire,
  type Questionnaire,
  type QuestionnaireChannel,
  type QuestionnaireOptions,
} from './questionnaire.ts';
export { replay } from './replay.ts';
export type { StoppingRule, StopReason } from './stopping.ts';
export type { Transcript, TranscriptEvent } from './transcript.ts';
