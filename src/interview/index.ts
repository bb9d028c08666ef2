export { expectedGain } from './expectedGain.ts';
export { Interview } from './interview.ts';
export { NumericInterview, type NumericInterviewSetup } from './numericInterview.ts';
export { compileQuestionnaire, type Questionnaire } from './questionnaire.ts';
export { replay } from './replay.ts';
export type { StoppingRule, StopReason } from './stopping.ts';
export type { Transcript } from './transcript.ts';
