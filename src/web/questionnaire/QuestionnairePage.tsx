/** The questionnaire view: what a list of questions gives away, and a better one. */
import { useEffect } from 'react';
import { Problem } from '../components/Problem.tsx';
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
  useEffect(() => void loadShipped(), []);
  return (
    <div className="column">
      <h1>What do your questions give away?</h1>
      <p className="lead">
        Many services ask newcomers to rate a few things. Check such a list: what would the answers tell, besides taste?
      </p>
      {state.groups.length === 0 ? (
        state.loading.kind === 'failed' ? (
          <Problem error={state.loading.error} />
        ) : (
          <p className="quiet">Loading the models …</p>
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
