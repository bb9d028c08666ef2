/** One statement and six answers: the first thing on the page. */
import type { ReactNode, RefObject } from 'react';
import type { Answer } from '../../../ratings/index.ts';
import { useNews } from '../../components/announce.ts';
import { Button } from '../../components/Button.tsx';
import { useShortcuts } from '../../components/useShortcuts.ts';
import { useWords } from '../../words/language.ts';
import type { Statement } from '../visit/facts.ts';
import { QUESTIONS, type Visit, type VisitAction } from '../visit/visit.ts';

interface Props {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly visit: Visit;
  readonly statement: Statement;
  readonly act: (action: VisitAction) => void;
  /** Stands above the statement: what the page is, or what it believes. */
  readonly children: ReactNode;
}

export function Asking({ heading, visit, statement, act, children }: Props) {
  const { envelope, data } = useWords();
  const number = visit.given.length + 1;
  const title = data.statement(statement.id, statement.title);
  const answer = (given: Answer) => act({ kind: 'answer', item: statement.id, answer: given });
  const undo = () => {
    if (number > 1) history.back();
  };
  useShortcuts({ enabled: true, ratings: data.answers.length, onAnswer: answer, onUndo: undo });
  useNews(number, envelope.news(number, QUESTIONS, title));
  return (
    <div className="wide-column asking">
      <div className="asking-side">{children}</div>
      <section className="card statement" aria-labelledby="question">
        <p className="question-count">{envelope.count(number, QUESTIONS)}</p>
        <h2 id="question" ref={heading} tabIndex={-1}>
          {`${title}.`}
        </h2>
        <fieldset className="accuracies">
          <legend>{envelope.howAccurate}</legend>
          {data.answers.map((words, at) => (
            <Button key={words} className="rating" onClick={() => answer(at + 1)}>
              <span className="rating-number" aria-hidden="true">
                {at + 1}
              </span>
              <span>{words}</span>
            </Button>
          ))}
        </fieldset>
        <div className="buttons question-more">
          <Button look="plain" onClick={() => answer('skip')}>
            {envelope.skip}
          </Button>
          {number > 1 && (
            <>
              <Button look="plain" onClick={undo}>
                {envelope.undo}
              </Button>
              <Button look="plain" onClick={() => act({ kind: 'erase' })}>
                {envelope.erase}
              </Button>
            </>
          )}
        </div>
      </section>
    </div>
  );
}
