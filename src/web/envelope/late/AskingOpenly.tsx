/** The statements after the envelope was opened: the belief moves with each answer, in sight. */
import { use } from 'react';
import { likeliest, percent } from '../../components/words.ts';
import { Asking } from '../asking/Asking.tsx';
import { EnvelopePicture } from '../asking/EnvelopePicture.tsx';
import type { StageProps } from '../visit/stageProps.ts';
import { BET_AFTER } from '../visit/visit.ts';
import { BeliefStrip } from './BeliefStrip.tsx';
import { guessWords } from './guessWords.ts';
import { loadStatements, mostKnown, standingsAfter, statementsOf } from './statementModels.ts';

export function AskingOpenly({ heading, visit, act }: StageProps) {
  const models = use(loadStatements());
  const standings = standingsAfter(models, visit.given);
  const statement = statementsOf(visit, models)[visit.given.length]!;
  // What was in the envelope stays in sight; of random statements, what is known most.
  const seat = mostKnown(standings[Math.min(BET_AFTER, visit.given.length)]!);
  const standing = standings.at(-1)![seat]!;
  const { label, share } = likeliest(standing.labels, standing.now);
  return (
    <Asking heading={heading} visit={visit} act={act} statement={statement}>
      <h1 className="small-h1">{visit.seed === undefined ? 'Now you see it move' : 'Random statements'}</h1>
      <BeliefStrip standing={standing}>
        <EnvelopePicture answers={BET_AFTER} open />
        <p>
          It thinks {guessWords(standing.attribute, label)}: <strong>{percent(share)}</strong> sure.
        </p>
      </BeliefStrip>
      <p className="quiet small asking-note">
        {visit.seed === undefined
          ? 'Five more statements. Then you see everything that it guessed.'
          : 'Ten statements drawn at random. None was chosen to tell anything about you.'}
      </p>
    </Asking>
  );
}
