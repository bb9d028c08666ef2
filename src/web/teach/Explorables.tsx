/** Three ideas, each with one control: for the About page, and for a class. */
import { Suspense, use, useMemo, useState } from 'react';
import { loadedOnce } from '../components/readable.ts';
import { decimal, likeliest, percent } from '../components/words.ts';
import { decoyLesson, nextQuestions, pairGrid, SIDE } from '../crowd/lessons.ts';
import { loadStatements } from '../envelope/lazy/statementModels.ts';
import { facts } from '../envelope/visit/facts.ts';
import type { ShippedModel } from '../models/shippedModel.ts';
import { Trail } from '../models/trail.ts';
import { useWords } from '../words/language.ts';
import './teach.css';

export function Explorables() {
  const { teach, shell } = useWords();
  return (
    <section aria-labelledby="teach">
      <h2 id="teach">{teach.heading}</h2>
      <WhatIsAnAuc />
      <Suspense fallback={<p className="quiet">{shell.loading}</p>}>
        <WithModel />
      </Suspense>
    </section>
  );
}

/** Without the models the rest of the page is still worth reading; the foot of the page says that a part is missing. */
const modelsOrNone = loadedOnce(() => loadStatements().catch(() => undefined));

function WithModel() {
  const models = use(modelsOrNone());
  if (models === undefined) return null;
  return (
    <>
      <FixedOrder target={models[0]!} />
      <Decoys target={models[0]!} />
    </>
  );
}

interface SliderProps {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly text: string;
  readonly onChange: (value: number) => void;
}

function Slider({ id, label, value, min, max, text, onChange }: SliderProps) {
  return (
    <>
      <label htmlFor={id}>
        {label}: <strong>{text}</strong>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </>
  );
}

/** Steps of the slider for one unit of distance. */
const STEPS = 5;

function WhatIsAnAuc() {
  const { auc: words } = useWords().teach;
  const [distance, setDistance] = useState(STEPS);
  const { squares, auc } = pairGrid(distance / STEPS);
  const right = squares.reduce((sum, { won }) => sum + won, 0);
  const text = words.text(right, SIDE ** 2, decimal(auc, 2));
  return (
    <div className="lesson">
      <h3>{words.heading}</h3>
      <p>{words.about}</p>
      <svg className="pairs" viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={text}>
        {squares.map(({ first, second, won }) => (
          <rect
            key={`${first} ${second}`}
            className={won === 1 ? 'won' : won === 0 ? 'lost' : 'tied'}
            x={first + 0.06}
            y={SIDE - 1 - second + 0.06}
            width={0.88}
            height={0.88}
          />
        ))}
      </svg>
      <Slider
        id="lesson-auc"
        label={words.control}
        value={distance}
        min={0}
        max={4 * STEPS}
        text={decimal(distance / STEPS, 1)}
        onChange={setDistance}
      />
      <p aria-live="polite">{text}</p>
    </div>
  );
}

const SHOWN_NEXT = 3;

function FixedOrder({ target }: { readonly target: ShippedModel }) {
  const { teach, data } = useWords();
  const words = teach.order;
  const [answer, setAnswer] = useState(4);
  const { model, attribute } = target;
  const [first] = facts.statements;
  const [standing] = Trail.start([target]).to([{ item: first!.id, answer }]).standings[1]!;
  const guess = likeliest(standing!.labels, standing!.now);
  const next = useMemo(
    () => nextQuestions(model, model.items.indexOf(first!.id)!, answer, SHOWN_NEXT),
    [model, first, answer],
  );
  return (
    <div className="lesson">
      <h3>{words.heading}</h3>
      <p>{words.about}</p>
      <Slider
        id="lesson-order"
        label={words.control(data.statement(first!.id, first!.title))}
        value={answer}
        min={1}
        max={data.answers.length}
        text={data.answers[answer - 1]!}
        onChange={setAnswer}
      />
      <p aria-live="polite">{words.text(data.guess(attribute, guess.label), percent(guess.share))}</p>
      <p className="lesson-next">{words.next}</p>
      <ol start={2}>
        {next.map((item) => (
          <li key={item}>{data.statement(model.items.id(item), model.items.title(item))}</li>
        ))}
      </ol>
    </div>
  );
}

function Decoys({ target }: { readonly target: ShippedModel }) {
  const { decoys: words } = useWords().teach;
  const { model } = target;
  const [replaced, setReplaced] = useState(0);
  const lesson = useMemo(
    () =>
      decoyLesson(
        model,
        facts.statements.map(({ id }) => model.items.indexOf(id)!),
      ),
    [model],
  );
  const { fooled, knowing } = useMemo(() => lesson(replaced), [lesson, replaced]);
  const questions = facts.statements.length;
  return (
    <div className="lesson">
      <h3>{words.heading}</h3>
      <p>{words.about}</p>
      <dl className="lesson-bars">
        {[[words.fooled, fooled] as const, [words.knowing, knowing] as const].map(([name, auc]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="meter-track" aria-hidden="true">
                <span className="meter-bar" style={{ width: `${100 * auc}%` }} />
                <span className="meter-mark" style={{ left: '50%' }} />
              </span>
              <span className="unseen">{decimal(auc, 2)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Slider
        id="lesson-decoys"
        label={words.control}
        value={replaced}
        min={0}
        max={questions}
        text={words.value(replaced, questions)}
        onChange={setReplaced}
      />
      <p aria-live="polite">{words.text(decimal(fooled, 2), decimal(knowing, 2))}</p>
      <p className="quiet small">{words.note}</p>
    </div>
  );
}
