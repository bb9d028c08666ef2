import { useMemo } from 'react';
import type { FactorModel } from '../../../factorization/index.ts';
import { decimal } from '../../components/words.ts';
import { recommendationsOf } from '../../models/insight.ts';
import { useViewWords } from '../../words/viewWords.ts';
import type { CollectionWords } from '../state/collections.ts';
import type { Given } from '../state/session.ts';

interface Props {
  readonly model: FactorModel;
  readonly given: readonly Given[];
  /** Open: it cannot be recommended. */
  readonly question: string;
  readonly words: CollectionWords;
}

const COUNT = 4;

/** The front of the shop: what the visitor gets for the answers. */
export function Recommended({ model, given, question, words }: Props) {
  const { shelf } = useViewWords().other;
  const what = words.recommended ?? '';
  const recommendations = useMemo(() => recommendationsOf(model, given, question, COUNT), [model, given, question]);
  return (
    <section className="recommended" aria-labelledby="recommended">
      <h2 id="recommended">{shelf.heading}</h2>
      <p className="quiet small">{given.length === 0 ? shelf.before(what) : shelf.after(what)}</p>
      <ol className="shelf">
        {recommendations.map(({ title, rating }) => (
          <li key={title}>
            <span>{title}</span>
            <span className="quiet">{shelf.likely(decimal(rating, 1))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
