/** What ten statements gave away about every attribute, what a single answer does to it, and what would be fairer. */
import { useMemo, useState } from 'react';
import { Attribution } from '../../components/Attribution.tsx';
import { Button } from '../../components/Button.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { Trail } from '../../models/trail.ts';
import { facts, type Measured } from '../visit/facts.ts';
import type { StageProps } from '../visit/stageProps.ts';
import { QUESTIONS } from '../visit/visit.ts';
import { SplitBar } from './BeliefStrip.tsx';
import { Compared } from './Compared.tsx';
import { guessWords, howOftenRight, leakOfMeasured } from './guessWords.ts';
import { Scrubber } from './Scrubber.tsx';
import { Share } from './Share.tsx';
import { StatementDefence } from './StatementDefence.tsx';
import { mostKnown, standingsAfter } from './statementModels.ts';

interface Props extends StageProps {
  readonly models: readonly ShippedModel[];
}

export function Results({ heading, visit, act, models }: Props) {
  const { given, seed } = visit;
  const [said, setSaid] = useState(given);
  const trail = useMemo(() => Trail.start(models), [models]);
  const standings = trail.to(said).standings.at(-1)!;
  const answered = standingsAfter(models, given).at(-1)!;
  const seat = mostKnown(answered);
  const measuredOf = (at: number): Measured =>
    seed === undefined ? facts.attributes[at]!.after.at(-1)! : facts.attributes[at]!.random;
  return (
    <div className="wide-column results">
      <h1 ref={heading} tabIndex={-1}>
        What {QUESTIONS} {seed === undefined ? 'harmless' : 'random'} statements gave away
      </h1>
      <ul className="guesses">
        {answered.map(({ attribute, labels, now, prior }, at) => {
          const { label, share } = likeliest(labels, now);
          const known = facts.attributes[at]!;
          return (
            <li key={attribute}>
              <h2>
                It thinks {guessWords(attribute, label)}: <strong>{percent(share)}</strong> sure
              </h2>
              <SplitBar labels={labels} now={now} prior={prior} />
              <p className="small">
                Such guesses are {howOftenRight(known, measuredOf(at), share)} That is {leakOfMeasured(measuredOf(at))}.
              </p>
            </li>
          );
        })}
      </ul>
      <Scrubber said={said} given={given} models={models} standings={standings} onChange={setSaid} />
      <Compared visit={visit} act={act} />
      <Share standing={answered[seat]!} visit={visit} />
      <StatementDefence models={models} given={given} seat={seat} />
      <section aria-labelledby="keep">
        <h2 id="keep">Erase it, or try something else</h2>
        <p>Nothing was sent or kept. How often guesses are right was measured on people it had not learned from.</p>
        <div className="buttons">
          <Button onClick={() => act({ kind: 'erase' })}>Erase everything</Button>
          <a className="button" href="#/more">
            Other questions and settings
          </a>
        </div>
        <Attribution text={models[0]!.from.attribution} />
      </section>
    </div>
  );
}
