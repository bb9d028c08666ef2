/** Third step: what came out. One sentence and one picture first, for whoever decides; then everything behind them. */
import { useMemo } from 'react';
import type { AuditRecords } from '../../../audit/index.ts';
import { answerOf, keyFigures, reportCharts } from '../../../report/index.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { auditStore } from '../state/auditState.ts';
import { ReportDownloads } from './ReportDownloads.tsx';
import { ResultChart } from './ResultChart.tsx';
import { KeyFigures, ResultHeading } from './resultParts.tsx';
import { shownRecords } from './shownRecords.ts';
import { verdictText } from './verdict.ts';

/** What is drawn here, in this order; the report has more. */
const DRAWN = ['headline', 'auc', 'auc-by-type', 'confusion', 'items', 'rating-error', 'confidence', 'reliability'];

interface Props {
  readonly records: AuditRecords;
  readonly hidden: readonly string[];
}

export function ResultStep({ records, hidden }: Props) {
  const shown = useMemo(() => shownRecords(records, hidden), [records, hidden]);
  const charts = useMemo(() => {
    const all = reportCharts(shown);
    return DRAWN.flatMap((id) => all.filter((chart) => chart.id === id));
  }, [shown]);
  const { data } = useWords();
  const words = useViewWords().audit.result;
  const { found, meaning, behind } = useMemo(() => answerOf(records), [records]);
  const [picture, ...others] = charts;
  return (
    <section aria-labelledby="result-title">
      <ResultHeading records={records} />
      <p className="lead" id="answer">
        {verdictText(records, words.verdicts, data.leaks)}
      </p>
      {picture !== undefined && <ResultChart chart={picture} records={shown} />}
      <ReportDownloads records={records} rows="curves" />
      <h3 className="step-part">{words.details}</h3>
      <div id="found" lang="en">
        {[found, meaning, behind].map((text) => text !== '' && <p key={text}>{text}</p>)}
        <KeyFigures figures={keyFigures(records)} />
      </div>
      <p className="quiet">{words.auc}</p>
      <Toggles records={records} hidden={hidden} />
      {others.map((chart) => (
        <ResultChart key={chart.id} chart={chart} records={shown} />
      ))}
    </section>
  );
}

function Toggles({ records, hidden }: Props) {
  const [, ...others] = records.contenders;
  const words = useViewWords().audit.result;
  if (others.length === 0) return null;
  return (
    <fieldset className="toggles">
      <legend>{words.alsoShown}</legend>
      {others.map(({ id, label }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={!hidden.includes(id)}
            onChange={(event) =>
              auditStore.set({
                hidden: event.target.checked ? hidden.filter((other) => other !== id) : [...hidden, id],
              })
            }
          />
          <span lang="en">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
