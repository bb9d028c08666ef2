/** Fourth: a list that learns about taste and gives away little. */

import { useId, useMemo, useState } from 'react';
import type { ListFigures, QuestionnaireStudy } from '../../defence/index.ts';
import { csvCell } from '../../tables/index.ts';
import { announce } from '../components/announce.ts';
import { Button } from '../components/Button.tsx';
import { Chart } from '../components/Chart.tsx';
import { download } from '../components/download.ts';
import { Problem } from '../components/Problem.tsx';
import { Rich } from '../components/Rich.tsx';
import { decimal, percent } from '../components/words.ts';
import { useWords } from '../words/language.ts';
import { useViewWords, viewWordsNow } from '../words/viewWords.ts';
import { changeDesign, changeText } from './questionnaireActions.ts';
import { groupOf, type QuestionnaireState } from './questionnaireState.ts';
import { tradeOffChart } from './tradeOffChart.ts';
import { largestOf } from './words.ts';

export function BetterList({ state }: { readonly state: QuestionnaireState }) {
  const { study, design, designing, questions, maxAuc } = state;
  const all = useViewWords();
  const words = all.questionnaire.better;
  const given = study?.subject;
  const chart = useMemo(
    () => (design === undefined ? undefined : tradeOffChart(design, given, all.questionnaire)),
    [design, given, all],
  );
  const size = groupOf(state)?.models[0]?.model.items.size ?? 1;
  if (study === undefined) return null;
  return (
    <section aria-labelledby="better-title">
      <h2 id="better-title">{words.heading}</h2>
      <p>{words.about}</p>
      <div className="fields">
        <Slider
          label={words.limit}
          min={0.51}
          max={0.8}
          step={0.01}
          value={maxAuc}
          words={words.limitWords(decimal(maxAuc, 2), Math.round(100 * maxAuc))}
          onChange={(value) => changeDesign({ maxAuc: value })}
        />
        <Slider
          label={words.number}
          min={1}
          max={Math.min(size, 30)}
          step={1}
          value={questions}
          words={words.questions(questions)}
          onChange={(value) => changeDesign({ questions: value })}
        />
      </div>
      {designing.kind === 'failed' && <Problem error={designing.error} />}
      {design === undefined && designing.kind === 'busy' && <p className="quiet">{words.designing}</p>}
      {design !== undefined && (
        <>
          {chart !== undefined && <Chart chart={chart} tips={tipOf} />}
          <SideBySide given={study.subject} design={design} />
          <p className="quiet small">
            <Rich text={words.note} />
          </p>
        </>
      )}
    </section>
  );
}

function tipOf(values: ReadonlyMap<string, string>): readonly string[] {
  const words = viewWordsNow().questionnaire.chart;
  const of = (title: string) => values.get(title) ?? '';
  return [of('label'), words.tipLearns(of(words.learned)), words.tipGivesAway(of(words.givesAway))];
}

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly words: string;
  readonly onChange: (value: number) => void;
}

function Slider({ label, min, max, step, value, words, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <p className="quiet small">{words}</p>
    </div>
  );
}

function SideBySide({ given, design }: { readonly given: ListFigures; readonly design: QuestionnaireStudy }) {
  const { subject } = design;
  const words = useViewWords().questionnaire.better;
  const excess = 'excess' in subject && subject.excess > 0;
  const [copied, setCopied] = useState<'copy' | 'copied' | 'refused'>('copy');
  const titles = subject.questions.map(({ title }) => title).join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(titles);
      setCopied('copied');
      announce(words.copiedNews);
    } catch {
      // Said to the visitor: the browser may forbid it.
      setCopied('refused');
      announce(words.refused);
    }
  };
  return (
    <>
      {excess && <p className="problem">{words.excess(subject.questions.length)}</p>}
      <div className="beside lists">
        <ListCard title={words.yours} figures={given} other={subject} />
        <ListCard title={words.better} figures={subject} other={given} />
      </div>
      <div className="buttons go">
        <Button onClick={() => void copy()}>{words[copied]}</Button>
        <Button onClick={() => download('questions.csv', 'text/csv', csvOf(subject))}>{words.download}</Button>
        <Button onClick={() => changeText(titles)}>{words.checkToo}</Button>
      </div>
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly figures: ListFigures;
  readonly other: ListFigures;
}

function ListCard({ title, figures, other }: CardProps) {
  const { data } = useWords();
  const words = useViewWords().questionnaire.better;
  const shared = new Set(other.questions.map(({ item }) => item));
  const { attribute, auc } = largestOf(figures);
  return (
    <div className="card">
      <h3>{title}</h3>
      <dl className="facts">
        <dt>{words.givesAway}</dt>
        <dd>
          {decimal(auc, 2)} ({data.attribute(attribute)})
        </dd>
        <dt>{words.learns}</dt>
        <dd>{figures.worth === undefined ? '–' : percent(figures.worth.cut)}</dd>
      </dl>
      <ol>
        {figures.questions.map(({ item, title: name }) => (
          <li key={item}>
            {name}
            {shared.has(item) && <span className="quiet small">{words.inBoth}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

function csvOf({ questions }: ListFigures): string {
  return ['id,title', ...questions.map(({ item, title }) => [item, title].map(csvCell).join(',')), ''].join('\n');
}
