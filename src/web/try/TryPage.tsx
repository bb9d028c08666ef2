/** Be asked ten questions, look behind the curtain, and see what could be done about it. */
import { Suspense, use, useEffect, useReducer, useRef } from 'react';
import { loadModels } from '../models/models.ts';
import { Finding } from './finding/Finding.tsx';
import { InterviewView } from './interview/InterviewView.tsx';
import { Consent } from './start/Consent.tsx';
import { Setup } from './start/Setup.tsx';
import { type Collection, collectionsOf } from './state/collections.ts';
import { questionOf, type Setup as SetupOfSession } from './state/session.ts';
import { targetOf } from './state/stageProps.ts';
import { BEGINNING, next, type State } from './state/state.ts';
import './try.css';

/** Kept while the page is open, so that a look at another view costs nothing; "erase" empties it. */
let kept: State = BEGINNING;

export function TryPage() {
  return (
    <Suspense fallback={<p className="column quiet">Loading …</p>}>
      <Stages />
    </Suspense>
  );
}

function Stages() {
  const collections = collectionsOf(use(loadModels()));
  const [state, act] = useReducer(next, kept);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    kept = state;
  }, [state]);
  // A new stage is a new page to a reader: it starts at its heading.
  const stage = stageOf(state, collections);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the stage changes, and only then
  useEffect(() => {
    if (moved.current) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    moved.current = true;
  }, [stage]);
  if (collections.length === 0) return <p className="column">This build of the page has no models to ask with.</p>;
  if (state.stage === 'consent') {
    return <Consent heading={heading} act={act} example={exampleOf(collections)} />;
  }
  if (state.stage === 'setup') return <Setup heading={heading} act={act} collections={collections} />;
  const { session } = state;
  const collection = collections.find(({ id }) => id === session.collection)!;
  const question = questionOf(session, targetOf(session, collection).model);
  const shared = { heading, session, collection, act };
  return question === undefined ? <Finding {...shared} /> : <InterviewView {...shared} question={question} />;
}

function stageOf(state: State, collections: readonly Collection[]): string {
  if (state.stage !== 'interview') return state.stage;
  const collection = collections.find(({ id }) => id === state.session.collection)!;
  return questionOf(state.session, targetOf(state.session, collection).model) === undefined ? 'finding' : 'asking';
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
