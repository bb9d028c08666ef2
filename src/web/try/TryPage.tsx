/** Any collection, attribute and way of choosing: be asked, look behind the curtain, and see what could be done about it. */
import { Suspense, use, useMemo } from 'react';
import { createStages } from '../components/stages.ts';
import { useStageHeading } from '../components/useStageHeading.ts';
import { loadModels } from '../models/models.ts';
import { useWords } from '../words/language.ts';
import { useViewWords } from '../words/viewWords.ts';
import { Finding } from './finding/Finding.tsx';
import { InterviewView } from './interview/InterviewView.tsx';
import { Setup } from './start/Setup.tsx';
import { type Collection, collectionsOf } from './state/collections.ts';
import { questionOf, type Setup as SetupOfSession } from './state/session.ts';
import { targetOf } from './state/stageProps.ts';
import { type Action, BEGINNING, next, type State, stepOf } from './state/state.ts';
import './try.css';

/** Kept while the page is open, so that a look at another view costs nothing; "erase" empties it. */
const stages = createStages<State, Action>('more', BEGINNING, next, stepOf);

export function TryPage() {
  const { other } = useViewWords();
  return (
    <Suspense fallback={<p className="column quiet waiting">{other.loading}</p>}>
      <Stages />
    </Suspense>
  );
}

function Stages() {
  const shipped = use(loadModels());
  const { other } = useViewWords();
  const { data } = useWords();
  const collections = useMemo(() => collectionsOf(shipped, other, data), [shipped, other, data]);
  const { state, act } = stages.use();
  const question = useMemo(() => openQuestion(state, collections), [state, collections]);
  const heading = useStageHeading(state.stage === 'setup' ? 'setup' : question === undefined ? 'finding' : 'asking');
  if (collections.length === 0) return <p className="column">{other.noModels}</p>;
  if (state.stage === 'setup') {
    return <Setup heading={heading} act={act} collections={collections} example={exampleOf(collections)} />;
  }
  const { session } = state;
  const shared = { heading, session, collection: collectionOf(state, collections), act };
  return question === undefined ? <Finding {...shared} /> : <InterviewView {...shared} question={question} />;
}

function collectionOf({ session }: Extract<State, { stage: 'interview' }>, collections: readonly Collection[]) {
  return collections.find(({ id }) => id === session.collection)!;
}

/** Once for each answer: choosing a question is the longest part of it. */
function openQuestion(state: State, collections: readonly Collection[]): string | undefined {
  if (state.stage === 'setup') return undefined;
  return questionOf(state.session, targetOf(state.session, collectionOf(state, collections)).model);
}

/** Which invented person is shown first: any seed would do. */
const EXAMPLE_SEED = 4;

/** By the model that finds most, so that there is something to see. */
function exampleOf(collections: readonly Collection[]): SetupOfSession | undefined {
  const [target] = collections.flatMap(({ models }) => models).sort((a, b) => b.measured.auc - a.measured.auc);
  if (target === undefined) return undefined;
  const { id, collection } = target;
  return { collection, target: id, secret: false, chooser: 'sneaky', seed: EXAMPLE_SEED, invented: true };
}
