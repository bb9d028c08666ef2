/** One attribute in one line: on a phone it stays at the top while the statements pass below. */
import type { ReactNode } from 'react';
import { colourOf } from '../../components/BeliefBars.tsx';
import { percent } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { useWords } from '../../words/language.ts';

interface Props {
  readonly standing: Standing;
  readonly children: ReactNode;
}

export function BeliefStrip({ standing: { labels, now, prior }, children }: Props) {
  return (
    <div className="strip">
      <div className="strip-words">{children}</div>
      <SplitBar labels={labels} now={now} prior={prior} />
    </div>
  );
}

/** Shares of the groups side by side in one bar, with a mark where they were before the first answer. */
export function SplitBar({ labels, now, prior }: Pick<Standing, 'labels' | 'now' | 'prior'>) {
  const { data } = useWords();
  return (
    <div className="split">
      <div className="split-bar" aria-hidden="true">
        {labels.map((label, at) => (
          <span key={label} style={{ width: `${100 * now[at]!}%`, background: colourOf(at, labels.length) }} />
        ))}
        <i style={{ left: `${100 * prior[0]!}%` }} />
      </div>
      <div className="split-labels">
        {labels.map((label, at) => (
          <span key={label}>
            {data.label(label)}: {percent(now[at]!)}
          </span>
        ))}
      </div>
    </div>
  );
}
