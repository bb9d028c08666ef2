import { useMemo } from 'react';
import type { Belief } from '../../../inference/index.ts';
import { bitsText, listed, timesWords } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { capitalised } from '../start/Setup.tsx';
import { chooserNamed } from '../state/choosers.ts';
import { type CollectionWords, titleOf } from '../state/collections.ts';
import { type Reason, reasonFor } from '../state/insight.ts';
import { type Session, whose } from '../state/session.ts';

interface Props {
  readonly target: ShippedModel;
  /** After the answers so far. */
  readonly belief: Belief;
  readonly session: Session;
  readonly question: string;
  readonly words: CollectionWords;
}

export function WhyThis({ target, belief, session, question, words }: Props) {
  const { model, attribute } = target;
  const reason = useMemo(
    () => reasonFor(model, belief, session.given, question),
    [model, belief, session.given, question],
  );
  const chooser = chooserNamed(session.chooser);
  const pointers = pointersIn(reason, words);
  return (
    <section aria-labelledby="why">
      <h3 id="why">Why “{titleOf(model, question)}”?</h3>
      <p className="small">
        {session.chooser === 'sneaky'
          ? 'It tells best which of the likely groups is the right one. '
          : `The recommender ${chooser.about}. ${capitalised(whose(session))} ${attribute} plays no part. `}
        About {whose(session)} {attribute}, this question should tell {timesWords(reason.cost / reason.typical)} a
        typical one.
      </p>
      <details className="small">
        <summary>Details, in bits</summary>
        <p>
          Expected from this answer: {bitsText(reason.cost)}. Expected from a typical one: {bitsText(reason.typical)}.
        </p>
      </details>
      {pointers.length > 0 && <p className="small">{pointers.join(' ')}</p>}
    </section>
  );
}

/** Answers that point to the same group are named together. */
function pointersIn({ high, low, skip }: Reason, words: CollectionWords): string[] {
  const answers = [
    { label: high, said: `“${words.ratings.at(-1)}”` },
    { label: low, said: `“${words.ratings[0]}”` },
    { label: skip, said: `“${words.skip}”` },
  ];
  const labels = [...new Set(answers.flatMap(({ label }) => label ?? []))];
  return labels.map((label) => {
    const said = answers.filter((answer) => answer.label === label).map((answer) => answer.said);
    const joined = listed(said);
    return `${joined.charAt(0).toUpperCase()}${joined.slice(1)} ${said.length > 1 ? 'point' : 'points'} to ${label}.`;
  });
}
