/** The audit view: data, settings, results. */

import { DataStep } from './data/DataStep.tsx';
import { PageDrop } from './data/PageDrop.tsx';
import { ResultStep } from './results/ResultStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';
import { auditStore } from './state/auditState.ts';
import './audit.css';
import './columns.css';

export function AuditPage() {
  const state = auditStore.use();
  return (
    <div className="column">
      <h1>What do your ratings give away?</h1>
      <p className="lead">
        Bring ratings and something known about the people. This page plays the attacker: it asks each person a few
        questions, guesses, and counts how often it is right.
      </p>
      <p>
        Everything is computed in this browser. Your files are not sent anywhere, and they are forgotten when you close
        the page.
      </p>
      <DataStep state={state} />
      <SettingsStep state={state} />
      <PageDrop />
      {state.records !== undefined && <ResultStep records={state.records} hidden={state.hidden} />}
    </div>
  );
}
