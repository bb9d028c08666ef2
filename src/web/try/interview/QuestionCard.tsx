import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../ratings/index.ts';
import { useNews } from '../../components/announce.ts';
import { Button } from '../../components/Button.tsx';
import { Check } from '../../components/Check.tsx';
import { Progress } from '../../components/Progress.tsx';
import { Rich } from '../../components/Rich.tsx';
import { useShortcuts } from '../../components/useShortcuts.ts';
import { likeliest, percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { Choice, chooserOptions } from '../start/Choice.tsx';
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
  const { data } = useWords();
  const { asking, choosers } = useViewWords().other;
  const number = session.given.length + 1;
  const title = data.statement(question, titleOf(targetOf(session, collection).model, question));
  const [shortcuts, setShortcuts] = useState(true);
  const own = !session.invented;
  const answer = (given: Answer) => act({ kind: 'answer', item: question, answer: given });
  // The button that was pressed may have no more to do: the focus goes to the question.
  const undo = () => {
    act({ kind: 'undo' });
    heading.current?.focus({ preventScroll: true });
  };
  useShortcuts({ enabled: shortcuts && own, ratings: words.ratings.length, onAnswer: answer, onUndo: undo });
  const best = standing && likeliest(standing.labels, standing.now);
  const believed = best && asking.believed(data.label(best.label), percent(best.share));
  useNews(number, asking.news(number, QUESTIONS, title) + (believed ?? ''));
  return (
    <section className="card question" aria-labelledby="question">
      <div className="question-count">
        <span>{asking.count(number, QUESTIONS)}</span>
        <Progress
          label={asking.progress}
          share={session.given.length / QUESTIONS}
          text={asking.progressText(session.given.length, QUESTIONS)}
        />
      </div>
      <h1 id="question" ref={heading} tabIndex={-1}>
        <span className="question-words">{words.question}</span> {title}
        <span className="question-words">?</span>
      </h1>
      {own ? (
        <fieldset className={words.ratings.length > 5 ? 'ratings many' : 'ratings'}>
          <legend className="unseen">{asking.answer}</legend>
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
          {asking.undo}
        </Button>
        <Button look="plain" disabled={session.given.length === 0} onClick={() => act({ kind: 'end' })}>
          {asking.stop}
        </Button>
        <Button look="plain" onClick={() => act({ kind: 'erase' })}>
          {asking.erase}
        </Button>
      </div>
      <details className="question-settings">
        <summary>{asking.settings(choosers[session.chooser][0].toLowerCase())}</summary>
        <Choice
          legend={asking.chooser}
          name="chooser"
          options={chooserOptions(targetOf(session, collection).model, choosers)}
          value={session.chooser}
          onChange={(chooser) => act({ kind: 'choose', chooser })}
        />
        {own && (
          <>
            <p className="small">
              <Rich text={asking.keys(words.ratings.length, words.skip)} />
            </p>
            <Check checked={shortcuts} onChange={setShortcuts}>
              {asking.singleKeys}
            </Check>
          </>
        )}
      </details>
    </section>
  );
}
