/** What ten statements gave away about every attribute, what a single answer does to it, and what would be fairer. */
import { useMemo, useState } from 'react';
import { Attribution } from '../../components/Attribution.tsx';
import { Button } from '../../components/Button.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { Trail, trailOf } from '../../models/trail.ts';
import { Spy, type SpyWords } from '../../spy/Spy.tsx';
import { titleOf } from '../../try/state/collections.ts';
import { useWords, type Words } from '../../words/language.ts';
import { facts, type Measured } from '../visit/facts.ts';
import type { StageProps } from '../visit/stageProps.ts';
import { QUESTIONS } from '../visit/visit.ts';
import { SplitBar } from './BeliefStrip.tsx';
import { Compared } from './Compared.tsx';
import { howOftenRight, surerText } from './guessWords.ts';
import { Scrubber } from './Scrubber.tsx';
import { Share } from './Share.tsx';
import { isClear, surest } from './surest.ts';

interface Props extends StageProps {
  readonly models: readonly ShippedModel[];
}

export function Results({ heading, visit, act, models }: Props) {
  const { results, opened, envelope, data } = useWords();
  const { given, seed } = visit;
  const [said, setSaid] = useState(given);
  const trail = useMemo(() => Trail.start(models), [models]);
  const standings = trail.to(said).standings.at(-1)!;
  const answered = trailOf(models, given).standings.at(-1)!;
  const seat = surest(answered);
  const measuredOf = (at: number): Measured =>
    seed === undefined ? facts.attributes[at]!.after.at(-1)! : facts.attributes[at]!.random;
  return (
    <div className="wide-column results">
      <h1 ref={heading} tabIndex={-1}>
        {seed === undefined ? results.heading(QUESTIONS) : results.headingRandom(QUESTIONS)}
      </h1>
      <ul className="guesses">
        {answered.map(({ attribute, labels, now, prior }, at) => {
          const { label, share } = likeliest(labels, now);
          const clear = isClear({ now, prior });
          const guessed = { known: facts.attributes[at]!, measured: measuredOf(at), answers: QUESTIONS };
          return (
            <li key={attribute}>
              {clear ? (
                <h2>
                  {opened.itThinks(data.guess(attribute, label))}: <strong>{percent(share)}</strong>
                  {opened.sure}
                </h2>
              ) : (
                <h2>{results.notClear(data.attribute(attribute))}</h2>
              )}
              <SplitBar labels={labels} now={now} prior={prior} />
              <p className="small">
                {howOftenRight(clear ? { ...guessed, share } : guessed, opened)}
                {surerText(visit, models, at, opened)}
              </p>
            </li>
          );
        })}
      </ul>
      <Scrubber said={said} given={given} models={models} standings={standings} onChange={setSaid} />
      <Compared visit={visit} act={act} />
      <p>
        <a className="button" href="#/story">
          {results.seeIt}
        </a>
      </p>
      <Share standing={answered[seat]!} visit={visit} />
      <Spy target={models[seat]!} given={given} words={statementWords(models[seat]!, data)} />
      <section aria-labelledby="keep">
        <h2 id="keep">{results.erase}</h2>
        <p>{results.nothingKept}</p>
        <div className="buttons">
          <Button onClick={() => act({ kind: 'erase' })}>{envelope.erase}</Button>
          <a className="button" href="#/more">
            {envelope.others}
          </a>
        </div>
        <Attribution of={models[0]!.collection} text={models[0]!.from.attribution} />
      </section>
    </div>
  );
}

function statementWords({ model }: ShippedModel, data: Words['data']): SpyWords {
  const title = (item: string) => data.statement(item, titleOf(model, item));
  return { title, ratings: data.answers, skip: data.skip, statements: true };
}
