export { type DefenceTools, evaluateDefences, planDefences } from './evaluateDefences.ts';
export { isKnowing as isKnowingAttacker } from './knowingAttackers.ts';
export type * from './records.ts';
export {
  type AttackerName,
  type DefenceSpec,
  defenceDefaults,
  defenceSpec,
  defencesFor,
  type EvaluatedDefence,
} from './spec.ts';
export { defenceTasks } from './tasks.ts';
export { verdictOf as defenceVerdict } from './verdict.ts';
