/** Third step where a number was inferred: one sentence and one picture first, then everything behind them. */
import { useMemo } from 'react';
import type { NumericRecords } from '../../../audit/index.ts';
import { numericAnswer, numericCharts, numericKeys } from '../../../report/index.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { ReportDownloads } from './ReportDownloads.tsx';
import { ResultChart } from './ResultChart.tsx';
import { KeyFigures, ResultHeading } from './resultParts.tsx';
import { numberVerdictText } from './verdict.ts';

export function NumberResult({ records }: { readonly records: NumericRecords }) {
  const { data } = useWords();
  const words = useViewWords().audit.result;
  const [picture, ...others] = useMemo(() => numericCharts(records), [records]);
  return (
    <section aria-labelledby="result-title">
      <ResultHeading records={records} />
      <p className="lead" id="answer">
        {numberVerdictText(records, words.verdicts, data.leaks)}
      </p>
      {picture !== undefined && <ResultChart chart={picture} records={records} />}
      <ReportDownloads records={records} rows="curves" />
      <h3 className="step-part">{words.details}</h3>
      <div id="found" lang="en">
        <p>{numericAnswer(records)}</p>
        <KeyFigures figures={numericKeys(records)} />
      </div>
      <p className="quiet">{words.explained}</p>
      {others.map((chart) => (
        <ResultChart key={chart.id} chart={chart} records={records} />
      ))}
    </section>
  );
}
