/** First step: which data. */
import { Button } from '../../components/Button.tsx';
import { Problem } from '../../components/Problem.tsx';
import { NumberField, SelectField } from '../parts/Field.tsx';
import { change, openData, recountValues, removeFile, takeWorld } from '../state/auditActions.ts';
import type { AuditState } from '../state/auditState.ts';
import { attributeFile, missingOf } from '../state/dataSource.ts';
import { AttributeForm } from './AttributeForm.tsx';
import { ColumnField, ColumnsForm } from './ColumnsForm.tsx';
import { FileCard } from './FileCard.tsx';
import { ReadSummaryView } from './ReadSummaryView.tsx';

export function DataStep({ state }: { readonly state: AuditState }) {
  const { source, opening, opened } = state;
  return (
    <section aria-labelledby="data-title">
      <h2 id="data-title">1. The data</h2>
      {source === 'world' ? (
        <WorldCard />
      ) : (
        <>
          <FileCard
            part="ratings"
            state={state.files.ratings}
            label="Choose or drop a file with ratings"
            hint="CSV, TSV, JSON lines or Parquet, also gzipped; up to 300 MB. If people and titles are in files of their own, give all of them at once. Nothing is sent anywhere."
          />
          {state.unplaced.length > 0 && (
            <p className="warning">
              Not used: {state.unplaced.join(', ')}. There is one place each for ratings, people and titles.
            </p>
          )}
          {state.files.ratings === undefined && state.files.people === undefined && (
            <div className="or">
              <Button onClick={takeWorld}>Or use an invented world</Button>
              <p className="quiet small">1,200 invented people, larks and owls, rate 300 invented films.</p>
            </div>
          )}
          {(state.files.ratings?.preview ?? state.files.people ?? state.files.titles) !== undefined && (
            <FileForms state={state} />
          )}
        </>
      )}
      {opening.kind === 'busy' && (
        <p className="quiet" role="status">
          {opening.stage} …
        </p>
      )}
      {opening.kind === 'failed' && <Problem error={opening.error} />}
      {opened !== undefined && <ReadSummaryView opened={opened} />}
    </section>
  );
}

function WorldCard() {
  return (
    <div className="card file">
      <div className="file-head">
        <h3>An invented world</h3>
        <Button look="plain" onClick={() => removeFile('ratings')}>
          Choose a file instead
        </Button>
      </div>
      <p className="quiet">
        Nobody in it exists. Larks and owls like some of the films differently, by a known amount. So you can check that
        the audit finds what was put in.
      </p>
    </div>
  );
}

function FileForms({ state }: { readonly state: AuditState }) {
  const { shape, files, missing, duplicates, minPerUser, minPerItem, opening } = state;
  const gap = missingOf(state);
  return (
    <>
      {files.ratings?.preview !== undefined && (
        <>
          <h3 className="step-part">What the columns mean</h3>
          <ColumnsForm state={state} />
        </>
      )}
      {shape === 'long' && <FilesBeside state={state} />}
      {shape === 'wide' && files.people !== undefined && (
        <p className="warning">
          {files.people.chosen.file.name} is not used: a table with one row per person has the attributes in itself.
        </p>
      )}
      {attributeFile(state)?.preview !== undefined && <h3 className="step-part">The attribute</h3>}
      <AttributeForm state={state} />
      <details>
        <summary>Missing values, people or things with few ratings, repeated ratings</summary>
        <div className="fields">
          <div className="field">
            <label htmlFor="missing-values">Missing values</label>
            <input
              id="missing-values"
              type="text"
              value={missing}
              placeholder="0, -1, unknown"
              aria-describedby="missing-values-hint"
              onChange={(event) => change({ missing: event.target.value })}
              onBlur={() => void recountValues()}
            />
            <p id="missing-values-hint" className="quiet small">
              In addition to blank, NA, N/A, NaN and null
            </p>
          </div>
          <NumberField
            label="Minimum ratings per person"
            value={minPerUser}
            min={1}
            max={1000}
            onChange={(value) => change({ minPerUser: value })}
          />
          <NumberField
            label="Minimum ratings per thing"
            value={minPerItem}
            min={1}
            max={1000}
            onChange={(value) => change({ minPerItem: value })}
          />
          {shape === 'long' && (
            <SelectField
              label="If somebody rates the same thing twice"
              value={duplicates}
              options={[
                ['error', 'stop with an error'],
                ['last', 'the last rating counts'],
                ['mean', 'the mean counts'],
              ]}
              onChange={(rule) => change({ duplicates: rule as AuditState['duplicates'] })}
            />
          )}
        </div>
      </details>
      <div className="buttons go">
        <Button
          look="primary"
          onClick={() => void openData()}
          disabled={gap !== undefined || opening.kind === 'busy'}
          aria-describedby="data-missing"
        >
          Read the data
        </Button>
        <span id="data-missing" className="quiet small">
          {gap}
        </span>
      </div>
    </>
  );
}

function FilesBeside({ state }: { readonly state: AuditState }) {
  const { files } = state;
  return (
    <>
      <h3 className="step-part">People and titles</h3>
      <p className="quiet small">Only if they are in files of their own, as in many data sets.</p>
      <div className="beside">
        <div>
          <FileCard
            part="people"
            state={files.people}
            label="A file about the people"
            hint="One row per person, with the attribute."
          />
          {files.people?.preview !== undefined && (
            <ColumnField state={state} part="people" meaning="user" label="Who it is" />
          )}
        </div>
        <div>
          <FileCard
            part="titles"
            state={files.titles}
            label="A file with titles"
            hint="One row for each thing that people rated."
          />
          {files.titles?.preview !== undefined && (
            <div className="fields">
              <ColumnField state={state} part="titles" meaning="item" label="What it is" />
              <ColumnField state={state} part="titles" meaning="title" label="Its title" />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
