/**
 * The first view: ten statements, an envelope that opens after five, and what became known. It is rendered into
 * index.html when the page is built, so that the first statement is there before any script; what comes after the
 * fifth answer is loaded while the first ones are given.
 */
import { Suspense, use, useEffect, useRef } from 'react';
import { createStages } from '../shell/stages.ts';
import { Asking } from './asking/Asking.tsx';
import { EnvelopePicture } from './asking/EnvelopePicture.tsx';
import { loadLate } from './loadLate.ts';
import { facts } from './visit/facts.ts';
import type { StageProps } from './visit/stageProps.ts';
import {
  BEGINNING,
  BET_AFTER,
  nextVisit,
  type Stage,
  stageOf,
  stepOf,
  type Visit,
  type VisitAction,
  visitFrom,
} from './visit/visit.ts';
import './envelope.css';

const asked = typeof location === 'undefined' ? BEGINNING : visitFrom(location.hash);
const stages = createStages<Visit, VisitAction>('try', BEGINNING, nextVisit, stepOf, asked);

interface LateProps extends StageProps {
  readonly stage: Exclude<Stage, 'sealed'>;
}

export function EnvelopePage() {
  const { state: visit, act } = stages.use();
  const heading = useRef<HTMLHeadingElement>(null);
  const stage = stageOf(visit);
  // A new stage is a new page to a reader: it starts at its heading.
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current !== stage) {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    shown.current = stage;
  }, [stage]);
  const shared = { heading, visit, act };
  if (stage === 'sealed') {
    return (
      <Asking {...shared} statement={facts.statements[visit.given.length]!}>
        <Welcome answers={visit.given.length} />
      </Asking>
    );
  }
  return (
    <Suspense fallback={<p className="column quiet waiting">Opening …</p>}>
      <Late {...shared} stage={stage} />
    </Suspense>
  );
}

function Late({ stage, ...shared }: LateProps) {
  const { AskingOpenly, Later } = use(loadLate());
  return stage === 'open' ? <AskingOpenly {...shared} /> : <Later {...shared} stage={stage} />;
}

/** What this is, and what one agrees to by answering: beside the first statement. */
function Welcome({ answers }: { readonly answers: number }) {
  return (
    <>
      <h1>Ten harmless statements. What do they give away?</h1>
      <p className="consent">This page guesses what it never asks. Nothing leaves your browser, and nothing is kept.</p>
      <details className="consent-more">
        <summary>What exactly does it guess? (spoiler)</summary>
        <p>
          Your sex, whether you are 30 or older, whether you have a college degree, and whether you have ever smoked. It
          learned from {facts.source.people.toLocaleString('en')} people, and it is often wrong. Skip what you like, and
          stop when you like.
        </p>
      </details>
      <div className="sealed">
        <EnvelopePicture answers={answers} open={false} />
        <p>
          {answers === 0 ? (
            <>The envelope is empty. It opens after {BET_AFTER} answers.</>
          ) : (
            <>
              <strong>
                {answers} of {BET_AFTER}
              </strong>{' '}
              answers are in the envelope. It is closed.
            </>
          )}
        </p>
      </div>
      <p className="other-questions">
        <a href="#/more">Other questions and settings</a>
      </p>
    </>
  );
}
