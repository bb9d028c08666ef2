import { useMemo } from 'react';
import { bitsText, listed, timesWords } from '../components/words.ts';
import type { ShippedModel } from '../models/shippedModel.ts';
import { chooserNamed } from './choosers.ts';
import { type CollectionWords, titleOf } from './collections.ts';
import { type Reason, reasonFor } from './insight.ts';
import { type Session, whose } from './session.ts';

interface Props {
  readonly target: ShippedModel;
  readonly session: Session;
  readonly question: string;
  readonly words: CollectionWords;
}

export function WhyThis({ target, session, question, words }: Props) {
  const { model, attribute } = target;
  const reason = useMemo(() => reasonFor(model, session.given, question), [model, session.given, question]);
  const chooser = chooserNamed(session.chooser);
  const spoken = spokenFor(reason, words);
  return (
    <section aria-labelledby="why">
      <h3 id="why">Why “{titleOf(model, question)}”?</h3>
      <p className="small">
        {session.chooser === 'sneaky'
          ? 'Because it tells the groups that are still likely apart best. '
          : `Because it ${chooser.about}; ${whose(session)} ${attribute} plays no part. `}
        An answer is expected to tell {timesWords(reason.cost / reason.typical)} the typical question about{' '}
        {whose(session)} {attribute}.
      </p>
      <details className="small">
        <summary>Details, in bits</summary>
        <p>
          Expected of an answer: {bitsText(reason.cost)}. Expected of the typical question: {bitsText(reason.typical)}.
        </p>
      </details>
      {spoken.length > 0 && <p className="small">{spoken.join(' ')}</p>}
    </section>
  );
}

/** Answers that point to the same group are named together. */
function spokenFor({ high, low, skip }: Reason, words: CollectionWords): string[] {
  const answers = [
    { label: high, said: `“${words.ratings.at(-1)}”` },
    { label: low, said: `“${words.ratings[0]}”` },
    { label: skip, said: `“${words.skip}”` },
  ];
  const labels = [...new Set(answers.flatMap(({ label }) => label ?? []))];
  return labels.map((label) => {
    const said = answers.filter((answer) => answer.label === label).map((answer) => answer.said);
    const joined = listed(said);
    return `${joined.charAt(0).toUpperCase()}${joined.slice(1)} ${said.length > 1 ? 'speak' : 'speaks'} for ${label}.`;
  });
}
