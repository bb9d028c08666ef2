/** The same questions again, one by one, with the advisor at hand: can you stay unknown? */
import { useEffect, useMemo, useRef, useState } from 'react';
import { Advisor, type AttributeBelief, bitsBetween, budgetUsed } from '../../../defence/index.ts';
import type { Answer } from '../../../ratings/index.ts';
import { announce } from '../../components/announce.ts';
import { BeliefBars } from '../../components/BeliefBars.tsx';
import { Button } from '../../components/Button.tsx';
import { bitsText, likeliest, percent } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { answerWords, type CollectionWords, titleOf } from '../state/collections.ts';
import { standingIn } from '../state/insight.ts';
import { type Session, whose } from '../state/session.ts';
import { adviceWords } from './AdvisorView.tsx';

interface Props {
  /** The first is what was looked for. */
  readonly models: readonly ShippedModel[];
  readonly session: Session;
  readonly words: CollectionWords;
  readonly budget: number;
}

export function Replay({ models, session, words, budget }: Props) {
  const [said, setSaid] = useState<readonly Answer[]>([]);
  const { given } = session;
  const start = useMemo(() => Advisor.start(models.map(({ model }) => ({ model }))), [models]);
  const told = (answers: readonly Answer[]) =>
    answers.reduce<Advisor>((advisor, answer, at) => advisor.after(given[at]!.item, answer), start);
  const advisor = told(said);
  const [standing] = standingIn(advisor, models);
  const [{ now, prior }] = advisor.known() as [AttributeBelief];
  const known = bitsBetween(now, prior);
  const within = budgetUsed(now, prior, budget) <= 1;
  const guess = likeliest(standing!.labels, standing!.now);
  const open = given[said.length];
  const { attribute, model } = models[0]!;
  const advisedBy = (by: Advisor, at: number) => by.advise(given[at]!.item, { budget, truth: given[at]!.answer });
  const advice = open === undefined ? undefined : advisedBy(advisor, said.length);
  const say = (answers: readonly Answer[]) => {
    const [after] = told(answers).known();
    const kept = budgetUsed(after!.now, after!.prior, budget) <= 1;
    announce(`${answers.length} of ${given.length} answered, ${kept ? 'within' : 'beyond'} the budget.`);
    setSaid(answers);
  };
  // Buttons come and go with the advice: the focus goes to what is asked.
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(said);
  useEffect(() => {
    if (before.current !== said) title.current?.focus({ preventScroll: true });
    before.current = said;
  }, [said]);
  const toTheEnd = () => {
    const answers = [...said];
    while (answers.length < given.length) answers.push(advisedBy(told(answers), answers.length).say!);
    say(answers);
  };
  return (
    <section aria-labelledby="replay">
      <h2 id="replay">Try to stay unknown</h2>
      <p>
        The same questions again. This time the advisor knows your honest answer, and objects only where it would go
        beyond the budget.
      </p>
      <div className="pair">
        <div className="card">
          {open === undefined ? (
            <>
              <h3 ref={title} tabIndex={-1}>
                That was the last question
              </h3>
              <p>
                {within
                  ? `Within the budget: it guesses “${guess.label}” for ${whose(session)} ${attribute}, ${percent(guess.share)} sure.`
                  : `Beyond the budget: it guesses “${guess.label}” for ${whose(session)} ${attribute}, ${percent(guess.share)} sure.`}
              </p>
            </>
          ) : (
            <>
              <p className="question-count">
                Question {said.length + 1} of {given.length}
              </p>
              <h3 ref={title} tabIndex={-1} className="replay-title">
                {titleOf(model, open.item)}
              </h3>
              <p>
                The answer was: {answerWords(words, open.answer)}.{' '}
                <strong>
                  {advice!.say === open.answer
                    ? 'That is fine: say it again.'
                    : `Better ${adviceWords(advice!, words)}.`}
                </strong>
              </p>
              <div className="buttons">
                <Button look="primary" onClick={() => say([...said, advice!.say!])}>
                  Do as advised
                </Button>
                {advice!.say !== open.answer && (
                  <Button onClick={() => say([...said, open.answer])}>Say it anyway</Button>
                )}
                <Button look="plain" onClick={toTheEnd}>
                  Follow the advice to the end
                </Button>
              </div>
            </>
          )}
          <div className="buttons question-more">
            <Button look="plain" disabled={said.length === 0} onClick={() => setSaid(said.slice(0, -1))}>
              Back
            </Button>
            <Button look="plain" disabled={said.length === 0} onClick={() => setSaid([])}>
              From the start
            </Button>
          </div>
        </div>
        <div>
          <Budget known={known} budget={budget} within={within} attribute={attribute} />
          <BeliefBars {...standing!} name={`Belief about ${attribute} in the replay`} />
        </div>
      </div>
    </section>
  );
}

/** How much of the budget is used; what is beyond it is shown as beyond it. */
function Budget({
  known,
  budget,
  within,
  attribute,
}: {
  readonly known: number;
  readonly budget: number;
  readonly within: boolean;
  readonly attribute: string;
}) {
  const scale = Math.max(known, 1.25 * budget);
  return (
    <div className="meter">
      <h3>
        {within ? 'Within' : 'Beyond'} the budget about {attribute}
      </h3>
      <div className={within ? 'meter-track' : 'meter-track over'} aria-hidden="true">
        <span className="meter-bar" style={{ width: `${(100 * known) / scale}%` }} />
        <span className="meter-mark" style={{ left: `${(100 * budget) / scale}%` }} />
      </div>
      <details className="small">
        <summary>Details, in bits</summary>
        <p>
          {bitsText(known)} known, {bitsText(budget)} allowed.
        </p>
      </details>
    </div>
  );
}
