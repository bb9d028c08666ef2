/** What the same answers told about attributes that nobody looked for. */
import { likeliest, percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';

interface Props {
  readonly standings: readonly (readonly Standing[])[];
  readonly seat: number;
  readonly target: string;
}

export function OtherAttributes({ standings, seat, target }: Props) {
  const now = standings.at(-1)!;
  if (now.length < 2 || standings.length < 2) return null;
  return (
    <section aria-labelledby="others">
      <h3 id="others">The questions about {target} also told …</h3>
      <ul className="others">
        {now.map(({ attribute, labels, now: shares, prior }, at) => {
          if (at === seat) return null;
          const { label, share } = likeliest(labels, shares);
          return (
            <li key={attribute}>
              <span>{attribute}</span>
              <span>
                <strong>{label}</strong> {percent(share)}{' '}
                <span className="quiet before">(before: {percent(prior[labels.indexOf(label)]!)})</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
