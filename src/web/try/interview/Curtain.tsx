/** What the visitor of an ordinary app never sees. */
import { useMemo } from 'react';
import { BeliefBars } from '../../components/BeliefBars.tsx';
import { Button } from '../../components/Button.tsx';
import type { ShippedModel } from '../../models/shippedModel.ts';
import type { Trail } from '../../models/trail.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
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
  const words = useViewWords().other.curtain;
  return (
    <aside className="curtain" aria-labelledby="curtain">
      <div className="curtain-head">
        <h2 id="curtain">{words.heading}</h2>
        {!session.secret && (
          <Button aria-expanded={open} aria-controls="curtain-inside" onClick={onToggle}>
            {open ? words.close : words.look}
          </Button>
        )}
      </div>
      <div id="curtain-inside">
        {open && <Inside {...{ session, collection, target, question, trail }} />}
        {session.secret && <p className="quiet">{words.secret}</p>}
        {!session.secret && !open && <p className="quiet">{words.closed}</p>}
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
  const { data } = useWords();
  const { curtain, belief, ledger: own } = useViewWords().other;
  const attribute = data.attribute(target.attribute);
  const { standings } = trail;
  const seat = collection.models.indexOf(target);
  const standing = standings.at(-1)![seat]!;
  const ledger = useMemo(() => ledgerFor(collection.models, session.given), [collection, session.given]);
  return (
    <>
      <section aria-labelledby="believed">
        <h3 id="believed">{curtain.believes(attribute)}</h3>
        <BeliefBars {...standing} labels={standing.labels.map(data.label)} name={belief.about(attribute)} />
        <p className="quiet small">{belief.mark}</p>
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
          <h3 id="ledger">{own.heading}</h3>
          <LedgerBars ledger={ledger} seat={seat} words={collection.words} />
        </section>
      )}
      <OtherAttributes standings={standings} seat={seat} target={target.attribute} />
    </>
  );
}
