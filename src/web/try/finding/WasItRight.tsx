/** Asks, says what the answer means, and forgets it. */
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useWords } from '../../words/language.ts';

interface Guess {
  readonly label: string;
  readonly share: number;
}

interface Props {
  readonly attribute: string;
  readonly guess: Guess;
  /** What would have been guessed without a single answer. */
  readonly blind: Guess;
}

export function WasItRight({ attribute, guess, blind }: Props) {
  const { wasItRight, data } = useWords();
  const [reply, setReply] = useState<'yes' | 'no' | 'silent'>();
  const sure = Math.round(100 * guess.share);
  const said = {
    yes: wasItRight.saidYes(sure, Math.round(100 * blind.share)),
    no: wasItRight.saidNo(sure),
    silent: wasItRight.saidNothing(data.attribute(attribute)),
  };
  return (
    <fieldset className="wash">
      <legend>{wasItRight.legend}</legend>
      <div className="buttons">
        <Button aria-pressed={reply === 'yes'} onClick={() => setReply('yes')}>
          {wasItRight.yes}
        </Button>
        <Button aria-pressed={reply === 'no'} onClick={() => setReply('no')}>
          {wasItRight.no}
        </Button>
        <Button aria-pressed={reply === 'silent'} onClick={() => setReply('silent')}>
          {wasItRight.silent}
        </Button>
      </div>
      <p className="small" aria-live="polite">
        {reply === undefined ? wasItRight.unsaid : said[reply]}
      </p>
    </fieldset>
  );
}
