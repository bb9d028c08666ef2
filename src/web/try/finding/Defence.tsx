/** The visitor's side: what to answer so that no more becomes known than a budget allows. */
import { useMemo, useState } from 'react';
import { bitsInWords, bitsText, listed } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import type { Collection } from '../state/collections.ts';
import { BUDGETS, budgetBelow } from '../state/ledgers.ts';
import { type Session, whose } from '../state/session.ts';
import { AdvisorView } from './AdvisorView.tsx';
import { Replay } from './Replay.tsx';

interface Props {
  readonly session: Session;
  readonly collection: Collection;
  readonly target: ShippedModel;
  /** In bits, about what was looked for. */
  readonly known: number;
}

export function Defence({ session, collection, target, known }: Props) {
  const [budget, setBudget] = useState(() => budgetBelow(known));
  const [all, setAll] = useState(false);
  const others = useMemo(() => collection.models.filter((one) => one !== target), [collection, target]);
  const watched = useMemo(() => (all ? [target, ...others] : [target]), [all, target, others]);
  const text = bitsInWords(budget);
  return (
    <>
      <section aria-labelledby="advice">
        <h2 id="advice">What could have been answered instead</h2>
        <p>
          An advisor on your side uses the same model. You set a budget: how much may become known. For each question it
          tells you to answer, to skip, or to say something else.
        </p>
        <div className="wash budget">
          <label htmlFor="budget">
            The most that may become known about {all ? 'each of them' : `${whose(session)} ${target.attribute}`}:{' '}
            <strong>{text}</strong>.
          </label>
          <input
            id="budget"
            type="range"
            min={0}
            max={BUDGETS.length - 1}
            step={1}
            value={BUDGETS.indexOf(budget)}
            aria-valuetext={text}
            onChange={(event) => setBudget(BUDGETS[Number(event.target.value)]!)}
          />
          <details className="small">
            <summary>Details, in bits</summary>
            <p>{bitsText(budget)}</p>
          </details>
          {others.length > 0 && (
            <label className="check">
              <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
              Protect {listed(others.map(({ attribute }) => attribute))} too
            </label>
          )}
        </div>
        <AdvisorView models={watched} session={session} words={collection.words} budget={budget} />
      </section>
      <Replay key={`${budget} ${all}`} models={watched} session={session} words={collection.words} budget={budget} />
    </>
  );
}
