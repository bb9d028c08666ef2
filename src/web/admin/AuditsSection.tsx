/** Audits: how far they are, how old, and what can be done about them. */
import { useRef, useState } from 'react';
import { announce } from '../components/announce.ts';
import { Button } from '../components/Button.tsx';
import { Progress } from '../components/Progress.tsx';
import { cancelAudit, removeAudit } from './adminActions.ts';
import { Confirm } from './Confirm.tsx';
import type { Audit, Overview } from './serviceAnswers.ts';
import { agoText, counted, durationText } from './words.ts';

interface Asked {
  readonly audit: Audit;
  readonly what: 'cancel' | 'remove';
}

export function AuditsSection({ overview: { audits, time } }: { readonly overview: Overview }) {
  const [asked, setAsked] = useState<Asked>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { queued, running, done, failed, cancelled, recent } = audits;
  const total = queued + running + done + failed + cancelled;
  const closed = (acted: boolean) => {
    setAsked(undefined);
    if (!acted) return;
    announce(asked?.what === 'cancel' ? 'The audit is being cancelled.' : 'The audit is removed.');
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="audits-title">
      <h2 id="audits-title" ref={heading} tabIndex={-1}>
        Audits
      </h2>
      <p className="quiet small">
        {total === 0
          ? 'Nobody has asked for an audit yet.'
          : `${counted(running, 'running', 'running')}, ${queued} waiting, ${done} done, ${failed} failed, ${cancelled} cancelled.`}
        {recent.length < total && ` The ${recent.length} latest:`}
      </p>
      <ul className="rows">
        {recent.map((audit) => (
          <AuditRow key={audit.id} audit={audit} now={time} onAsk={(what) => setAsked({ audit, what })} />
        ))}
      </ul>
      {asked?.what === 'cancel' && (
        <Confirm
          title="Cancel this audit?"
          verb="Cancel the audit"
          act={() => cancelAudit(asked.audit.id)}
          onClose={closed}
        >
          <p>{nameOf(asked.audit)}: what it has worked out so far is lost.</p>
        </Confirm>
      )}
      {asked?.what === 'remove' && (
        <Confirm
          title="Remove this audit?"
          verb="Remove the audit"
          act={() => removeAudit(asked.audit.id)}
          onClose={closed}
        >
          <p>{nameOf(asked.audit)}: its records and its report are erased. This cannot be undone.</p>
        </Confirm>
      )}
    </section>
  );
}

interface RowProps {
  readonly audit: Audit;
  readonly now: string;
  readonly onAsk: (what: Asked['what']) => void;
}

function AuditRow({ audit, now, onAsk }: RowProps) {
  const { id, state, progress, cancelRequested, problem, createdAt, finishedAt } = audit;
  const isOver = finishedAt !== undefined;
  const share = progress.total > 0 ? progress.done / progress.total : 0;
  const name = nameOf(audit);
  return (
    <li>
      <span className="row-name">
        {name} <em className={`badge ${state}`}>{state === 'queued' ? 'waiting' : state}</em>
      </span>
      <span className="row-facts quiet">
        <span>asked for {agoText(createdAt, now)}</span>{' '}
        {isOver && <span>lasted {durationText(Date.parse(finishedAt) - Date.parse(createdAt))}</span>}{' '}
        {problem !== undefined && <code>{problem}</code>} <code>{id.slice(0, 8)}</code>
      </span>
      {state === 'running' && (
        <span className="row-progress">
          <Progress label={`Progress of ${name}`} share={share} />
          <span className="quiet small">{cancelRequested ? 'stopping …' : `${Math.floor(100 * share)}%`}</span>
        </span>
      )}
      {isOver ? (
        <Button
          className="small-button"
          aria-label={`Remove ${name}, ${id.slice(0, 8)}`}
          onClick={() => onAsk('remove')}
        >
          Remove
        </Button>
      ) : (
        !cancelRequested && (
          <Button
            className="small-button"
            aria-label={`Cancel ${name}, ${id.slice(0, 8)}`}
            onClick={() => onAsk('cancel')}
          >
            Cancel
          </Button>
        )
      )}
    </li>
  );
}

function nameOf({ data, attribute }: Audit): string {
  const source = data === 'upload' ? 'Uploaded table' : data;
  return attribute === undefined ? source : `${source}, ${attribute}`;
}
