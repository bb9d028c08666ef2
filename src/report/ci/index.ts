export { type CheckedAudit, type CheckProblem, hasFailed } from './checked.ts';
export { type GateResult, type Judgement, judgeLeaks, type Limits } from './gate.ts';
export { endWords, gateLines, judgementText, runText } from './gateWords.ts';
export { junitOf } from './junit.ts';
export { type GatedRecords, type GateEnd, gateEnds, isGated, type Leak, leaksOf } from './leaks.ts';
export { markdownOf } from './markdown.ts';
export { sarifOf } from './sarif.ts';
