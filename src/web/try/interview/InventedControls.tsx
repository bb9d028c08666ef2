/** The invented person answers step by step, or one question after another until stopped. */
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Rich } from '../../components/Rich.tsx';
import { inventedAnswer } from '../../models/inventedPerson.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { answerWords, titleOf } from '../state/collections.ts';
import { type InterviewProps, targetOf } from '../state/stageProps.ts';

const PAUSE = 1600;

export function InventedControls({
  act,
  session,
  collection,
  question,
}: InterviewProps & { readonly question: string }) {
  const { data } = useWords();
  const words = useViewWords().other.person;
  const { model } = targetOf(session, collection);
  const [playing, setPlaying] = useState(false);
  const answer = inventedAnswer(session, model, question);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => act({ kind: 'answer', item: question, answer }), PAUSE);
    return () => clearTimeout(timer);
  }, [playing, question, answer, act]);
  const last = session.given.at(-1);
  return (
    <div className="invented">
      <p className="small">
        {words.answering}
        {last !== undefined && (
          <Rich
            text={words.last(
              data.statement(last.item, titleOf(model, last.item)),
              answerWords(collection.words, last.answer),
            )}
          />
        )}
      </p>
      <div className="buttons">
        <Button look="primary" disabled={playing} onClick={() => act({ kind: 'answer', item: question, answer })}>
          {words.next}
        </Button>
        <Button aria-pressed={playing} onClick={() => setPlaying(!playing)}>
          {playing ? words.pause : words.play}
        </Button>
        <Button look="plain" onClick={() => act({ kind: 'erase' })}>
          {words.yourself}
        </Button>
      </div>
    </div>
  );
}
