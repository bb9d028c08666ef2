export { type AttackerName, attackersKnown, isKnowing as isKnowingAttacker } from './attackerNames.ts';
export { type DefenceChoice, defenceBefore } from './defenceBefore.ts';
export { evaluateDefences, planDefences } from './evaluateDefences.ts';
export { learnersAmong } from './publicKnowledge.ts';
export * from './records.ts';
export {
  type DefenceSpec,
  defenceDefaults,
  defenceSchema,
  defenceSpec,
  defencesFor,
  type EvaluatedDefence,
} from './spec.ts';
export { defenceTasks } from './tasks.ts';
export { verdictOf as defenceVerdict } from './verdict.ts';
