/** See an AUC: a thousand invented people, parted question by question. Scrolling asks the next question, and so does the slider. */
import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import { EqualChances } from '../chances/EqualChances.tsx';
import { decimal } from '../components/words.ts';
import { blindOf, outOf100 } from '../envelope/lazy/guessWords.ts';
import { loadStatements, statementsOf } from '../envelope/lazy/statementModels.ts';
import type { AttributeFacts } from '../envelope/visit/facts.ts';
import { useWords, type Words } from '../words/language.ts';
import { Crowd } from './Crowd.tsx';
import { type Choice, factsAbout, PEOPLE, type Scene, SKIPPED, sceneOf } from './story.ts';
import './story.css';

/** What the attacker looks for. */
const ATTRIBUTE = 'sex';
/** Of the random questions. */
const SEED = 1;

export function StoryPage() {
  const { shell } = useWords();
  return (
    <Suspense fallback={<p className="column quiet waiting">{shell.loading}</p>}>
      <Story />
    </Suspense>
  );
}

function Story() {
  const { story, data, locale } = useWords();
  const models = use(loadStatements());
  const target = models.find(({ attribute }) => attribute === ATTRIBUTE)!;
  const [choice, setChoice] = useState<Choice>({ random: false, defended: false });
  const [asked, setAsked] = useState(0);
  const { random, defended } = choice;
  const about = factsAbout(ATTRIBUTE);
  const scene = useMemo(
    () => sceneOf(target, random ? statementsOf({ seed: SEED }, models) : about.own.statements, defended),
    [target, models, random, defended, about],
  );
  const { list: steps, ask } = useSteps(setAsked, scene);
  const { shares, wrong, auc, reach } = scene.after[asked]!;
  const labels = target.model.typeLabels.map(data.label);
  const text = story.judged(asked, rightIn(scene, asked), PEOPLE - rightIn(scene, asked));
  const questions = scene.statements.length;
  return (
    <div className="wide-column story">
      <h1>{story.heading}</h1>
      <p className="lead">{story.lead(PEOPLE.toLocaleString(locale))}</p>
      <div className="story-columns">
        <figure className="story-figure">
          <Crowd shares={shares} types={scene.types} wrong={wrong} label={story.picture(text)} />
          <div className="story-ends" aria-hidden="true">
            <span>{story.left(labels[0]!)}</span>
            <span>{story.right(labels[1]!)}</span>
          </div>
          <Legend scene={scene} asked={asked} labels={labels} />
          <p className="story-auc" aria-live="polite">
            {text}
          </p>
          <p className="quiet small">{story.note(decimal(auc, 2), decimal(reach, 2), Math.round(100 * auc))}</p>
          <label htmlFor="asked">
            {story.slider}: <strong>{story.sliderText(asked, questions)}</strong>
          </label>
          <input
            id="asked"
            type="range"
            min={0}
            max={questions}
            value={asked}
            aria-valuetext={story.sliderText(asked, questions)}
            onChange={(event) => ask(Number(event.target.value))}
          />
          <div className="story-choices">
            <label className="check">
              <input
                type="checkbox"
                checked={random}
                onChange={(event) => setChoice({ ...choice, random: event.target.checked })}
              />
              {story.random}
            </label>
            <label className="check">
              <input
                type="checkbox"
                checked={defended}
                onChange={(event) => setChoice({ ...choice, defended: event.target.checked })}
              />
              {story.skips(SKIPPED)}
            </label>
          </div>
        </figure>
        <ol ref={steps} className="story-steps">
          {scene.after.map((_, at) => (
            <li
              key={scene.statements[at - 1]?.id ?? 'before'}
              data-asked={at}
              className={at === asked ? 'now' : undefined}
            >
              <h2>{at === 0 ? story.before : stepWords(scene, at, story, data)}</h2>
              <p>{at === 0 ? story.beforeText : stepText(scene, at, story, locale)}</p>
            </li>
          ))}
        </ol>
      </div>
      <section aria-labelledby="story-end">
        <h2 id="story-end">{story.endHeading}</h2>
        <ul>
          {story.end.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="quiet">{realWords(about, story, locale)}</p>
        <p>
          <a className="button primary" href="#/try">
            {story.tryIt}
          </a>
        </p>
      </section>
      <EqualChances />
    </div>
  );
}

interface LegendProps {
  readonly scene: Scene;
  readonly asked: number;
  readonly labels: readonly string[];
}

function Legend({ scene: { types, after }, asked, labels }: LegendProps) {
  const { story } = useWords();
  const wrong = after[asked]!.wrong.reduce((sum, one) => sum + one, 0);
  return (
    <ul className="story-legend">
      {labels.map((label, type) => (
        <li key={label}>
          <span className={`story-dot t${type}`} aria-hidden="true" />
          {story.legendGroup(label, types.filter((one) => one === type).length)}
        </li>
      ))}
      <li>
        <span className="story-dot ringed" aria-hidden="true" />
        {story.legendWrong(wrong)}
      </li>
    </ul>
  );
}

function stepWords({ statements, answered }: Scene, at: number, story: Words['story'], data: Words['data']): string {
  const { id, title } = statements[at - 1]!;
  const words = data.statement(id, title);
  return answered[at - 1] ? story.asked(at, words) : story.skipped(at, words);
}

const rightIn = ({ after }: Scene, asked: number) => PEOPLE - after[asked]!.wrong.reduce((sum, one) => sum + one, 0);

/** What one question does: how many guesses are right now, and how many it turned round. */
function stepText(scene: Scene, at: number, story: Words['story'], locale: string): string {
  if (!scene.answered[at - 1]) return story.nothingMoves;
  const [before, now] = [scene.after[at - 1]!.wrong, scene.after[at]!.wrong];
  const gained = before.filter((wrong, person) => wrong > now[person]!).length;
  const lost = before.filter((wrong, person) => wrong < now[person]!).length;
  return `${story.step(rightIn(scene, at), PEOPLE.toLocaleString(locale))} ${story.surprise(gained, lost)}`;
}

function realWords(about: AttributeFacts, story: Words['story'], locale: string): string {
  const { auc, right } = about.own;
  const figures = [auc.value, auc.low, auc.high].map((value) => decimal(value, 2)) as [string, string, string];
  return story.real(about.people.toLocaleString(locale), outOf100(right.value), outOf100(blindOf(about)), ...figures);
}

/** A page that is moved by less than this is not being read on. */
const HARDLY_MOVED = 120;

/**
 * Tells which step is being read: the one that crosses a line in the lower part of the window. What is asked for by the
 * slider holds until the page is moved.
 */
function useSteps(onStep: (asked: number) => void, scene: Scene) {
  const list = useRef<HTMLOListElement>(null);
  const asked = useRef<number>(undefined);
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        if (asked.current !== undefined && Math.abs(scrollY - asked.current) < HARDLY_MOVED) return;
        asked.current = undefined;
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) onStep(Number((target as HTMLElement).dataset['asked']));
        }
      },
      { rootMargin: '-70% 0px -29% 0px' },
    );
    // Other questions are other elements.
    const steps = [...list.current!.children].slice(0, scene.after.length);
    for (const step of steps) seen.observe(step);
    return () => seen.disconnect();
  }, [onStep, scene]);
  const ask = (step: number) => {
    asked.current = scrollY;
    onStep(step);
  };
  return { list, ask };
}
