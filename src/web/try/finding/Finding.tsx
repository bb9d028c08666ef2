/** After the last question: the guess, what it rests on, and what could have been done. */
import { useMemo } from 'react';
import type { FactorModel } from '../../../factorization/index.ts';
import { leakSize } from '../../../report/index.ts';
import { Attribution } from '../../components/Attribution.tsx';
import { BeliefBars } from '../../components/BeliefBars.tsx';
import { Button } from '../../components/Button.tsx';
import { download, indentedJson } from '../../components/download.ts';
import { Rich } from '../../components/Rich.tsx';
import { likeliest, percent } from '../../components/words.ts';
import { inventedType } from '../../models/inventedPerson.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { trailOf } from '../../models/trail.ts';
import { Spy, type SpyWords } from '../../spy/Spy.tsx';
import type { Words } from '../../words/catalogue.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { BeliefHistory } from '../belief/BeliefHistory.tsx';
import { LedgerBars } from '../belief/LedgerBars.tsx';
import { OtherAttributes } from '../belief/OtherAttributes.tsx';
import { type CollectionWords, titleOf } from '../state/collections.ts';
import { ledgerFor } from '../state/ledgers.ts';
import { QUESTIONS, surerThanIn, transcriptOf, whose } from '../state/session.ts';
import { type InterviewProps, targetOf } from '../state/stageProps.ts';
import { WasItRight } from './WasItRight.tsx';

export function Finding({ heading, act, session, collection }: InterviewProps) {
  const { data, opened } = useWords();
  const { finding, belief, ledger: own } = useViewWords().other;
  const { models, words } = collection;
  const target = targetOf(session, collection);
  const { attribute, model } = target;
  const seat = models.indexOf(target);
  const trail = useMemo(() => trailOf(models, session.given), [models, session.given]);
  const { standings } = trail;
  const ledger = useMemo(() => ledgerFor(models, session.given), [models, session.given]);
  const standing = standings.at(-1)![seat]!;
  const guess = likeliest(standing.labels, standing.now);
  const blind = likeliest(standing.labels, standing.prior);
  const owned = whose(session, data.attribute(attribute), finding);
  const truth = session.invented ? model.typeLabels[inventedType(model, session.seed)]! : '';
  const count = session.given.length;
  const than = surerThanIn(session, target, trail);
  const transcript = () => indentedJson(transcriptOf(session, model));
  return (
    <div className="wide-column finding">
      <h1 ref={heading} tabIndex={-1}>
        {finding.heading(data.label(guess.label))}
      </h1>
      <p className="lead">
        {session.secret && finding.secret(owned)}
        <Rich
          text={finding.lead(
            count,
            owned,
            data.label(guess.label),
            percent(guess.share),
            data.label(blind.label),
            Math.round(100 * blind.share),
          )}
        />
        {than !== undefined && opened.surer(than)}
      </p>
      <Measured target={target} />
      <div className="pair">
        <section aria-labelledby="believed">
          <h2 id="believed">{finding.believes}</h2>
          <BeliefBars
            {...standing}
            labels={standing.labels.map(data.label)}
            name={belief.about(data.attribute(attribute))}
          />
          <p className="quiet small">{belief.mark}</p>
          <BeliefHistory standings={standings.map((all) => all[seat]!)} />
          {session.invented ? (
            <p>{truth === guess.label ? finding.truth(data.label(truth)) : finding.truthWrong(data.label(truth))}</p>
          ) : (
            <WasItRight attribute={attribute} guess={guess} blind={blind} />
          )}
        </section>
        <section aria-labelledby="ledger">
          <h2 id="ledger">{own.heading}</h2>
          <LedgerBars ledger={ledger} seat={seat} words={words} />
          <OtherAttributes standings={standings} seat={seat} target={attribute} />
        </section>
      </div>
      {session.given.length > 0 && (
        <Spy
          target={target}
          given={session.given}
          words={spyWords(model, words, data)}
          group={session.invented ? inventedType(model, session.seed) : undefined}
        />
      )}
      <section aria-labelledby="keep">
        <h2 id="keep">{finding.keep}</h2>
        <p>
          <Rich text={finding.keepAbout} />
        </p>
        <div className="buttons">
          <Button onClick={() => download(`ulterior-${target.id}.json`, 'application/json', transcript())}>
            {finding.transcript}
          </Button>
          {count < QUESTIONS && <Button onClick={() => act({ kind: 'undo' })}>{finding.goOn}</Button>}
          <Button onClick={() => act({ kind: 'erase' })}>{finding.erase}</Button>
        </div>
        <Attribution of={target.collection} text={collection.about.attribution} />
      </section>
    </div>
  );
}

/** How good such guesses are on people, so that one guess is not taken for more than it is. */
function Measured({ target: { model, measured } }: { readonly target: ShippedModel }) {
  const { data } = useWords();
  const { finding } = useViewWords().other;
  const { questions, auc, low, high } = measured;
  const of = (share: number) => Math.round(100 * share);
  const pair =
    model.typeLabels.length === 2
      ? finding.pairOf(data.label(model.typeLabels[0]!), data.label(model.typeLabels[1]!))
      : finding.pairAny;
  return (
    <p className="quiet">{finding.measured(questions, pair, of(auc), of(low), of(high), data.leaks[leakSize(low)])}</p>
  );
}

function spyWords(
  model: FactorModel,
  { ratings, skip, recommended }: CollectionWords,
  { statement }: Words['data'],
): SpyWords {
  return {
    title: (item) => statement(item, titleOf(model, item)),
    ratings,
    skip,
    statements: recommended === undefined,
  };
}
