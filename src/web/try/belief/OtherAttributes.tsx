/** What the same answers told about attributes that nobody looked for. */
import { likeliest, percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';

interface Props {
  readonly standings: readonly (readonly Standing[])[];
  readonly seat: number;
  readonly target: string;
}

export function OtherAttributes({ standings, seat, target }: Props) {
  const { data } = useWords();
  const words = useViewWords().other.belief;
  const now = standings.at(-1)!;
  if (now.length < 2 || standings.length < 2) return null;
  return (
    <section aria-labelledby="others">
      <h3 id="others">{words.others(data.attribute(target))}</h3>
      <ul className="others">
        {now.map(({ attribute, labels, now: shares, prior }, at) => {
          if (at === seat) return null;
          const { label, share } = likeliest(labels, shares);
          return (
            <li key={attribute}>
              <span>{data.attribute(attribute)}</span>
              <span>
                <strong>{data.label(label)}</strong> {percent(share)}{' '}
                <span className="quiet before">{words.before(percent(prior[labels.indexOf(label)]!))}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
