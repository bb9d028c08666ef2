/** What five answers gave away, beside what the visitor thought they would. */
import { Button } from '../../components/Button.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { WasItRight } from '../../try/finding/WasItRight.tsx';
import { useWords, type Words } from '../../words/language.ts';
import { EnvelopePicture } from '../asking/EnvelopePicture.tsx';
import { facts } from '../visit/facts.ts';
import type { StageProps } from '../visit/stageProps.ts';
import { BET_AFTER, type Bet } from '../visit/visit.ts';
import { SplitBar } from './BeliefStrip.tsx';
import { howOftenRight } from './guessWords.ts';
import { mostKnown } from './statementModels.ts';

interface Props extends StageProps {
  readonly standings: readonly Standing[];
}

export function Opened({ heading, visit, act, standings }: Props) {
  const { opened, envelope, data } = useWords();
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
          {opened.itThinks(data.guess(attribute, guess.label))}
        </h1>
      </div>
      <p className="lead">
        {opened.afterFive}
        <strong>{percent(guess.share)}</strong>
        {opened.sure}.
        {visit.bet !== undefined &&
          visit.bet !== 'none' &&
          ` ${betWords(visit.bet, { truth: attribute, share: guess.share }, opened, data)}`}
      </p>
      <SplitBar {...standing} />
      <p className="quiet small">
        {opened.mark(percent(prior[0]!), data.label(labels[0]!))}{' '}
        {opened.suchAfterFive(howOftenRight(known, known.after[0]!, guess.share, opened))}
      </p>
      <div className="buttons">
        <Button look="primary" onClick={() => act({ kind: 'goOn' })}>
          {opened.goOn}
        </Button>
        <Button look="plain" onClick={() => act({ kind: 'erase' })}>
          {envelope.erase}
        </Button>
      </div>
      <WasItRight attribute={attribute} guess={guess} blind={blind} />
    </div>
  );
}

function betWords(
  { attribute, sure }: Bet,
  { truth, share }: { readonly truth: string; readonly share: number },
  opened: Words['opened'],
  data: Words['data'],
): string {
  const off = Math.round(100 * Math.abs(sure - share));
  if (attribute !== truth) return opened.betOther(data.yours[attribute]!, percent(sure));
  if (off <= 3) return opened.betSame;
  return sure > share ? opened.betLess(percent(sure)) : opened.betMore(percent(sure));
}
