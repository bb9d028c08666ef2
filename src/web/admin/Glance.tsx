/** The figures that matter first, how old they are, and whether the service still answers. */
import type { ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { refresh, setPaused } from './adminActions.ts';
import { adminStore, type Seen } from './adminState.ts';
import { counted, durationText, refusalText, sizeText } from './words.ts';

export function Glance({ seen }: { readonly seen: Seen }) {
  const { refusal, paused, refreshing } = adminStore.use();
  const { overview, readAt } = seen;
  const { interviews, audits, models, uploads, storage, erasures } = overview;
  const shownAt = readAt.toLocaleTimeString('en', { hour12: false });
  const running = durationText(Date.parse(overview.time) - Date.parse(overview.startedAt));
  return (
    <>
      <div className="freshness">
        <p className="quiet small">
          Version {overview.version}, up for {running}, data in{' '}
          {overview.database === 'folder' ? 'a folder' : 'a PostgreSQL server'}. As of <time>{shownAt}</time>
          {paused ? ', paused.' : ', refreshed every 10 seconds.'}
        </p>
        <div className="buttons">
          <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
            Pause
          </Button>
          <Button aria-disabled={refreshing} onClick={() => void refresh()}>
            Refresh now
          </Button>
        </div>
      </div>
      {refusal !== undefined && (
        <div className="problem" role="alert">
          <p>
            {refusalText(refusal)} {paused ? '' : 'The page tries again by itself. '}What you see is as of {shownAt}.
          </p>
        </div>
      )}
      <dl className="keys figures">
        <Figure value={interviews.open + interviews.ended} what="interviews kept">
          {counted(interviews.open, 'open', 'open')}, {counted(interviews.ended, 'ended', 'ended')}
        </Figure>
        <Figure value={audits.queued + audits.running} what="audits under way">
          {audits.running} running, {audits.queued} waiting
        </Figure>
        <Figure value={models.count} what={models.count === 1 ? 'model' : 'models'}>
          {sizeText(models.bytes)} of files
        </Figure>
        <Figure value={sizeText(storage.bytes)} what="storage used">
          {counted(uploads.count, 'uploaded table')} of {sizeText(uploads.bytes)}
        </Figure>
        <Figure value={erasures.owed} what={erasures.owed === 1 ? 'erasure owed' : 'erasures owed'}>
          {erasures.owed === 0
            ? 'Everything erased has left the files'
            : 'Gone for everybody; bytes still to leave the files'}
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
      <dd>{typeof value === 'number' ? value.toLocaleString('en') : value}</dd>
    </div>
  );
}
