/** Probabilities of some values as bars, each with a mark where it stood before anything was said. */
import { percent } from './words.ts';

interface Props {
  readonly labels: readonly string[];
  readonly now: readonly number[];
  readonly prior: readonly number[];
  /** What the bars are about, for people who do not see them. */
  readonly name: string;
}

export function BeliefBars({ labels, now, prior, name }: Props) {
  const best = now.indexOf(Math.max(...now));
  return (
    <ul className="belief" aria-label={name}>
      {labels.map((label, at) => (
        <li key={label} className={at === best ? 'best' : undefined}>
          <span className="belief-label">{label}</span>
          <span className="belief-share">{percent(now[at]!)}</span>
          <span className="belief-track" aria-hidden="true">
            <span
              className="belief-bar"
              style={{ width: `${100 * now[at]!}%`, background: colourOf(at, labels.length) }}
            />
            <span className="belief-prior" style={{ left: `${100 * prior[at]!}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A palette has seven colours; of more values none has its own, and the names tell them apart. */
export function colourOf(value: number, values: number): string {
  return values > 7 ? 'var(--c0)' : `var(--t${value})`;
}
