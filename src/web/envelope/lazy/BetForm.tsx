/** The envelope is full: what is in it, and how sure? The visitor bets before it opens. */

import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { percent } from '../../components/words.ts';
import { useWords } from '../../words/language.ts';
import { EnvelopePicture } from '../asking/EnvelopePicture.tsx';
import type { AttributeFacts } from '../visit/facts.ts';
import type { StageProps } from '../visit/stageProps.ts';
import { BET_AFTER } from '../visit/visit.ts';

interface Props extends StageProps {
  readonly attributes: readonly AttributeFacts[];
}

export function BetForm({ heading, visit, act, attributes }: Props) {
  const { bet, data } = useWords();
  const [attribute, setAttribute] = useState<string>();
  const [sure, setSure] = useState(0.6);
  const empty = visit.given.every(({ answer }) => answer === 'skip');
  if (empty) {
    return (
      <div className="column bet">
        <h1 ref={heading} tabIndex={-1}>
          {bet.empty}
        </h1>
        <p>{bet.emptyText}</p>
        <Button look="primary" onClick={() => act({ kind: 'bet', bet: 'none' })}>
          {bet.openAnyway}
        </Button>
      </div>
    );
  }
  const percentage = percent(sure);
  return (
    <div className="column bet">
      <div className="bet-head">
        <EnvelopePicture answers={BET_AFTER} open={false} />
        <h1 ref={heading} tabIndex={-1}>
          {bet.heading}
        </h1>
      </div>
      <fieldset className="choice bet-choice">
        <legend>{bet.what}</legend>
        {attributes.map((one) => (
          <label key={one.id}>
            <input
              type="radio"
              name="bet"
              checked={attribute === one.attribute}
              onChange={() => setAttribute(one.attribute)}
            />
            <span>{data.yours[one.attribute]}</span>
          </label>
        ))}
      </fieldset>
      <label className="bet-sure" htmlFor="sure">
        {bet.howSure}
        <strong>{percentage}</strong>
      </label>
      <input
        id="sure"
        type="range"
        min={50}
        max={100}
        value={Math.round(100 * sure)}
        aria-valuetext={percentage}
        onChange={(event) => setSure(Number(event.target.value) / 100)}
      />
      <p className="scale-ends" aria-hidden="true">
        <span>{bet.coin}</span>
        <span>{bet.certain}</span>
      </p>
      <div className="buttons">
        <Button
          look="primary"
          disabled={attribute === undefined}
          onClick={() => act({ kind: 'bet', bet: { attribute: attribute!, sure } })}
        >
          {bet.open}
        </Button>
        <Button look="plain" onClick={() => act({ kind: 'bet', bet: 'none' })}>
          {bet.openWithout}
        </Button>
      </div>
    </div>
  );
}
