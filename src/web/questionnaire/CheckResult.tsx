/** Third: what the list gives away, its worst questions, whether it looks aimed, and what it learns. */

import { useEffect, useRef } from 'react';
import { type ListFigures, worstQuestions } from '../../defence/index.ts';
import { DataTable } from '../audit/parts/DataTable.tsx';
import { ReportDownloads } from '../audit/results/ReportDownloads.tsx';
import { Problem } from '../components/Problem.tsx';
import { Progress } from '../components/Progress.tsx';
import { Rich } from '../components/Rich.tsx';
import { decimal, percent } from '../components/words.ts';
import { useWords } from '../words/language.ts';
import { useViewWords } from '../words/viewWords.ts';
import type { QuestionnaireState } from './questionnaireState.ts';
import { aimWords, aucWithout, largestOf, leaksByAttribute, pairWords, strengthOf } from './words.ts';

/** What had the focus already: coming back to the view does not take it again. */
let seen: QuestionnaireState['study'];

export function CheckResult({ state }: { readonly state: QuestionnaireState }) {
  const { study, agenda, aiming } = state;
  const { data } = useWords();
  const { questionnaire, components } = useViewWords();
  const words = questionnaire.result;
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
        {words.heading}
      </h2>
      <p className="lead" id="verdict">
        {words.verdict(data.attribute(largest.attribute), strengthOf(largest.auc), pairWords(largest))}
      </p>
      <ul className="leaks">
        {leaksByAttribute(subject).map(({ attribute, auc, labels }) => (
          <li key={attribute}>
            <span className="leak-name">{data.attribute(attribute)}</span>
            <span className="leak-track" aria-hidden="true">
              <span style={{ width: `${Math.max(0, Math.min(100, 200 * (auc - 0.5)))}%` }} />
            </span>
            <span className="number">{decimal(auc, 2)}</span>
            <span className="quiet small leak-pair">
              {words.easiest(strengthOf(auc), data.label(labels[0]), data.label(labels[1]))}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet small">{words.scale}</p>
      {subject.worth !== undefined && (
        <p>
          <Rich text={words.learns(Math.round(100 * subject.worth.cut))} />
        </p>
      )}
      <ReportDownloads records={study} rows="questions" />
      <WorstQuestions figures={subject} />
      <h3 className="step-part">{words.aimed}</h3>
      {aiming.kind === 'busy' && (
        <>
          <p className="quiet small">{`${components.stage(aiming.stage)} …`}</p>
          <Progress label={words.comparing} share={aiming.share} />
        </>
      )}
      {aiming.kind === 'failed' && <Problem error={aiming.error} />}
      {agenda !== undefined && (
        <ul id="agenda">
          {agenda.findings.map(({ attribute, kind, correctedPValue }) => (
            <li key={`${attribute} ${kind}`}>
              <strong>{data.attribute(attribute)}</strong>
              {agenda.findings.filter((other) => other.attribute === attribute).length > 1 && ` (${words.kinds[kind]})`}
              : {aimWords(correctedPValue)} <span className="quiet small p-value">p = {p(correctedPValue)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet small">
        {agenda !== undefined && words.compared(agenda.samples)}
        {words.noProof}
      </p>
    </section>
  );
}

const p = (value: number) => (value < 0.001 ? `< ${decimal(0.001, 3)}` : decimal(value, 3));

function WorstQuestions({ figures }: { readonly figures: ListFigures }) {
  const { data, percentSign } = useWords();
  const words = useViewWords().questionnaire.result;
  const largest = largestOf(figures);
  const worst = worstQuestions(figures).slice(0, 10);
  return (
    <DataTable
      label={words.worst}
      caption={<Rich text={words.worstCaption(data.attribute(largest.attribute), decimal(largest.auc, 2))} />}
      heads={words.worstHeads}
      rows={worst.map((question) => [
        question.title,
        decimal(aucWithout(question, largest), 3),
        question.worth === undefined ? '–' : `${decimal(100 * question.worth.dropped, 1)}${percentSign}`,
        percent(question.seen),
      ])}
    />
  );
}
