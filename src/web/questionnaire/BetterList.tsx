/** Fourth: a list that learns about taste and gives away little. */
import { useId, useMemo, useState } from 'react';
import type { ListFigures, QuestionnaireStudy } from '../../defence/index.ts';
import { csvCell } from '../../tables/index.ts';
import { download } from '../audit/results/downloads.ts';
import { announce } from '../components/announce.ts';
import { Button } from '../components/Button.tsx';
import { Chart } from '../components/Chart.tsx';
import { Problem } from '../components/Problem.tsx';
import { changeDesign, changeText } from './questionnaireActions.ts';
import { groupOf, type QuestionnaireState } from './questionnaireState.ts';
import { tradeOffChart } from './tradeOffChart.ts';
import { largestOf } from './words.ts';

export function BetterList({ state }: { readonly state: QuestionnaireState }) {
  const { study, design, designing, questions, maxAuc } = state;
  const given = study?.subject;
  const chart = useMemo(() => (design === undefined ? undefined : tradeOffChart(design, given)), [design, given]);
  const size = groupOf(state)?.models[0]?.model.items.size ?? 1;
  if (study === undefined) return null;
  return (
    <section aria-labelledby="better-title">
      <h2 id="better-title">4. A better list</h2>
      <p>Questions that learn about taste, and keep what they give away below a limit that you set.</p>
      <div className="fields">
        <Slider
          label="May give away at most"
          min={0.51}
          max={0.8}
          step={0.01}
          value={maxAuc}
          words={`${maxAuc.toFixed(2)}: the right one of two people ${Math.round(100 * maxAuc)} times in 100`}
          onChange={(value) => changeDesign({ maxAuc: value })}
        />
        <Slider
          label="Number of questions"
          min={1}
          max={Math.min(size, 30)}
          step={1}
          value={questions}
          words={questions === 1 ? '1 question' : `${questions} questions`}
          onChange={(value) => changeDesign({ questions: value })}
        />
      </div>
      {designing.kind === 'failed' && <Problem error={designing.error} />}
      {design === undefined && designing.kind === 'busy' && <p className="quiet">Designing …</p>}
      {design !== undefined && (
        <>
          {chart !== undefined && <Chart chart={chart} tips={tipOf} />}
          <SideBySide given={study.subject} design={design} />
          <p className="quiet small">
            Both figures come from the models that chose the list. Other people’s answers may give away somewhat more,
            and somebody who collects the answers to this very list can learn from them. The command line measures it on
            real answers (ulterior questionnaire design).
          </p>
        </>
      )}
    </section>
  );
}

function tipOf(values: ReadonlyMap<string, string>): readonly string[] {
  const [learnt, auc] = [values.get('learned about taste'), values.get('gives away (AUC)')];
  return [values.get('label') ?? '', `learns ${learnt}`, `gives away ${auc}`];
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
  const excess = 'excess' in subject && subject.excess > 0;
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const titles = subject.questions.map(({ title }) => title).join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(titles);
      setCopied('yes');
      announce('The list was copied.');
    } catch {
      // Said to the visitor: the browser may forbid it.
      setCopied('refused');
      announce(COPY_WORDS.refused);
    }
  };
  return (
    <>
      {excess && (
        <p className="problem">
          No list of {subject.questions.length} questions stays below the limit. This one gives away least. Ask fewer
          questions, or raise the limit.
        </p>
      )}
      <div className="beside lists">
        <ListCard title="Your list" figures={given} other={subject} />
        <ListCard title="The better list" figures={subject} other={given} />
      </div>
      <div className="buttons go">
        <Button onClick={() => void copy()}>{COPY_WORDS[copied]}</Button>
        <Button onClick={() => download('questions.csv', 'text/csv', csvOf(subject))}>Download it (CSV)</Button>
        <Button onClick={() => changeText(titles)}>Check this one too</Button>
      </div>
    </>
  );
}

const COPY_WORDS = {
  no: 'Copy the better list',
  yes: 'Copied',
  refused: 'The browser does not let this page copy',
} as const;

interface CardProps {
  readonly title: string;
  readonly figures: ListFigures;
  readonly other: ListFigures;
}

function ListCard({ title, figures, other }: CardProps) {
  const shared = new Set(other.questions.map(({ item }) => item));
  const { attribute, auc } = largestOf(figures);
  return (
    <div className="card">
      <h3>{title}</h3>
      <dl className="facts">
        <dt>Gives away</dt>
        <dd>
          {auc.toFixed(2)} ({attribute})
        </dd>
        <dt>Learns</dt>
        <dd>{figures.worth === undefined ? '–' : `${Math.round(100 * figures.worth.cut)}%`}</dd>
      </dl>
      <ol>
        {figures.questions.map(({ item, title: name }) => (
          <li key={item}>
            {name}
            {shared.has(item) && <span className="quiet small"> in both</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

function csvOf({ questions }: ListFigures): string {
  return ['id,title', ...questions.map(({ item, title }) => [item, title].map(csvCell).join(',')), ''].join('\n');
}
