/** The same questions again, against the attacker: stay unknown, and keep what the answers are good for. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Advice, GivenAnswer } from '../../defence/index.ts';
import type { Answer } from '../../ratings/index.ts';
import { announce } from '../components/announce.ts';
import { Button } from '../components/Button.tsx';
import { likeliest, percent } from '../components/words.ts';
import type { ShippedModel } from '../models/shippedModel.ts';
import { chanceWords } from '../words/chances.ts';
import { useWords, type Words } from '../words/language.ts';
import {
  adviceIn,
  afterSaying,
  defended,
  equalised,
  limitFor,
  type Round,
  restarted,
  type Score,
  scoreOf,
  startRound,
  takenBack,
} from './round.ts';
import './spy.css';

/** How the questions and answers of a collection read. */
export interface SpyWords {
  readonly title: (item: string) => string;
  readonly ratings: readonly string[];
  readonly skip: string;
  /** There are no recommendations: what fits is a statement. */
  readonly statements: boolean;
}

interface Props {
  /** What the spy is after. */
  readonly target: ShippedModel;
  /** The questions, with the honest answers. */
  readonly given: readonly GivenAnswer[];
  readonly words: SpyWords;
  /** The group of an invented person; a visitor says their own, and only to this page. */
  readonly group?: number | undefined;
}

export function Spy({ target, given, words, group }: Props) {
  const { spy, data, locale } = useWords();
  const invented = group !== undefined;
  const [round, setRound] = useState(() => startRound(target, given));
  // What equal chances played, while nothing else was said.
  const [equal, setEqual] = useState<Round>();
  const playEqual = (own: number) => {
    const numbers = crypto.getRandomValues(new Uint32Array(given.length));
    const played = equalised(round, own, (question) => numbers[question]! / 2 ** 32);
    setEqual(played);
    setRound(played);
  };
  const score = useMemo(() => scoreOf(round), [round]);
  const advice = useMemo(() => adviceIn(round), [round]);
  const limit = limitFor(score.now.length);
  const news = spy.news(round.said.length, given.length, percent(Math.max(...score.now)));
  // The focus follows what is asked.
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(round);
  useEffect(() => {
    if (before.current !== round) {
      title.current?.focus({ preventScroll: true });
      announce(news);
    }
    before.current = round;
  }, [round, news]);
  const open = given[round.said.length];
  const about = invented ? spy.aboutInvented : spy.about;
  const attribute = invented
    ? data.attribute(target.attribute)
    : (data.yours[target.attribute] ?? data.attribute(target.attribute));
  return (
    <section className="spy" aria-labelledby="spy">
      <h2 id="spy">{spy.heading}</h2>
      <p>{about(attribute, given.length, percent(limit))}</p>
      <Meters score={score} target={target} statements={words.statements} />
      <div className="pair">
        <div className="card">
          {open === undefined ? (
            <>
              <h3 ref={title} tabIndex={-1}>
                {spy.over}
              </h3>
              <p className="spy-verdict">{spy.verdicts[score.verdict]}</p>
            </>
          ) : (
            <>
              <p className="question-count">{spy.count(round.said.length + 1, given.length)}</p>
              <h3 ref={title} tabIndex={-1}>
                {words.title(open.item)}
              </h3>
              <p className="small">
                {spy.honest(answerIn(words, open.answer))}{' '}
                <strong>{spy.advised(advisedWords(advice!, words, spy))}</strong>
              </p>
              <fieldset className="spy-answers">
                <legend>{spy.whatToSay}</legend>
                {words.ratings.map((text, at) => (
                  <Button
                    key={text}
                    className={open.answer === at + 1 ? 'honest' : undefined}
                    onClick={() => setRound(afterSaying(round, at + 1))}
                  >
                    {text}
                  </Button>
                ))}
                <Button
                  className={open.answer === 'skip' ? 'honest' : undefined}
                  onClick={() => setRound(afterSaying(round, 'skip'))}
                >
                  {words.skip}
                </Button>
              </fieldset>
            </>
          )}
          <div className="buttons question-more">
            <Button look="plain" disabled={round.said.length === 0} onClick={() => setRound(takenBack(round))}>
              {spy.undo}
            </Button>
            <Button look="plain" disabled={round.said.length === 0} onClick={() => setRound(restarted(round))}>
              {spy.restart}
            </Button>
          </div>
        </div>
        <div>
          <p className="quiet small">{spy.why}</p>
          <Button look="primary" onClick={() => setRound(defended(round))}>
            {spy.defend}
          </Button>
          <p className="quiet small spy-defence">{spy.defendAbout}</p>
          <EqualButtons labels={target.model.typeLabels} group={group} onPlay={playEqual} />
          {equal === round && <p aria-live="polite">{chanceWords[locale]!.spy.knowing}</p>}
        </div>
      </div>
    </section>
  );
}

interface EqualProps {
  readonly labels: readonly string[];
  readonly group: number | undefined;
  readonly onPlay: (group: number) => void;
}

/** One button for an invented person, one for each group that a visitor may be of. */
function EqualButtons({ labels, group, onPlay }: EqualProps) {
  const { data, locale } = useWords();
  const { spy: words } = chanceWords[locale]!;
  return (
    <>
      {group === undefined ? (
        <fieldset className="spy-equal">
          <legend>{words.playAs}</legend>
          <div className="buttons">
            {labels.map((label, own) => (
              <Button key={label} onClick={() => onPlay(own)}>
                {data.label(label)}
              </Button>
            ))}
          </div>
        </fieldset>
      ) : (
        <Button onClick={() => onPlay(group)}>{words.play}</Button>
      )}
      <p className="quiet small spy-defence">{words.about}</p>
    </>
  );
}

interface MetersProps {
  readonly score: Score;
  readonly target: ShippedModel;
  readonly statements: boolean;
}

/** Both scores, in words and as bars. */
function Meters({ score, target, statements }: MetersProps) {
  const { spy, data } = useWords();
  const { label, share } = likeliest(target.model.typeLabels, score.now);
  const limit = limitFor(score.now.length);
  const kept = statements ? spy.keptStatements : spy.kept;
  return (
    <div className="spy-meters">
      <div>
        <h3>{spy.meterBelief}</h3>
        <div className={score.surest < limit ? 'meter-track' : 'meter-track over'} aria-hidden="true">
          <span className="meter-bar" style={{ width: `${100 * share}%` }} />
          <span className="meter-mark" style={{ left: `${100 * limit}%` }} />
        </div>
        <p className="small">
          <strong>{spy.spySure(data.label(label), percent(share))}</strong>.{' '}
          {spy.mostSure(percent(score.surest), percent(limit))}
        </p>
      </div>
      <div>
        <h3>{spy.meterKept}</h3>
        <div className="meter-track" aria-hidden="true">
          <span className="meter-bar good" style={{ width: `${100 * score.kept}%` }} />
        </div>
        <p className="small">{kept(percent(score.kept))}</p>
      </div>
    </div>
  );
}

function answerIn({ ratings, skip }: SpyWords, answer: Answer): string {
  return answer === 'skip' ? skip : ratings[answer - 1]!;
}

function advisedWords({ action, say, keeps }: Advice, words: SpyWords, spy: Words['spy']): string {
  if (action === 'answer') return spy.adviceAnswer;
  return spy.adviceSay(answerIn(words, say ?? 'skip')) + (keeps ? '' : spy.adviceLeast);
}
