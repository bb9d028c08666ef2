/** What five answers gave away, beside what the visitor thought they would. */
import { Button } from '../../components/Button.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { WasItRight } from '../../try/finding/WasItRight.tsx';
import { EnvelopePicture } from '../asking/EnvelopePicture.tsx';
import { facts } from '../visit/facts.ts';
import type { StageProps } from '../visit/stageProps.ts';
import { BET_AFTER, type Bet } from '../visit/visit.ts';
import { SplitBar } from './BeliefStrip.tsx';
import { attributeWords, guessWords, howOftenRight } from './guessWords.ts';
import { mostKnown } from './statementModels.ts';

interface Props extends StageProps {
  readonly standings: readonly Standing[];
}

export function Opened({ heading, visit, act, standings }: Props) {
  const seat = mostKnown(standings);
  const standing = standings[seat]!;
  const { attribute, labels, now, prior } = standing;
  const guess = likeliest(labels, now);
  const blind = likeliest(labels, prior);
  const known = facts.attributes[seat]!;
  return (
    <div className="column bet">
      <div className="bet-head">
        <EnvelopePicture answers={BET_AFTER} open />
        <h1 ref={heading} tabIndex={-1}>
          It thinks {guessWords(attribute, guess.label)}
        </h1>
      </div>
      <p className="lead">
        After five answers it is <strong>{percent(guess.share)}</strong> sure.
        {visit.bet !== undefined && visit.bet !== 'none' && <> {betWords(visit.bet, attribute, guess.share)}</>}
      </p>
      <SplitBar {...standing} />
      <p className="quiet small">
        The mark is where it started: {percent(prior[0]!)} of the people it learned from are {labels[0]}. Such guesses
        after five answers are
        {` ${howOftenRight(known, known.after[0]!, guess.share)}`}
      </p>
      <div className="buttons">
        <Button look="primary" onClick={() => act({ kind: 'goOn' })}>
          Five more statements
        </Button>
        <Button look="plain" onClick={() => act({ kind: 'erase' })}>
          Erase everything
        </Button>
      </div>
      <WasItRight attribute={attribute} guess={guess} blind={blind} />
    </div>
  );
}

function betWords({ attribute, sure }: Bet, truth: string, share: number): string {
  const off = Math.round(100 * Math.abs(sure - share));
  if (attribute !== truth) return `You bet on ${attributeWords[attribute]}, ${percent(sure)} sure.`;
  if (off <= 3) return 'That is what you bet.';
  return `You bet on that too, and on ${percent(sure)}: it is ${sure > share ? 'less' : 'more'} sure than you thought.`;
}
