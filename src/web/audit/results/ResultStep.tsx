/** Third step: what came out. One sentence and one picture first, for whoever decides; then everything behind them. */
import { useEffect, useMemo, useRef } from 'react';
import type { AuditRecords } from '../../../audit/index.ts';
import {
  answerOf,
  type Chart,
  contendersOf,
  type KeyFigure,
  keyFigures,
  leadOf,
  numericAnswer,
  numericCharts,
  numericKeys,
  reportCharts,
  shownContenders,
} from '../../../report/index.ts';
import { Check } from '../../components/Check.tsx';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { auditStore } from '../state/auditState.ts';
import type { AuditedRecords } from './chartTable.ts';
import { ReportDownloads } from './ReportDownloads.tsx';
import { ResultChart } from './ResultChart.tsx';
import { verdictText } from './verdict.ts';

/** What is drawn here of an audit of groups, in this order; the report has more. */
const DRAWN = ['headline', 'auc', 'auc-by-type', 'confusion', 'items', 'rating-error', 'confidence', 'reliability'];

/** What had the focus already: coming back to the view does not take it again. */
let seen: object | undefined;

interface Props<Records> {
  readonly records: Records;
  readonly hidden: readonly string[];
}

export function ResultStep({ records, hidden }: Props<AuditedRecords>) {
  const { data } = useWords();
  const words = useViewWords().audit.result;
  const groups = records.format === 'ulterior-audit' ? records : undefined;
  const shown = useMemo(
    () => (groups === undefined ? records : withoutHidden(groups, hidden)),
    [records, groups, hidden],
  );
  const [picture, ...others] = useMemo(() => chartsOf(shown), [shown]);
  const { found, figures } = useMemo(() => foundIn(records), [records]);
  const heading = useRef<HTMLHeadingElement>(null);
  // Results appear below what was pressed: the focus goes to them, once.
  useEffect(() => {
    if (records !== seen) heading.current?.focus();
    seen = records;
  }, [records]);
  return (
    <section aria-labelledby="result-title">
      <h2 id="result-title" ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p className="lead" id="answer">
        {verdictText(records, words.verdicts, data.leaks)}
      </p>
      {picture !== undefined && <ResultChart chart={picture} records={shown} />}
      <ReportDownloads records={records} rows="curves" />
      <h3 className="step-part">{words.details}</h3>
      <div id="found" lang="en">
        {found.map((text) => text !== '' && <p key={text}>{text}</p>)}
        <KeyFigures figures={figures} />
      </div>
      <p className="quiet">{groups === undefined ? words.explained : words.auc}</p>
      {groups !== undefined && <Toggles records={groups} hidden={hidden} />}
      {others.map((chart) => (
        <ResultChart key={chart.id} chart={chart} records={shown} />
      ))}
    </section>
  );
}

/** The lead is always shown. */
function withoutHidden(records: AuditRecords, hidden: readonly string[]): AuditRecords {
  const lead = leadOf(records).id;
  return shownContenders(records, (id) => id === lead || !hidden.includes(id));
}

function chartsOf(records: AuditedRecords): readonly Chart[] {
  if (records.format !== 'ulterior-audit') return numericCharts(records);
  const all = reportCharts(records);
  return DRAWN.flatMap((id) => all.filter((chart) => chart.id === id));
}

/** In sentences, and in large figures. */
function foundIn(records: AuditedRecords): {
  readonly found: readonly string[];
  readonly figures: readonly KeyFigure[];
} {
  if (records.format !== 'ulterior-audit') return { found: [numericAnswer(records)], figures: numericKeys(records) };
  const { found, meaning, behind } = answerOf(records);
  return { found: [found, meaning, behind], figures: keyFigures(records) };
}

/** The main one first. */
function KeyFigures({ figures }: { readonly figures: readonly KeyFigure[] }) {
  return (
    <dl className="keys">
      {figures.map(({ value, interval, meaning }, at) => (
        <div key={meaning} className={at === 0 ? 'first' : undefined}>
          <dt>{meaning}</dt>
          <dd>
            {value} <small>{interval}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Toggles({ records, hidden }: Props<AuditRecords>) {
  const [, ...others] = contendersOf(records);
  const words = useViewWords().audit.result;
  if (others.length === 0) return null;
  return (
    <fieldset className="toggles">
      <legend>{words.alsoShown}</legend>
      {others.map(({ id, label }) => (
        <Check
          key={id}
          checked={!hidden.includes(id)}
          onChange={(on) => auditStore.set({ hidden: on ? hidden.filter((other) => other !== id) : [...hidden, id] })}
        >
          <span lang="en">{label}</span>
        </Check>
      ))}
    </fieldset>
  );
}
