/** First: what the questions are about, and which attributes are looked at. */

import { FileDrop } from '../audit/parts/FileDrop.tsx';
import { auditStore } from '../audit/state/auditState.ts';
import { Attribution } from '../components/Attribution.tsx';
import { Button } from '../components/Button.tsx';
import { Check } from '../components/Check.tsx';
import { Problem } from '../components/Problem.tsx';
import { useWords } from '../words/language.ts';
import { useViewWords } from '../words/viewWords.ts';
import { chooseGroup, switchAttribute, takeModelFile, trainOnAuditData } from './questionnaireActions.ts';
import { groupOf, type QuestionnaireState } from './questionnaireState.ts';

export function ModelStep({ state }: { readonly state: QuestionnaireState }) {
  const { groups, group, off, loading, training } = state;
  const { data } = useWords();
  const { questionnaire, other } = useViewWords();
  const words = questionnaire.model;
  const chosen = groupOf(state);
  const attributes = [...new Set(chosen?.models.map(({ model }) => model.attribute))];
  return (
    <section aria-labelledby="about-title">
      <h2 id="about-title">{words.heading}</h2>
      <fieldset>
        <legend className="unseen">{words.kind}</legend>
        {groups.map(({ id, title, about }) => (
          <Check key={id} name="group" checked={id === group} onChange={() => chooseGroup(id)}>
            <strong>{other.collections[id]?.title ?? title}.</strong> {other.collections[id]?.about ?? about}
          </Check>
        ))}
      </fieldset>
      {chosen !== undefined && (
        <fieldset>
          <legend>{words.attributes}</legend>
          {attributes.map((attribute) => (
            <Check key={attribute} checked={!off.includes(attribute)} onChange={(on) => switchAttribute(attribute, on)}>
              {data.attribute(attribute)}
            </Check>
          ))}
        </fieldset>
      )}
      {chosen?.attribution !== undefined && <Attribution of={chosen.id} text={chosen.attribution} />}
      <details>
        <summary>{words.own}</summary>
        <div className="beside">
          <FileDrop
            small
            label={words.file}
            hint={words.fileHint}
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
  const { questionnaire, components } = useViewWords();
  const words = questionnaire.model;
  const [before, link, after] = words.openFirst;
  return (
    <div>
      <h3>{words.auditData}</h3>
      {opened === undefined ? (
        <p className="quiet small">
          {before}
          <a href="#/audit">{link}</a>
          {after}
        </p>
      ) : opened.kind === 'number' ? (
        <p className="quiet small">{words.openedNumber}</p>
      ) : (
        <>
          <p className="quiet small">{words.opened(opened.summary.source, opened.summary.users, opened.attribute)}</p>
          <Button disabled={training.kind === 'busy'} onClick={() => void trainOnAuditData()}>
            {training.kind === 'busy' ? `${components.stage(training.stage)} …` : words.train}
          </Button>
        </>
      )}
    </div>
  );
}
