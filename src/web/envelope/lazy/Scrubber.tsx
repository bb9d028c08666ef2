/** Change one answer and watch the beliefs move: by sliders, which work by keyboard too. */
import type { GivenAnswer } from '../../../defence/index.ts';
import { Button } from '../../components/Button.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import type { Standing } from '../../models/trail.ts';
import { titleOf } from '../../try/state/collections.ts';
import { useWords } from '../../words/language.ts';

interface Props {
  readonly said: readonly GivenAnswer[];
  /** What was answered in truth. */
  readonly given: readonly GivenAnswer[];
  readonly models: readonly ShippedModel[];
  readonly standings: readonly Standing[];
  readonly onChange: (said: readonly GivenAnswer[]) => void;
}

export function Scrubber({ said, given, models, standings, onChange }: Props) {
  const { scrubber, data } = useWords();
  const { model } = models[0]!;
  const change = (at: number, value: number) =>
    onChange(said.with(at, { item: said[at]!.item, answer: value === 0 ? 'skip' : value }));
  const changed = said.some(({ answer }, at) => answer !== given[at]!.answer);
  return (
    <section aria-labelledby="scrubber">
      <h2 id="scrubber">{scrubber.heading}</h2>
      <p>{scrubber.about}</p>
      <ul className="scrubber-beliefs" aria-live="off">
        {standings.map(({ attribute, labels, now }) => {
          const { label, share } = likeliest(labels, now);
          return (
            <li key={attribute}>
              <span>{data.label(label)}</span> <strong>{percent(share)}</strong>
              <span className="scrubber-bar" aria-hidden="true">
                <span style={{ width: `${100 * share}%` }} />
              </span>
            </li>
          );
        })}
      </ul>
      <ol className="scrubber">
        {said.map(({ item, answer }, at) => {
          const value = answer === 'skip' ? 0 : answer;
          const words = value === 0 ? data.skip : data.answers[value - 1]!;
          return (
            <li key={item}>
              <label htmlFor={`said-${at}`}>{data.statement(item, titleOf(model, item))}</label>
              <input
                id={`said-${at}`}
                type="range"
                min={0}
                max={data.answers.length}
                value={value}
                aria-valuetext={words}
                onChange={(event) => change(at, Number(event.target.value))}
              />
              <span className={answer === given[at]!.answer ? 'quiet small' : 'small changed'}>{words}</span>
            </li>
          );
        })}
      </ol>
      <Button disabled={!changed} onClick={() => onChange(given)}>
        {scrubber.back}
      </Button>
    </section>
  );
}
