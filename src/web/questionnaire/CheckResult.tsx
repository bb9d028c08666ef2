/** Third: what the list gives away, its worst questions, whether it looks aimed, and what it learns. */
import { useEffect, useRef } from 'react';
import { type ListFigures, worstQuestions } from '../../defence/index.ts';
import { DataTable } from '../audit/parts/DataTable.tsx';
import { ReportDownloads } from '../audit/results/ReportDownloads.tsx';
import { Problem } from '../components/Problem.tsx';
import { Progress } from '../components/Progress.tsx';
import type { QuestionnaireState } from './questionnaireState.ts';
import { aimWords, aucWithout, largestOf, leaksByAttribute, pairWords, strengthOf } from './words.ts';

/** What had the focus already: coming back to the view does not take it again. */
let seen: QuestionnaireState['study'];

export function CheckResult({ state }: { readonly state: QuestionnaireState }) {
  const { study, agenda, aiming } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  // Results appear below what was pressed: the focus goes to them, once.
  useEffect(() => {
    if (study === undefined || study === seen) return;
    seen = study;
    heading.current?.focus();
  }, [study]);
  if (study === undefined) return null;
  const { subject } = study;
  const largest = largestOf(subject);
  return (
    <section aria-labelledby="check-title">
      <h2 id="check-title" ref={heading} tabIndex={-1}>
        3. What the list gives away
      </h2>
      <p className="lead" id="verdict">
        About {largest.attribute}: {strengthOf(largest.auc)}. By the model, {pairWords(largest)}. A coin would be right
        50 times.
      </p>
      <ul className="leaks">
        {leaksByAttribute(subject).map(({ attribute, auc, labels }) => (
          <li key={attribute}>
            <span className="leak-name">{attribute}</span>
            <span className="leak-track" aria-hidden="true">
              <span style={{ width: `${Math.max(0, Math.min(100, 200 * (auc - 0.5)))}%` }} />
            </span>
            <span className="number">{auc.toFixed(2)}</span>
            <span className="quiet small leak-pair">
              {strengthOf(auc)}; easiest to tell apart: “{labels[0]}” and “{labels[1]}”
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet small">
        The scale goes from 0.5 (guessing) to 1 (certainty). The figures come from the model, before anybody answers,
        for an attacker who reads all the answers. Models tend to overstate them.
      </p>
      {subject.worth !== undefined && (
        <p>
          <strong>What it learns about taste:</strong> the answers take away {Math.round(100 * subject.worth.cut)}% of
          the uncertainty about what people like.
        </p>
      )}
      <ReportDownloads records={study} rows="Questions" />
      <WorstQuestions figures={subject} />
      <h3 className="step-part">Does it look aimed?</h3>
      {aiming.kind === 'busy' && (
        <>
          <p className="quiet small">{aiming.stage} …</p>
          <Progress label="Comparing with lists that aim at nobody" share={aiming.share} />
        </>
      )}
      {aiming.kind === 'failed' && <Problem error={aiming.error} />}
      {agenda !== undefined && (
        <ul id="agenda">
          {agenda.findings.map(({ attribute, kind, correctedPValue }) => (
            <li key={`${attribute} ${kind}`}>
              <strong>{attribute}</strong>
              {agenda.findings.filter((other) => other.attribute === attribute).length > 1 && ` (${KINDS[kind]})`}:{' '}
              {aimWords(correctedPValue)} <span className="quiet small p-value">p = {p(correctedPValue)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet small">
        {agenda !== undefined &&
          `Compared with ${agenda.samples.toLocaleString('en')} lists drawn in each of several ways that aim at nobody. `}
        A list that is not aimed can still give a lot away, and an aimed one little. No sign of an aim is no proof that
        there is none.
      </p>
    </section>
  );
}

const KINDS = { ratings: 'ratings alone', channels: 'ratings and what is known', presence: 'what is known' } as const;
const p = (value: number) => (value < 0.001 ? '< 0.001' : value.toFixed(3));

function WorstQuestions({ figures }: { readonly figures: ListFigures }) {
  const largest = largestOf(figures);
  const worst = worstQuestions(figures).slice(0, 10);
  return (
    <DataTable
      label="Worst questions"
      caption={
        <>
          <strong>The worst questions first.</strong> What the list would give away about {largest.attribute} (
          {largest.auc.toFixed(2)}) without that question.
        </>
      }
      heads={['Question', 'Without it', 'Learns less', 'Know it']}
      rows={worst.map((question) => [
        question.title,
        aucWithout(question, largest).toFixed(3),
        question.worth === undefined ? '–' : `${(100 * question.worth.dropped).toFixed(1)}%`,
        `${Math.round(100 * question.seen)}%`,
      ])}
    />
  );
}
