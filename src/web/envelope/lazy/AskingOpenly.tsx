/** The statements after the envelope was opened: the belief moves with each answer, in sight. */
import { use } from 'react';
import { likeliest, percent } from '../../components/words.ts';
import { trailOf } from '../../models/trail.ts';
import { useWords } from '../../words/language.ts';
import { Asking } from '../asking/Asking.tsx';
import { EnvelopePicture } from '../asking/EnvelopePicture.tsx';
import type { StageProps } from '../visit/stageProps.ts';
import { BET_AFTER } from '../visit/visit.ts';
import { BeliefStrip } from './BeliefStrip.tsx';
import { loadStatements, statementsOf } from './statementModels.ts';
import { isClear, surest } from './surest.ts';

export function AskingOpenly({ heading, visit, act }: StageProps) {
  const { opened, data } = useWords();
  const models = use(loadStatements());
  const standings = trailOf(models, visit.given).standings;
  const statement = statementsOf(visit, models)[visit.given.length]!;
  // What was in the envelope stays in sight; of random statements, what it is surest of.
  const seat = surest(standings[Math.min(BET_AFTER, visit.given.length)]!);
  const standing = standings.at(-1)![seat]!;
  const { label, share } = likeliest(standing.labels, standing.now);
  return (
    <Asking heading={heading} visit={visit} act={act} statement={statement}>
      <h1 className="small-h1">{visit.seed === undefined ? opened.nowItMoves : opened.random}</h1>
      <BeliefStrip standing={standing}>
        <EnvelopePicture answers={BET_AFTER} open />
        {isClear(standing) ? (
          <p>
            {opened.itThinks(data.guess(standing.attribute, label))}: <strong>{percent(share)}</strong>
            {opened.sure}.
          </p>
        ) : (
          <p>{opened.notMuch}.</p>
        )}
      </BeliefStrip>
      <p className="quiet small asking-note">{visit.seed === undefined ? opened.fiveMore : opened.tenRandom}</p>
    </Asking>
  );
}
