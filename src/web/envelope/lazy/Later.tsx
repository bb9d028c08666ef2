/** After five answers the bet and the opened envelope, after ten the results. */
import { use } from 'react';
import { trailOf } from '../../models/trail.ts';
import { facts } from '../visit/facts.ts';
import type { StageProps } from '../visit/stageProps.ts';
import type { Stage } from '../visit/visit.ts';
import { BetForm } from './BetForm.tsx';
import { Opened } from './Opened.tsx';
import { Results } from './Results.tsx';
import { loadStatements } from './statementModels.ts';
// Choices, bars and advice look as in the other interviews.
import '../../try/try.css';

interface Props extends StageProps {
  readonly stage: Exclude<Stage, 'sealed' | 'open'>;
}

export function Later({ stage, ...shared }: Props) {
  const models = use(loadStatements());
  const standings = trailOf(models, shared.visit.given).standings;
  if (stage === 'bet') return <BetForm {...shared} attributes={facts.attributes} />;
  if (stage === 'opened') return <Opened {...shared} standings={standings.at(-1)!} />;
  return <Results {...shared} models={models} />;
}
