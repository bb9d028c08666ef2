/** One file: where to drop it, its first rows, and how it is written. */

import { memo } from 'react';
import { encodings } from '../../../tables/index.ts';
import { Button } from '../../components/Button.tsx';
import { Problem } from '../../components/Problem.tsx';
import { decimal } from '../../components/words.ts';
import type { ChosenFile } from '../../files/index.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { SelectField } from '../parts/Field.tsx';
import { FileDrop } from '../parts/FileDrop.tsx';
import { chooseFile, removeFile, takeFiles } from '../state/auditActions.ts';
import type { FileState } from '../state/auditState.ts';
import type { FileRole } from '../state/placeFiles.ts';

interface Props {
  readonly part: FileRole;
  readonly state: FileState | undefined;
  readonly label: string;
  readonly hint: string;
}

const ACCEPTED = '.csv,.tsv,.txt,.dat,.data,.user,.item,.json,.jsonl,.ndjson,.parquet,.pq,.gz,.sav,.zsav,.xlsx,.dta';

/** Drawn again only for another file: the preview of a wide one has thousands of cells. */
export const FileCard = memo(function FileCard({ part, state, label, hint }: Props) {
  const words = useViewWords().audit.file;
  if (state === undefined) {
    return (
      <FileDrop
        label={label}
        hint={hint}
        accept={ACCEPTED}
        small={part !== 'ratings'}
        onFile={(file) => void chooseFile(part, file)}
        onSeveral={(files) => void takeFiles(files)}
      />
    );
  }
  const { chosen, preview, error } = state;
  const { file, ...options } = chosen;
  const again = (changed: Omit<ChosenFile, 'file'>) => void chooseFile(part, file, { ...options, ...changed });
  return (
    <div className="card file">
      <div className="file-head">
        <h3>{file.name}</h3>
        <span className="quiet small">{sizeWords(file.size)}</span>
        <Button look="plain" onClick={() => removeFile(part)}>
          {words.remove}
          <span className="unseen"> {file.name}</span>
        </Button>
      </div>
      {error !== undefined && <Problem error={error} />}
      {error === undefined && preview === undefined && <p className="quiet">{words.looking}</p>}
      {preview !== undefined && (
        <DataTable
          label={words.firstRows(file.name)}
          caption={words.shape(preview.rows.length, preview.names.length)}
          heads={preview.names}
          rows={preview.rows.map((cells) => cells.map((cell) => cell ?? '–'))}
          numbersFrom={preview.names.length}
        />
      )}
      {preview?.format !== 'parquet' && preview?.format !== 'foreign' && (
        <details>
          <summary>{words.wrong}</summary>
          <div className="fields">
            <SelectField
              label={words.delimiter}
              value={options.delimiter ?? ''}
              options={DELIMITERS.map((delimiter) => [delimiter, words.delimiters[delimiter]] as const)}
              onChange={(delimiter) => again({ delimiter: delimiter || undefined })}
            />
            <SelectField
              label={words.header}
              value={options.header === undefined ? '' : String(options.header)}
              options={HEADERS.map((header) => [header, words.headers[header]] as const)}
              onChange={(header) => again({ header: header === '' ? undefined : header === 'true' })}
            />
            <SelectField
              label={words.encoding}
              value={options.encoding ?? ''}
              options={[['', words.delimiters['']], ...encodings.map((name) => [name, name] as const)]}
              onChange={(name) => again({ encoding: encodings.find((encoding) => encoding === name) })}
            />
          </div>
        </details>
      )}
    </div>
  );
});

const DELIMITERS = ['', ',', ';', '\t', '|', '::'] as const;
const HEADERS = ['', 'true', 'false'] as const;

function sizeWords(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${decimal(bytes / 1e6, 1)} MB`;
}
