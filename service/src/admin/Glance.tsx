/** The figures that matter first, how old they are, and whether the service still answers. */
import type { ReactNode } from 'react';
import { Button } from '../../../src/web/components/Button.tsx';
import { refresh, setPaused } from './adminActions.ts';
import { adminStore, type Seen } from './adminState.ts';
import { adminWords } from './words/adminWords.ts';
import { durationText, refusalText, sizeText } from './words.ts';

export function Glance({ seen }: { readonly seen: Seen }) {
  const { refusal, paused, refreshing } = adminStore.use();
  const { overview, readAt } = seen;
  const { interviews, audits, models, uploads, storage, erasures } = overview;
  const words = adminWords().glance;
  const shownAt = readAt.toLocaleTimeString('en', { hour12: false });
  const running = durationText(Date.parse(overview.time) - Date.parse(overview.startedAt));
  return (
    <>
      <div className="freshness">
        <p className="quiet small">
          {words.running(overview.version, running)}
          {overview.database === 'folder' ? words.folder : words.postgres}
          {words.asOf}
          <time>{shownAt}</time>
          {paused ? words.paused : words.refreshed}
        </p>
        <div className="buttons">
          <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
            {words.pause}
          </Button>
          <Button aria-disabled={refreshing} onClick={() => void refresh()}>
            {words.refresh}
          </Button>
        </div>
      </div>
      {refusal !== undefined && (
        <div className="problem" role="alert">
          <p>
            {refusalText(refusal)} {paused ? '' : words.again}
            {words.seenAt(shownAt)}
          </p>
        </div>
      )}
      <dl className="keys figures">
        <Figure value={interviews.open + interviews.ended} what={words.interviews}>
          {words.openEnded(interviews.open, interviews.ended)}
        </Figure>
        <Figure value={audits.queued + audits.running} what={words.audits}>
          {words.runningWaiting(audits.running, audits.queued)}
        </Figure>
        <Figure value={models.count} what={words.models(models.count)}>
          {words.files(sizeText(models.bytes))}
        </Figure>
        <Figure value={sizeText(storage.bytes)} what={words.storage}>
          {words.tables(uploads.count, sizeText(uploads.bytes))}
        </Figure>
        <Figure value={erasures.owed} what={words.erasures(erasures.owed)}>
          {erasures.owed === 0 ? words.allErased : words.stillThere}
        </Figure>
      </dl>
    </>
  );
}

interface FigureProps {
  readonly value: number | string;
  readonly what: string;
  readonly children: ReactNode;
}

function Figure({ value, what, children }: FigureProps) {
  return (
    <div>
      <dt>
        <strong>{what}</strong>
        <span>{children}</span>
      </dt>
      <dd>{typeof value === 'number' ? adminWords().number(value) : value}</dd>
    </div>
  );
}
