/** How busy the process is that answers; behind a proxy there may be others. */
import { Progress } from '../../../src/web/components/Progress.tsx';
import type { Load, Overview } from './serviceAnswers.ts';
import { adminWords } from './words/adminWords.ts';
import { sizeText } from './words.ts';

export function LoadSection({ overview: { load, audits } }: { readonly overview: Overview }) {
  const words = adminWords().load;
  return (
    <section aria-labelledby="load-title">
      <h2 id="load-title">{words.heading}</h2>
      <ul className="loads">
        <Bar what={words.requests} load={load.requests} />
        <Bar what={words.views} load={load.views} />
        <Bar what={words.files} load={load.files} />
      </ul>
      <p className="quiet small">{words.memory(sizeText(load.residentBytes), audits.queued)}</p>
    </section>
  );
}

function Bar({ what, load: { now, most } }: { readonly what: string; readonly load: Load }) {
  const words = adminWords().load.of(now, most);
  return (
    <li>
      <span className="load-words">
        <span>{what}</span>
        <span className="quiet">{words}</span>
      </span>
      <Progress label={what} share={most === 0 ? 0 : now / most} text={words} />
    </li>
  );
}
