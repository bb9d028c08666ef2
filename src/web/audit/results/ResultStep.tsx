/** Third step: what came out. */
import { useEffect, useMemo, useRef } from 'react';
import type { AuditRecords } from '../../../audit/index.ts';
import { answerText, keyFigures, reportCharts } from '../../../report/index.ts';
import { auditStore } from '../state/auditState.ts';
import { ReportDownloads } from './ReportDownloads.tsx';
import { ResultChart } from './ResultChart.tsx';
import { shownRecords } from './shownRecords.ts';

/** What is drawn here, in this order; the report has more. */
const DRAWN = ['headline', 'auc', 'auc-by-type', 'confusion', 'items', 'rating-error', 'confidence', 'reliability'];

interface Props {
  readonly records: AuditRecords;
  readonly hidden: readonly string[];
}

/** What had the focus already: coming back to the view does not take it again. */
let seen: AuditRecords | undefined;

export function ResultStep({ records, hidden }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Results appear below what was pressed: the focus goes to them, once.
  useEffect(() => {
    if (records !== seen) heading.current?.focus();
    seen = records;
  }, [records]);
  const shown = useMemo(() => shownRecords(records, hidden), [records, hidden]);
  const charts = useMemo(() => {
    const all = reportCharts(shown);
    return DRAWN.flatMap((id) => all.filter((chart) => chart.id === id));
  }, [shown]);
  return (
    <section aria-labelledby="result-title">
      <h2 id="result-title" ref={heading} tabIndex={-1}>
        3. What came out
      </h2>
      <p className="lead" id="answer">
        {answerText(records)}
      </p>
      <dl className="keys">
        {keyFigures(records).map(({ value, interval, meaning }, at) => (
          <div key={meaning} className={at === 0 ? 'first' : undefined}>
            <dt>{meaning}</dt>
            <dd>
              {value} <small>{interval}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        AUC: of two people from different groups, how often the right one is picked. 0.5 is guessing, 1 is certainty.
      </p>
      <ReportDownloads records={records} rows="Curves" />
      <Toggles records={records} hidden={hidden} />
      {charts.map((chart) => (
        <ResultChart key={chart.id} chart={chart} records={shown} />
      ))}
    </section>
  );
}

function Toggles({ records, hidden }: Props) {
  const [, ...others] = records.contenders;
  if (others.length === 0) return null;
  return (
    <fieldset className="toggles">
      <legend>Shown in the charts beside {records.contenders[0]!.label}</legend>
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
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
