/** Asks, says what the answer means, and forgets it. */
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';

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
  const [reply, setReply] = useState<'yes' | 'no' | 'silent'>();
  const sure = Math.round(100 * guess.share);
  const said = {
    yes: `At ${sure}% sure, it should be right about ${sure} times in 100. Guessing blindly would be right ${Math.round(100 * blind.share)} times.`,
    no: `Then the answers misled it. At ${sure}% sure, it should be wrong about ${100 - sure} times in 100: anyone who acts on such guesses treats many people wrongly.`,
    silent: `Quite right: your ${attribute} is nobody’s business.`,
  };
  return (
    <fieldset className="wash">
      <legend>Was it right?</legend>
      <div className="buttons">
        <Button aria-pressed={reply === 'yes'} onClick={() => setReply('yes')}>
          Yes
        </Button>
        <Button aria-pressed={reply === 'no'} onClick={() => setReply('no')}>
          No
        </Button>
        <Button aria-pressed={reply === 'silent'} onClick={() => setReply('silent')}>
          I’d rather not say
        </Button>
      </div>
      <p className="small" aria-live="polite">
        {reply === undefined ? 'Your reply is neither kept nor used.' : said[reply]}
      </p>
    </fieldset>
  );
}
