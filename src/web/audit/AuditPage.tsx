/** The audit view: data, settings, results. */
import { useViewWords } from '../words/viewWords.ts';
import { DataStep } from './data/DataStep.tsx';
import { PageDrop } from './data/PageDrop.tsx';
import { FirstFigure } from './results/FirstFigure.tsx';
import { ResultStep } from './results/ResultStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';
import { auditStore } from './state/auditState.ts';
import './audit.css';
import './columns.css';

export function AuditPage() {
  const state = auditStore.use();
  const { audit, components } = useViewWords();
  return (
    <div className="column">
      <h1>{audit.heading}</h1>
      <p className="lead">{audit.lead}</p>
      <p>{audit.local}</p>
      {components.inEnglish !== '' && <p className="quiet small">{components.inEnglish}</p>}
      <DataStep state={state} />
      <SettingsStep state={state} />
      <PageDrop />
      {state.first !== undefined && state.records === undefined && <FirstFigure look={state.first} />}
      {state.records !== undefined && <ResultStep records={state.records} hidden={state.hidden} />}
    </div>
  );
}
