/** Audits: how far they are, how old, and what can be done about them. */
import { useRef, useState } from 'react';
import { announce } from '../../../src/web/components/announce.ts';
import { Button } from '../../../src/web/components/Button.tsx';
import { Progress } from '../../../src/web/components/Progress.tsx';
import { cancelAudit, removeAudit } from './adminActions.ts';
import { Confirm } from './Confirm.tsx';
import type { Audit, Overview } from './serviceAnswers.ts';
import { adminWords } from './words/adminWords.ts';
import { agoText, durationText } from './words.ts';

interface Asked {
  readonly audit: Audit;
  readonly what: 'cancel' | 'remove';
}

export function AuditsSection({ overview: { audits, time } }: { readonly overview: Overview }) {
  const words = adminWords().audits;
  const [asked, setAsked] = useState<Asked>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { queued, running, done, failed, cancelled, recent } = audits;
  const total = queued + running + done + failed + cancelled;
  const closed = (acted: boolean) => {
    setAsked(undefined);
    if (!acted) return;
    announce(asked?.what === 'cancel' ? words.cancelledNews : words.removedNews);
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="audits-title">
      <h2 id="audits-title" ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p className="quiet small">
        {total === 0 ? words.none : words.counts(running, queued, done, failed, cancelled)}
        {recent.length < total && words.latest(recent.length)}
      </p>
      <ul className="rows">
        {recent.map((audit) => (
          <AuditRow key={audit.id} audit={audit} now={time} onAsk={(what) => setAsked({ audit, what })} />
        ))}
      </ul>
      {asked !== undefined && (
        <Confirm
          title={words[`${asked.what}Title`]}
          verb={words[`${asked.what}Verb`]}
          act={() => (asked.what === 'cancel' ? cancelAudit : removeAudit)(asked.audit.id)}
          onClose={closed}
        >
          <p>{words[`${asked.what}Text`](nameOf(asked.audit))}</p>
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
  const words = adminWords().audits;
  const isOver = finishedAt !== undefined;
  const share = progress.total > 0 ? progress.done / progress.total : 0;
  const name = nameOf(audit);
  const what = isOver ? 'remove' : cancelRequested ? undefined : 'cancel';
  return (
    <li>
      <span className="row-name">
        {name} <em className={`badge ${state}`}>{words.states[state] ?? state}</em>
      </span>
      <span className="row-facts quiet">
        <span>{words.asked(agoText(createdAt, now))}</span>{' '}
        {isOver && <span>{words.lasted(durationText(Date.parse(finishedAt) - Date.parse(createdAt)))}</span>}{' '}
        {problem !== undefined && <code>{problem}</code>} <code>{id.slice(0, 8)}</code>
      </span>
      {state === 'running' && (
        <span className="row-progress">
          <Progress label={words.progress(name)} share={share} />
          <span className="quiet small">{cancelRequested ? words.stopping : `${Math.floor(100 * share)}%`}</span>
        </span>
      )}
      {what !== undefined && (
        <Button
          className="small-button"
          aria-label={words[`${what}Named`](name, id.slice(0, 8))}
          onClick={() => onAsk(what)}
        >
          {words[what]}
        </Button>
      )}
    </li>
  );
}

function nameOf({ data, attribute }: Audit): string {
  const source = data === 'upload' ? adminWords().audits.uploaded : data;
  return attribute === undefined ? source : `${source}, ${attribute}`;
}
