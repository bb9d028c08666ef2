/** What the visitor of an ordinary app never sees. */
import { useMemo } from 'react';
import { BeliefBars } from '../../components/BeliefBars.tsx';
import { Button } from '../../components/Button.tsx';
import type { ShippedModel } from '../../models/shippedModel.ts';
import type { Trail } from '../../models/trail.ts';
import { BeliefHistory } from '../belief/BeliefHistory.tsx';
import { LedgerBars } from '../belief/LedgerBars.tsx';
import { OtherAttributes } from '../belief/OtherAttributes.tsx';
import { ledgerFor } from '../state/ledgers.ts';
import type { InterviewProps } from '../state/stageProps.ts';
import { WhyThis } from './WhyThis.tsx';

interface Props extends InterviewProps {
  readonly target: ShippedModel;
  readonly question: string;
  readonly trail: Trail;
  readonly open: boolean;
  readonly onToggle: () => void;
}

export function Curtain({ session, collection, target, question, trail, open, onToggle }: Props) {
  return (
    <aside className="curtain" aria-labelledby="curtain">
      <div className="curtain-head">
        <h2 id="curtain">Behind the curtain</h2>
        {!session.secret && (
          <Button aria-expanded={open} aria-controls="curtain-inside" onClick={onToggle}>
            {open ? 'Close' : 'Look behind'}
          </Button>
        )}
      </div>
      <div id="curtain-inside">
        {open && <Inside {...{ session, collection, target, question, trail }} />}
        {session.secret && (
          <p className="quiet">
            You chose not to be told. The curtain opens after the last question, and you see what it looked for.
          </p>
        )}
        {!session.secret && !open && <p className="quiet">An ordinary app would show you none of this.</p>}
      </div>
    </aside>
  );
}

function Inside({
  session,
  collection,
  target,
  question,
  trail,
}: Pick<Props, 'session' | 'collection' | 'target' | 'question' | 'trail'>) {
  const { standings } = trail;
  const seat = collection.models.indexOf(target);
  const standing = standings.at(-1)![seat]!;
  const ledger = useMemo(() => ledgerFor(collection.models, session.given), [collection, session.given]);
  return (
    <>
      <section aria-labelledby="believed">
        <h3 id="believed">What it believes: {target.attribute}</h3>
        <BeliefBars {...standing} name={`Belief about ${target.attribute}`} />
        <p className="quiet small">The thin mark is where it started, before the first answer.</p>
        <BeliefHistory standings={standings.map((all) => all[seat]!)} />
      </section>
      <WhyThis
        target={target}
        belief={trail.belief(target)}
        session={session}
        question={question}
        words={collection.words}
      />
      {session.given.length > 0 && (
        <section aria-labelledby="ledger">
          <h3 id="ledger">What each answer gave away</h3>
          <LedgerBars ledger={ledger} seat={seat} words={collection.words} />
        </section>
      )}
      <OtherAttributes standings={standings} seat={seat} target={target.attribute} />
    </>
  );
}
