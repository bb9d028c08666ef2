/** First step: which data. */
import { Button } from '../../components/Button.tsx';
import { Check } from '../../components/Check.tsx';
import { Problem } from '../../components/Problem.tsx';
import { useViewWords } from '../../words/viewWords.ts';
import { NumberField, SelectField, TextField } from '../parts/Field.tsx';
import { change, openData, recountValues, removeFile, saveDataFile, takeWorld } from '../state/auditActions.ts';
import type { AuditState } from '../state/auditState.ts';
import { attributeFile, missingOf } from '../state/dataSource.ts';
import { AttributeForm } from './AttributeForm.tsx';
import { ColumnField, ColumnsForm } from './ColumnsForm.tsx';
import { FileCard } from './FileCard.tsx';
import { FindingsView } from './FindingsView.tsx';
import { ReadSummaryView } from './ReadSummaryView.tsx';

export function DataStep({ state }: { readonly state: AuditState }) {
  const { source, opening, opened } = state;
  const { audit, components } = useViewWords();
  const words = audit.data;
  return (
    <section aria-labelledby="data-title">
      <h2 id="data-title">{words.heading}</h2>
      {source === 'world' ? (
        <WorldCard state={state} />
      ) : (
        <>
          <FileCard part="ratings" state={state.files.ratings} label={words.ratingsFile} hint={words.ratingsHint} />
          {state.unplaced.length > 0 && <p className="warning">{words.unplaced(state.unplaced.join(', '))}</p>}
          {state.files.ratings === undefined && state.files.people === undefined && (
            <div className="or">
              <Button onClick={() => takeWorld()}>{words.useWorld}</Button>
              <p className="quiet small">{words.useWorldAbout}</p>
            </div>
          )}
          {(state.files.ratings?.preview ?? state.files.people ?? state.files.titles) !== undefined && (
            <FileForms state={state} />
          )}
        </>
      )}
      {opening.kind === 'busy' && (
        <p className="quiet" role="status">
          {`${components.stage(opening.stage)} …`}
        </p>
      )}
      {opening.kind === 'failed' && <Problem error={opening.error} />}
      {opened !== undefined && <ReadSummaryView opened={opened} />}
      {opened !== undefined && <FindingsView state={state} />}
    </section>
  );
}

function WorldCard({ state: { world } }: { readonly state: AuditState }) {
  const words = useViewWords().audit.data;
  return (
    <div className="card file">
      <div className="file-head">
        <h3>{words.world}</h3>
        <Button look="plain" onClick={() => removeFile('ratings')}>
          {words.fileInstead}
        </Button>
      </div>
      <p className="quiet">{words.worldAbout[world]}</p>
      <fieldset>
        <legend>{words.worldInfers}</legend>
        {(['groups', 'number'] as const).map((infers) => (
          <Check key={infers} name="world" checked={world === infers} onChange={() => takeWorld(infers)}>
            {words.worldAttributes[infers]}
          </Check>
        ))}
      </fieldset>
    </div>
  );
}

function FileForms({ state }: { readonly state: AuditState }) {
  const { shape, files, missing, duplicates, minPerUser, minPerItem, opening } = state;
  const gap = missingOf(state);
  const words = useViewWords().audit.data;
  return (
    <>
      {files.ratings?.preview !== undefined && (
        <>
          <h3 className="step-part">{words.columns}</h3>
          <ColumnsForm state={state} />
        </>
      )}
      {shape === 'long' && <FilesBeside state={state} />}
      {shape === 'wide' && files.people !== undefined && (
        <p className="warning">{words.peopleUnused(files.people.chosen.file.name)}</p>
      )}
      {attributeFile(state)?.preview !== undefined && <h3 className="step-part">{words.attribute}</h3>}
      <AttributeForm state={state} />
      <details>
        <summary>{words.more}</summary>
        <div className="fields">
          <TextField
            label={words.missing}
            value={missing}
            placeholder={words.missingExample}
            hint={words.missingHint}
            onChange={(text) => change({ missing: text })}
            onBlur={() => void recountValues()}
          />
          <NumberField
            label={words.minPerUser}
            value={minPerUser}
            min={1}
            max={1000}
            onChange={(value) => change({ minPerUser: value })}
          />
          <NumberField
            label={words.minPerItem}
            value={minPerItem}
            min={1}
            max={1000}
            onChange={(value) => change({ minPerItem: value })}
          />
          <SelectField
            label={words.duplicates}
            value={duplicates}
            options={[
              ['error', words.duplicateRules.error],
              ['last', words.duplicateRules.last],
              ['mean', words.duplicateRules.mean],
            ]}
            onChange={(rule) => change({ duplicates: rule as AuditState['duplicates'] })}
          />
        </div>
      </details>
      <div className="buttons go">
        <Button
          look="primary"
          onClick={() => void openData()}
          disabled={gap !== undefined || opening.kind === 'busy'}
          aria-describedby="data-missing"
        >
          {words.read}
        </Button>
        <Button onClick={() => void saveDataFile()} disabled={gap !== undefined}>
          {words.saveDataFile}
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
  const words = useViewWords().audit.data;
  return (
    <>
      <h3 className="step-part">{words.beside}</h3>
      <p className="quiet small">{words.besideAbout}</p>
      <div className="beside">
        <div>
          <FileCard part="people" state={files.people} label={words.peopleFile} hint={words.peopleHint} />
          {files.people?.preview !== undefined && (
            <ColumnField state={state} part="people" meaning="user" label={words.peopleUser} />
          )}
        </div>
        <div>
          <FileCard part="titles" state={files.titles} label={words.titlesFile} hint={words.titlesHint} />
          {files.titles?.preview !== undefined && (
            <div className="fields">
              <ColumnField state={state} part="titles" meaning="item" label={words.titlesItem} />
              <ColumnField state={state} part="titles" meaning="title" label={words.titlesTitle} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
