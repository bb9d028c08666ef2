/** The report as one file to send to whoever decides, and the figures behind it. */
import { useState } from 'react';
import type { AnyRecords } from '../../../report/index.ts';
import { Button } from '../../components/Button.tsx';
import { download, indentedJson } from '../../components/download.ts';
import { Problem } from '../../components/Problem.tsx';
import { useViewWords } from '../../words/viewWords.ts';
import { recordsCsv, reportHtml } from './downloads.ts';

interface Props {
  readonly records: AnyRecords;
  /** What the rows of the CSV are. */
  readonly rows: 'curves' | 'questions';
}

export function ReportDownloads({ records, rows }: Props) {
  const words = useViewWords().audit.result;
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      download('report.html', 'text/html', await reportHtml(records));
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className="buttons">
        <Button look="primary" disabled={busy} onClick={() => void save()}>
          {busy ? words.drawingReport : words.report}
        </Button>
        <Button onClick={() => download('records.json', 'application/json', indentedJson(records))}>
          {words.records}
        </Button>
        <Button onClick={() => download(`${rows}.csv`, 'text/csv', recordsCsv(records))}>{words.rows[rows]}</Button>
      </div>
      {error !== undefined && <Problem error={error} />}
    </>
  );
}
