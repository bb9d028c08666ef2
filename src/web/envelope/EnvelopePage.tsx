/**
 * The first view: ten statements, an envelope that opens after five, and what became known. It is rendered into
 * index.html when the page is built, so that the first statement is there before any script; what comes after the
 * fifth answer is loaded while the first ones are given.
 */
import { Suspense, use } from 'react';
import { createStages } from '../components/stages.ts';
import { useStageHeading } from '../components/useStageHeading.ts';
import { useWords } from '../words/language.ts';
import { Asking } from './asking/Asking.tsx';
import { EnvelopePicture } from './asking/EnvelopePicture.tsx';
import { loadLazy } from './loadLazy.ts';
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
  const words = useWords();
  const stage = stageOf(visit);
  const heading = useStageHeading(stage);
  const shared = { heading, visit, act };
  if (stage === 'sealed') {
    return (
      <Asking {...shared} statement={facts.statements[visit.given.length]!}>
        <Welcome answers={visit.given.length} />
      </Asking>
    );
  }
  return (
    <Suspense fallback={<p className="column quiet waiting">{words.envelope.opening}</p>}>
      <Late {...shared} stage={stage} />
    </Suspense>
  );
}

function Late({ stage, ...shared }: LateProps) {
  const { AskingOpenly, Later } = use(loadLazy());
  return stage === 'open' ? <AskingOpenly {...shared} /> : <Later {...shared} stage={stage} />;
}

/** What this is, and what one agrees to by answering: beside the first statement. */
function Welcome({ answers }: { readonly answers: number }) {
  const { envelope, data, locale } = useWords();
  return (
    <>
      <h1>{envelope.heading}</h1>
      <p className="consent">{envelope.consent}</p>
      <details className="consent-more">
        <summary>{envelope.spoiler}</summary>
        <p>
          {envelope.spoilerText(facts.source.people.toLocaleString(locale))}
          {data.translated !== '' && ` ${data.translated}`}
        </p>
      </details>
      <div className="sealed">
        <EnvelopePicture answers={answers} open={false} />
        <p>
          {answers === 0 ? (
            envelope.empty(BET_AFTER)
          ) : (
            <>
              <strong>{envelope.filled(answers, BET_AFTER)}</strong>
              {envelope.filledRest}
            </>
          )}
        </p>
      </div>
      <p className="other-questions">
        <a href="#/more">{envelope.others}</a>
      </p>
    </>
  );
}
