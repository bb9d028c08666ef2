/** Second step: how to audit, how long it will take, and the run itself. */
import { auditSpec } from '../../audit/index.ts';
import { openFindings } from '../../tables/index.ts';
import { Button } from '../components/Button.tsx';
import { Check } from '../components/Check.tsx';
import { Problem } from '../components/Problem.tsx';
import { Progress } from '../components/Progress.tsx';
import { Rich } from '../components/Rich.tsx';
import { secondsFor } from '../engine/jobs/estimate.ts';
import { useViewWords, viewWordsNow } from '../words/viewWords.ts';
import { NumberField } from './parts/Field.tsx';
import { runAudit, stopAudit } from './state/auditActions.ts';
import { type AuditSettings, askers, numberSpecOf, rivals, specOf } from './state/auditPlan.ts';
import { type AuditState, auditStore } from './state/auditState.ts';
import { secondsForNumber } from './state/numberEstimate.ts';
import { progressWords, roughly } from './state/timeWords.ts';

export function SettingsStep({ state }: { readonly state: AuditState }) {
  const { settings, running, opened } = state;
  const words = useViewWords().audit.settings;
  if (opened === undefined) return null;
  const set = (part: Partial<AuditSettings>) => auditStore.set({ settings: { ...settings, ...part } });
  const busy = running.kind === 'busy';
  const number = opened.kind === 'number';
  const none = !number && settings.askers.length === 0;
  const unsettled = openFindings(opened.summary.findings ?? [], state.settled.accept).length > 0;
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title">{words.heading}</h2>
      <p>{words.about}</p>
      <fieldset disabled={busy}>
        <legend>{number ? words.rivals : words.askers}</legend>
        {number && <p>{words.rivalsAbout}</p>}
        <Checks
          ids={number ? rivals : askers.map(({ id }) => id)}
          names={number ? words.rival : words.asker}
          chosen={number ? settings.rivals : settings.askers}
          onChange={(chosen) => set(number ? { rivals: chosen } : { askers: chosen })}
        />
      </fieldset>
      <fieldset disabled={busy}>
        <legend className="unseen">{words.howMuch}</legend>
        <div className="fields">
          <NumberField
            label={words.questions}
            value={settings.questions}
            min={1}
            max={100}
            hint={words.questionsHint}
            onChange={(questions) => set({ questions })}
          />
          <NumberField
            label={words.parts}
            value={settings.folds}
            min={2}
            max={10}
            hint={words.partsHint}
            onChange={(folds) => set({ folds })}
          />
        </div>
        {!number && (
          <Check checked={settings.protocol === 'open'} onChange={(open) => set({ protocol: open ? 'open' : 'rated' })}>
            <Rich text={words.open} />
          </Check>
        )}
        <Check checked={settings.control} onChange={(control) => set({ control })}>
          <Rich text={words.control} />
        </Check>
      </fieldset>
      <div className="buttons go">
        {busy ? (
          <Button onClick={stopAudit}>{words.stop}</Button>
        ) : (
          <Button look="primary" disabled={none || unsettled} onClick={() => void runAudit()}>
            {words.run}
          </Button>
        )}
        <span className="quiet small">
          {busy
            ? progressWords(running, Date.now())
            : unsettled
              ? words.unsettled
              : none
                ? words.none
                : estimateWords(state)}
        </span>
      </div>
      {busy && <Progress label={words.progress} share={running.share} text={progressWords(running, Date.now())} />}
      {running.kind === 'stopped' && <p className="quiet">{words.stopped}</p>}
      {running.kind === 'failed' && <Problem error={running.error} />}
    </section>
  );
}

interface ChecksProps {
  readonly ids: readonly string[];
  /** By id: its name, and what it does. */
  readonly names: Readonly<Record<string, readonly [string, string]>>;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Checks({ ids, names, chosen, onChange }: ChecksProps) {
  return ids.map((id) => (
    <Check
      key={id}
      checked={chosen.includes(id)}
      onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
    >
      <strong>{names[id]![0]}</strong> {names[id]![1]}
    </Check>
  ));
}

function estimateWords({ opened, settings }: AuditState): string {
  const { summary, groups, pace, workers, attribute, kind } = opened!;
  const data = { ...summary, ratingsPerUser: summary.ratingsPerUser.mean };
  const seconds =
    kind === 'number'
      ? secondsForNumber(pace, numberSpecOf(attribute, '', settings), data, workers)
      : secondsFor(pace, auditSpec(specOf(attribute, settings, { groups: groups.length })), data, workers);
  const words = viewWordsNow().audit.settings;
  return workers > 1 ? words.takesWorkers(roughly(seconds), workers) : words.takes(roughly(seconds));
}
