/** After the last question: the guess, what it rests on, and what could have been done. */
import { useMemo } from 'react';
import type { FactorModel } from '../../../factorization/index.ts';
import { leakSize, leakWords } from '../../../report/index.ts';
import { Attribution } from '../../components/Attribution.tsx';
import { BeliefBars } from '../../components/BeliefBars.tsx';
import { Button } from '../../components/Button.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { trailOf } from '../../models/trail.ts';
import { Spy, type SpyWords } from '../../spy/Spy.tsx';
import { BeliefHistory } from '../belief/BeliefHistory.tsx';
import { LedgerBars } from '../belief/LedgerBars.tsx';
import { OtherAttributes } from '../belief/OtherAttributes.tsx';
import { type CollectionWords, titleOf } from '../state/collections.ts';
import { inventedType } from '../state/inventedPerson.ts';
import { ledgerFor } from '../state/ledgers.ts';
import { QUESTIONS, transcriptOf, whose } from '../state/session.ts';
import { type InterviewProps, targetOf } from '../state/stageProps.ts';
import { download } from './download.ts';
import { WasItRight } from './WasItRight.tsx';

export function Finding({ heading, act, session, collection }: InterviewProps) {
  const { models, words } = collection;
  const target = targetOf(session, collection);
  const { attribute, model } = target;
  const seat = models.indexOf(target);
  const standings = useMemo(() => trailOf(models, session.given).standings, [models, session.given]);
  const ledger = useMemo(() => ledgerFor(models, session.given), [models, session.given]);
  const standing = standings.at(-1)![seat]!;
  const guess = likeliest(standing.labels, standing.now);
  const blind = likeliest(standing.labels, standing.prior);
  const owner = whose(session);
  const count = session.given.length;
  return (
    <div className="wide-column finding">
      <h1 ref={heading} tabIndex={-1}>
        Its guess: {guess.label}
      </h1>
      <p className="lead">
        {session.secret && (
          <>
            What it secretly looked for was {owner} {attribute}.{' '}
          </>
        )}
        After {count === 1 ? 'one answer' : `${count} answers`} it thinks {owner} {attribute} is “{guess.label}”. It is{' '}
        <strong>{percent(guess.share)}</strong> sure. Without a single answer it would have guessed “{blind.label}”, and
        been right {Math.round(100 * blind.share)} times in 100.
      </p>
      <Measured target={target} />
      <div className="pair">
        <section aria-labelledby="believed">
          <h2 id="believed">What it believes</h2>
          <BeliefBars {...standing} name={`Belief about ${attribute}`} />
          <p className="quiet small">The thin mark is where it started, before the first answer.</p>
          <BeliefHistory standings={standings.map((all) => all[seat]!)} />
          {session.invented ? (
            <p>
              In truth the invented person is “{model.typeLabels[inventedType(model, session.seed)]}”: the guess is{' '}
              {model.typeLabels[inventedType(model, session.seed)] === guess.label ? 'right' : 'wrong'}.
            </p>
          ) : (
            <WasItRight attribute={attribute} guess={guess} blind={blind} />
          )}
        </section>
        <section aria-labelledby="ledger">
          <h2 id="ledger">What each answer gave away</h2>
          <LedgerBars ledger={ledger} seat={seat} words={words} />
          <OtherAttributes standings={standings} seat={seat} target={attribute} />
        </section>
      </div>
      {session.given.length > 0 && (
        <Spy
          target={target}
          given={session.given}
          words={spyWords(model, words)}
          group={session.invented ? inventedType(model, session.seed) : undefined}
        />
      )}
      <section aria-labelledby="keep">
        <h2 id="keep">Keep it, or erase it</h2>
        <p>
          Nothing is kept unless you download it. The file contains the questions and answers;{' '}
          <code>ulterior advise</code> reads it.
        </p>
        <div className="buttons">
          <Button onClick={() => download(`ulterior-${target.id}.json`, transcriptOf(session, model))}>
            Download the transcript
          </Button>
          {count < QUESTIONS && <Button onClick={() => act({ kind: 'undo' })}>Go on with the questions</Button>}
          <Button onClick={() => act({ kind: 'erase' })}>Erase everything, try different settings</Button>
        </div>
        <Attribution text={collection.about.attribution} />
      </section>
    </div>
  );
}

/** How good such guesses are on people, so that one guess is not taken for more than it is. */
function Measured({ target: { model, measured } }: { readonly target: ShippedModel }) {
  const { questions, auc, low, high } = measured;
  const of = (share: number) => Math.round(100 * share);
  const pair =
    model.typeLabels.length === 2
      ? `one “${model.typeLabels[0]}” and one “${model.typeLabels[1]}”`
      : `two people who differ`;
  return (
    <p className="quiet">
      How good are such guesses? We measured it on people the model had never seen, after {questions} sneaky questions.
      Of {pair}, it tells which is which {of(auc)} times in 100 ({of(low)} to {of(high)}). A coin would manage 50. That
      is {leakWords[leakSize(low)]}.
    </p>
  );
}

function spyWords(model: FactorModel, { ratings, skip, recommended }: CollectionWords): SpyWords {
  return { title: (item) => titleOf(model, item), ratings, skip, statements: recommended === undefined };
}
