import { useMemo } from 'react';
import type { Belief } from '../../../inference/index.ts';
import { type Reason, reasonFor } from '../../models/insight.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import type { ViewWords, Words } from '../../words/catalogue.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { bitsText, timesWords } from '../belief/bitsWords.ts';
import { type CollectionWords, titleOf } from '../state/collections.ts';
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
  const { data } = useWords();
  const all = useViewWords();
  const { why, choosers, finding, ledger } = all.other;
  const { model } = target;
  const reason = useMemo(
    () => reasonFor(model, belief, session.given, question),
    [model, belief, session.given, question],
  );
  const attribute = whose(session, data.attribute(target.attribute), finding);
  const pointers = pointersIn(reason, words, all, data);
  return (
    <section aria-labelledby="why">
      <h3 id="why">{why.heading(data.statement(question, titleOf(model, question)))}</h3>
      <p className="small">
        {session.chooser === 'sneaky' ? why.sneaky : why.other(choosers[session.chooser][1], attribute)}
        {why.worth(attribute, timesWords(reason.cost / reason.typical, why.times))}
      </p>
      <details className="small">
        <summary>{why.bits}</summary>
        <p>{why.expected(bitsText(reason.cost, ledger.bits), bitsText(reason.typical, ledger.bits))}</p>
      </details>
      {pointers.length > 0 && <p className="small">{pointers.join(' ')}</p>}
    </section>
  );
}

/** Answers that point to the same group are named together. */
function pointersIn(
  { high, low, skip }: Reason,
  words: CollectionWords,
  { and, other: { why } }: ViewWords,
  { label: named }: Words['data'],
): string[] {
  const answers = [
    { label: high, said: why.answer(words.ratings.at(-1)!) },
    { label: low, said: why.answer(words.ratings[0]!) },
    { label: skip, said: why.answer(words.skip) },
  ];
  const labels = [...new Set(answers.flatMap(({ label }) => label ?? []))];
  return labels.map((label) => {
    const said = answers.filter((answer) => answer.label === label).map((answer) => answer.said);
    return said.length > 1 ? why.pointTo(and(said), named(label)) : why.pointsTo(and(said), named(label));
  });
}
