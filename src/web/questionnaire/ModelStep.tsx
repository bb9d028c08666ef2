/** First: what the questions are about, and which attributes are looked at. */

import { FileDrop } from '../audit/parts/FileDrop.tsx';
import { auditStore } from '../audit/state/auditState.ts';
import { Attribution } from '../components/Attribution.tsx';
import { Button } from '../components/Button.tsx';
import { Problem } from '../components/Problem.tsx';
import { chooseGroup, switchAttribute, takeModelFile, trainOnAuditData } from './questionnaireActions.ts';
import { groupOf, type QuestionnaireState } from './questionnaireState.ts';

export function ModelStep({ state }: { readonly state: QuestionnaireState }) {
  const { groups, group, off, loading, training } = state;
  const chosen = groupOf(state);
  const attributes = [...new Set(chosen?.models.map(({ model }) => model.attribute))];
  return (
    <section aria-labelledby="about-title">
      <h2 id="about-title">1. What the questions are about</h2>
      <fieldset>
        <legend className="unseen">Kind of items</legend>
        {groups.map(({ id, title, about }) => (
          <label key={id} className="check">
            <input type="radio" name="group" checked={id === group} onChange={() => chooseGroup(id)} />
            <span>
              <strong>{title}.</strong> {about}
            </span>
          </label>
        ))}
      </fieldset>
      {chosen !== undefined && (
        <fieldset>
          <legend>Attributes to check for</legend>
          {attributes.map((attribute) => (
            <label key={attribute} className="check">
              <input
                type="checkbox"
                checked={!off.includes(attribute)}
                onChange={(event) => switchAttribute(attribute, event.target.checked)}
              />
              <span>{attribute}</span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen?.attribution !== undefined && <Attribution text={chosen.attribution} />}
      <details>
        <summary>Use a model of your own</summary>
        <div className="beside">
          <FileDrop
            small
            label="Choose or drop a model"
            hint="A .safetensors file that “ulterior train” wrote. You can add several, one after another, if they are about the same items."
            accept=".safetensors"
            onFile={(file) => void takeModelFile(file)}
          />
          <AuditData training={training} />
        </div>
        {loading.kind === 'failed' && <Problem error={loading.error} />}
        {training.kind === 'failed' && <Problem error={training.error} />}
      </details>
    </section>
  );
}

function AuditData({ training }: Pick<QuestionnaireState, 'training'>) {
  const { opened } = auditStore.use();
  return (
    <div>
      <h3>The data of the audit</h3>
      {opened === undefined ? (
        <p className="quiet small">
          Open data in <a href="#/audit">Audit your data</a> first. Then you can train models on them here.
        </p>
      ) : (
        <>
          <p className="quiet small">
            {opened.summary.source}: {opened.summary.users.toLocaleString('en')} people, {opened.attribute}.
          </p>
          <Button disabled={training.kind === 'busy'} onClick={() => void trainOnAuditData()}>
            {training.kind === 'busy' ? `${training.stage} …` : 'Train on these data'}
          </Button>
        </>
      )}
    </div>
  );
}
