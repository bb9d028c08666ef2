/** Everything the questionnaire view knows. */
import type { AgendaFinding, QuestionnaireStudy } from '../../defence/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import type { Activity } from '../audit/state/auditState.ts';
import { createStore } from '../audit/state/store.ts';
import type { ExampleList } from '../engine/api/questionnaire.ts';

/** Models that speak of the same items. */
export interface ModelGroup {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly attribution?: string | undefined;
  readonly models: readonly { readonly model: FactorModel; readonly bytes: Uint8Array }[];
}

export interface QuestionnaireState {
  readonly groups: readonly ModelGroup[];
  /** Id of the group the list is held against. */
  readonly group: string;
  /** Attributes that are not looked at. */
  readonly off: readonly string[];
  readonly loading: Activity;
  readonly training: Activity;
  readonly text: string;
  readonly examples: readonly ExampleList[];
  readonly listError?: unknown;
  readonly checking: Activity;
  readonly study?: QuestionnaireStudy | undefined;
  readonly aiming: Activity;
  readonly agenda?: { readonly samples: number; readonly findings: readonly AgendaFinding[] } | undefined;
  readonly questions: number;
  readonly maxAuc: number;
  readonly designing: Activity;
  readonly design?: QuestionnaireStudy | undefined;
}

const IDLE: Activity = { kind: 'idle' };

export const questionnaireStore = createStore<QuestionnaireState>({
  groups: [],
  group: '',
  off: [],
  loading: IDLE,
  training: IDLE,
  text: '',
  examples: [],
  checking: IDLE,
  aiming: IDLE,
  questions: 10,
  maxAuc: 0.6,
  designing: IDLE,
});

export function groupOf({ groups, group }: QuestionnaireState): ModelGroup | undefined {
  return groups.find(({ id }) => id === group);
}

/** The models of the attributes that are looked at. */
export function chosenModels(state: QuestionnaireState): ModelGroup['models'] {
  return groupOf(state)?.models.filter(({ model }) => !state.off.includes(model.attribute)) ?? [];
}
