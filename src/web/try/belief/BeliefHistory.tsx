/** How the belief moved, answer by answer: a line for each value, the likeliest ones named. */
import { colourOf } from '../../components/BeliefBars.tsx';
import { likeliest, percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { QUESTIONS } from '../state/session.ts';

const WIDTH = 420;
const HEIGHT = 150;
const LEFT = 58;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

/** Of many values only the first few stand out. */
const NAMED = 3;

export function BeliefHistory({ standings }: { readonly standings: readonly Standing[] }) {
  const { data } = useWords();
  const words = useViewWords().other.belief;
  const last = standings.at(-1)!;
  if (standings.length < 2) return null;
  const x = (step: number) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / QUESTIONS;
  const y = (share: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  const values = last.labels.length;
  const leading = last.now
    .map((_, at) => at)
    .sort((a, b) => last.now[b]! - last.now[a]!)
    .slice(0, values > 4 ? NAMED : values);
  const line = (value: number) =>
    standings
      .map(({ now }, step) => `${step === 0 ? 'M' : 'L'}${x(step).toFixed(1)} ${y(now[value]!).toFixed(1)}`)
      .join('');
  const best = likeliest(last.labels, last.now);
  return (
    <figure className="history">
      <figcaption>
        <ul>
          {leading.map((value, place) => (
            <li key={last.labels[value]}>
              <span className="swatch" style={{ borderTopColor: lineColour(value, values, place) }} />
              {data.label(last.labels[value]!)}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words.history(standings.length - 1, data.label(best.label), percent(best.share))}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="history-grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(share)} y2={y(share)} />
            <text x={LEFT - 6} y={y(share) + 4} textAnchor="end">
              {100 * share}%
            </text>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 6}>
          {words.start}
        </text>
        <text x={x(QUESTIONS)} y={HEIGHT - 6} textAnchor="end">
          {words.answers(QUESTIONS)}
        </text>
        {last.labels.map((label, value) => {
          const place = leading.indexOf(value);
          const colour = lineColour(value, values, place);
          return (
            <g key={label}>
              <path d={line(value)} fill="none" stroke={colour} strokeWidth={place >= 0 ? 2.2 : 1} />
              {place >= 0 && <circle cx={x(standings.length - 1)} cy={y(last.now[value]!)} r={3.4} fill={colour} />}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** Of more values than colours the leading ones take the first colours, and the rest are grey. */
function lineColour(value: number, values: number, place: number): string {
  if (values <= 7) return colourOf(value, values);
  return place >= 0 ? `var(--c${place})` : 'var(--rule)';
}
