/** Second step: how to audit, how long it will take, and the run itself. */
import { auditSpec } from '../../audit/index.ts';
import { Button } from '../components/Button.tsx';
import { Problem } from '../components/Problem.tsx';
import { Progress } from '../components/Progress.tsx';
import { NumberField } from './parts/Field.tsx';
import { runAudit, stopAudit } from './state/auditActions.ts';
import { type AuditSettings, askers, specOf } from './state/auditPlan.ts';
import { type AuditState, auditStore } from './state/auditState.ts';
import { progressWords, roughly, secondsFor } from './state/estimate.ts';

export function SettingsStep({ state }: { readonly state: AuditState }) {
  const { settings, running, opened } = state;
  if (opened === undefined) return null;
  const set = (part: Partial<AuditSettings>) => auditStore.set({ settings: { ...settings, ...part } });
  const busy = running.kind === 'busy';
  const none = settings.askers.length === 0;
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title">2. The audit</h2>
      <p>
        The people are split into parts. The attacker learns from some parts and is tested on the others: it asks each
        person questions, and the answers are the ratings they gave. The defaults are fine to start with.
      </p>
      <fieldset disabled={busy}>
        <legend>Who asks</legend>
        {askers.map(({ id, label, about }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={settings.askers.includes(id)}
              onChange={(event) =>
                set({
                  askers: event.target.checked
                    ? [...settings.askers, id]
                    : settings.askers.filter((other) => other !== id),
                })
              }
            />
            <span>
              <strong>{capitalised(label)}</strong> {about}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset disabled={busy}>
        <legend className="unseen">How much</legend>
        <div className="fields">
          <NumberField
            label="Questions"
            value={settings.questions}
            min={1}
            max={100}
            hint="Per person, at most 100"
            onChange={(questions) => set({ questions })}
          />
          <NumberField
            label="Parts"
            value={settings.folds}
            min={2}
            max={10}
            hint="With more parts the attacker learns from more people, and the audit takes longer"
            onChange={(folds) => set({ folds })}
          />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.protocol === 'open'}
            onChange={(event) => set({ protocol: event.target.checked ? 'open' : 'rated' })}
          />
          <span>
            Ask about anything, and count <strong>“I don’t know it”</strong> as an answer. Otherwise people are asked
            only about what they rated
          </span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.control}
            onChange={(event) => set({ control: event.target.checked })}
          />
          <span>
            <strong>Control:</strong> repeat the audit with the attribute shuffled among the people, where there is
            nothing to find. Without it the report makes no claim
          </span>
        </label>
      </fieldset>
      <div className="buttons go">
        {busy ? (
          <Button onClick={stopAudit}>Stop</Button>
        ) : (
          <Button look="primary" disabled={none} onClick={() => void runAudit()}>
            Run the audit
          </Button>
        )}
        <span className="quiet small">
          {busy
            ? progressWords(running, Date.now())
            : none
              ? 'Choose at least one way of asking.'
              : estimateWords(state)}
        </span>
      </div>
      {busy && (
        <Progress label="Progress of the audit" share={running.share} text={progressWords(running, Date.now())} />
      )}
      {running.kind === 'stopped' && <p className="quiet">Stopped. Nothing you chose is lost.</p>}
      {running.kind === 'failed' && <Problem error={running.error} />}
    </section>
  );
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function estimateWords({ opened, settings }: AuditState): string {
  const { summary, groups, pace, workers, attribute } = opened!;
  const spec = auditSpec(specOf(attribute, settings, { groups: groups.length }));
  const seconds = secondsFor(pace, spec, { ...summary, ratingsPerUser: summary.ratingsPerUser.mean }, workers);
  return `Takes ${roughly(seconds)} on this machine${workers > 1 ? `, with ${workers} workers` : ''}.`;
}
