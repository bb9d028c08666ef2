/** The same questions with advice, side by side with what was answered. */
import { useMemo } from 'react';
import type { Advice } from '../../../defence/index.ts';
import { BeliefBars } from '../../components/BeliefBars.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { answerWords, type CollectionWords } from '../state/collections.ts';
import { ledgerFor } from '../state/ledgers.ts';
import type { Session } from '../state/session.ts';

interface Props {
  /** The first is what was looked for. */
  readonly models: readonly ShippedModel[];
  readonly session: Session;
  readonly words: CollectionWords;
  readonly budget: number;
}

export function AdvisorView({ models, session, words, budget }: Props) {
  const { entries, totals } = useMemo(() => ledgerFor(models, session.given, budget), [models, session.given, budget]);
  const [first] = totals;
  const { attribute, model } = models[0]!;
  const prior = Array.from(model.typePriors);
  const beforehand = entries[0]?.advice.attributes[0]?.beforehand ?? 0;
  const guessed = (shares: readonly number[]) => {
    const { label, share } = likeliest(first!.labels, shares);
    return `${label}, ${percent(share)}`;
  };
  return (
    <div className="pair advised">
      <div>
        <h3>Question by question</h3>
        <ol className="advice">
          {entries.map(({ item, title, answer, advice }) => (
            <li key={item}>
              <span>
                {title} <span className="quiet">{answerWords(words, answer)}</span>
              </span>
              <span className={advice.action === 'answer' ? 'advice-word' : 'advice-word held'}>
                {adviceWords(advice, words)}
              </span>
            </li>
          ))}
        </ol>
        <p className="quiet small">
          The advice does not depend on your own answer, so following it gives nothing away. If you follow it, you stay
          within the budget, unless it says that nothing does.
          {beforehand > budget && (
            <>
              {' '}
              Before the first answer the guess is {guessed(prior)}: that is more than the budget, and no advice can
              undo it.
            </>
          )}
        </p>
      </div>
      <div aria-live="polite">
        <h3>As answered: {guessed(first!.posterior)}</h3>
        <BeliefBars
          labels={first!.labels}
          now={first!.posterior}
          prior={prior}
          name={`Belief about ${attribute}, as answered`}
        />
        <h3>With the advice: {guessed(first!.followed.posterior)}</h3>
        <BeliefBars
          labels={first!.labels}
          now={first!.followed.posterior}
          prior={prior}
          name={`Belief about ${attribute}, with the advice`}
        />
      </div>
    </div>
  );
}

export function adviceWords({ action, say, keeps }: Advice, words: CollectionWords): string {
  if (action === 'answer') return 'answer';
  const instead = action === 'skip' || say === undefined || say === 'skip' ? words.skip : words.ratings[say - 1];
  const least = keeps ? '' : ' (nothing keeps the budget; this tells least)';
  return `say “${instead}”${action === 'skip' ? '' : ' instead'}${least}`;
}
