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
import { howOftenRevealed } from './guessWords.ts';
import { isClear, surest } from './surest.ts';

interface Props extends StageProps {
  readonly standings: readonly Standing[];
}

export function Opened({ heading, visit, act, standings }: Props) {
  const { opened, envelope, data } = useWords();
  const seat = surest(standings);
  const standing = standings[seat]!;
  const { attribute, labels, now, prior } = standing;
  const guess = likeliest(labels, now);
  const blind = likeliest(labels, prior);
  const clear = isClear(standing);
  return (
    <div className="column bet">
      <div className="bet-head">
        <EnvelopePicture answers={BET_AFTER} open />
        <h1 ref={heading} tabIndex={-1}>
          {clear ? opened.itThinks(data.guess(attribute, guess.label)) : opened.notMuch}
        </h1>
      </div>
      {clear ? (
        <>
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
            {opened.mark(percent(prior[0]!), data.are(attribute, labels[0]!))}{' '}
            {howOftenRevealed(facts.revealed[0]!, guess.share, opened)}
          </p>
        </>
      ) : (
        <p className="lead">{opened.notMuchText}</p>
      )}
      <div className="buttons">
        <Button look="primary" onClick={() => act({ kind: 'goOn' })}>
          {opened.goOn}
        </Button>
        <Button look="plain" onClick={() => act({ kind: 'erase' })}>
          {envelope.erase}
        </Button>
      </div>
      {clear && <WasItRight attribute={attribute} guess={guess} blind={blind} />}
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
  if (attribute !== truth) return opened.betOther(data.attribute(attribute), percent(sure));
  if (off <= 3) return opened.betSame;
  return sure > share ? opened.betLess(percent(sure)) : opened.betMore(percent(sure));
}
