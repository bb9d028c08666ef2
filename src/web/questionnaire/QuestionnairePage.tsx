/** The questionnaire view: what a list of questions gives away, and a better one. */
import { useEffect } from 'react';
import { Problem } from '../components/Problem.tsx';
import { useViewWords } from '../words/viewWords.ts';
import { BetterList } from './BetterList.tsx';
import { CheckResult } from './CheckResult.tsx';
import { ListStep } from './ListStep.tsx';
import { ModelStep } from './ModelStep.tsx';
import { loadShipped } from './questionnaireActions.ts';
import { questionnaireStore } from './questionnaireState.ts';
import '../audit/audit.css';
import './questionnaire.css';

export function QuestionnairePage() {
  const state = questionnaireStore.use();
  const { questionnaire, components } = useViewWords();
  useEffect(() => void loadShipped(), []);
  return (
    <div className="column">
      <h1>{questionnaire.heading}</h1>
      <p className="lead">{questionnaire.lead}</p>
      {components.inEnglish !== '' && <p className="quiet small">{components.inEnglish}</p>}
      {state.groups.length === 0 ? (
        state.loading.kind === 'failed' ? (
          <Problem error={state.loading.error} />
        ) : (
          <p className="quiet">{questionnaire.loading}</p>
        )
      ) : (
        <>
          <ModelStep state={state} />
          <ListStep state={state} />
          <CheckResult state={state} />
          <BetterList state={state} />
        </>
      )}
    </div>
  );
}
