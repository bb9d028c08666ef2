import { useMemo } from 'react';
import type { FactorModel } from '../../../factorization/index.ts';
import type { CollectionWords } from '../state/collections.ts';
import { recommendationsOf } from '../state/insight.ts';
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
  const recommendations = useMemo(() => recommendationsOf(model, given, question, COUNT), [model, given, question]);
  return (
    <section className="recommended" aria-labelledby="recommended">
      <h2 id="recommended">Recommended for you</h2>
      {given.length === 0 ? (
        <p className="quiet small">
          {words.recommended}: these are everybody’s favourites. Answer, and they become yours.
        </p>
      ) : (
        <p className="quiet small">{words.recommended}, by your answers so far.</p>
      )}
      <ol className="shelf">
        {recommendations.map(({ title, rating }) => (
          <li key={title}>
            <span>{title}</span>
            <span className="quiet">likely {rating.toFixed(1)} of 5</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
