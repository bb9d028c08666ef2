/** The report as one file to send to whoever decides, and the figures behind it. */
import { useState } from 'react';
import type { AnyRecords } from '../../../report/index.ts';
import { Button } from '../../components/Button.tsx';
import { Problem } from '../../components/Problem.tsx';
import { download, recordsCsv, recordsJson, reportHtml } from './downloads.ts';

interface Props {
  readonly records: AnyRecords;
  /** What the rows of the CSV are. */
  readonly rows: string;
}

export function ReportDownloads({ records, rows }: Props) {
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
          {busy ? 'Drawing the report …' : 'Download the report'}
        </Button>
        <Button onClick={() => download('records.json', 'application/json', recordsJson(records))}>
          Records (JSON)
        </Button>
        <Button onClick={() => download(`${rows.toLowerCase()}.csv`, 'text/csv', recordsCsv(records))}>
          {rows} (CSV)
        </Button>
      </div>
      {error !== undefined && <Problem error={error} />}
    </>
  );
}
