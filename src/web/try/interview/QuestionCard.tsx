import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../ratings/index.ts';
import { announce } from '../../components/announce.ts';
import { Button } from '../../components/Button.tsx';
import { Progress } from '../../components/Progress.tsx';
import { useShortcuts } from '../../components/useShortcuts.ts';
import { likeliest, percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { Choice } from '../start/Choice.tsx';
import { chooserNamed, choosersFor } from '../state/choosers.ts';
import { titleOf } from '../state/collections.ts';
import { QUESTIONS } from '../state/session.ts';
import { type InterviewProps, targetOf } from '../state/stageProps.ts';

interface Props extends InterviewProps {
  readonly question: string;
  /** What to say of the belief; undefined while the curtain is closed. */
  readonly standing: Standing | undefined;
  /** What stands in place of the ratings where somebody else answers. */
  readonly children?: ReactNode;
}

export function QuestionCard({ heading, act, session, collection, question, standing, children }: Props) {
  const { words } = collection;
  const number = session.given.length + 1;
  const title = titleOf(targetOf(session, collection).model, question);
  const [shortcuts, setShortcuts] = useState(true);
  const own = !session.invented;
  const answer = (given: Answer) => act({ kind: 'answer', item: question, answer: given });
  // The button that was pressed may have no more to do: the focus goes to the question.
  const undo = () => {
    act({ kind: 'undo' });
    heading.current?.focus({ preventScroll: true });
  };
  useShortcuts({ enabled: shortcuts && own, ratings: words.ratings.length, onAnswer: answer, onUndo: undo });
  useNews(number, `Question ${number} of ${QUESTIONS}: ${title}.`, standing);
  return (
    <section className="card question" aria-labelledby="question">
      <div className="question-count">
        <span>
          Question {number} of {QUESTIONS}
        </span>
        <Progress
          label="Questions answered"
          share={session.given.length / QUESTIONS}
          text={`${session.given.length} of ${QUESTIONS}`}
        />
      </div>
      <h1 id="question" ref={heading} tabIndex={-1}>
        <span className="question-words">{words.question}</span> {title}
        <span className="question-words">?</span>
      </h1>
      {own ? (
        <fieldset className={words.ratings.length > 5 ? 'ratings many' : 'ratings'}>
          <legend className="unseen">Your answer</legend>
          {words.ratings.map((word, at) => (
            <Button key={word} className="rating" onClick={() => answer(at + 1)}>
              <span className="rating-number">{at + 1}</span>
              <span>{word}</span>
            </Button>
          ))}
          <Button className="rating-skip" onClick={() => answer('skip')}>
            {words.skip}
          </Button>
        </fieldset>
      ) : (
        children
      )}
      <div className="buttons question-more">
        <Button look="plain" disabled={session.given.length === 0} onClick={undo}>
          Undo
        </Button>
        <Button look="plain" disabled={session.given.length === 0} onClick={() => act({ kind: 'end' })}>
          Stop here and see
        </Button>
        <Button look="plain" onClick={() => act({ kind: 'erase' })}>
          Erase everything
        </Button>
      </div>
      <details className="question-settings">
        <summary>How questions are chosen ({chooserNamed(session.chooser).title.toLowerCase()}), keys</summary>
        <Choice
          legend="The next question is chosen by a recommender that is"
          name="chooser"
          options={choosersFor(targetOf(session, collection).model).map(({ name, title: named, about }) => ({
            value: name,
            title: named,
            about,
          }))}
          value={session.chooser}
          onChange={(chooser) => act({ kind: 'choose', chooser })}
        />
        {own && (
          <>
            <p className="small">
              Keys: <kbd>1</kbd> to <kbd>{words.ratings.length}</kbd> rate, <kbd>0</kbd> or <kbd>S</kbd> {words.skip},{' '}
              <kbd>U</kbd> or <kbd>Backspace</kbd> undo. They do nothing while you use a field.
            </p>
            <label className="check">
              <input type="checkbox" checked={shortcuts} onChange={(event) => setShortcuts(event.target.checked)} />
              Answer with single keys
            </label>
          </>
        )}
      </details>
    </section>
  );
}

/** Tells of a new question; the focus stays where it is, so that the next answer is one key away. */
function useNews(number: number, words: string, standing: Standing | undefined): void {
  const last = useRef(number);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => {
    if (last.current === number) return;
    last.current = number;
    if (standing === undefined) return announce(words);
    const { label, share } = likeliest(standing.labels, standing.now);
    announce(`${words} Believed now: ${label}, ${percent(share)}.`);
  }, [number]);
}
