/** How busy the process is that answers; behind a proxy there may be others. */
import { Progress } from '../components/Progress.tsx';
import type { Load, Overview } from './serviceAnswers.ts';
import { sizeText } from './words.ts';

export function LoadSection({ overview: { load, audits } }: { readonly overview: Overview }) {
  return (
    <section aria-labelledby="load-title">
      <h2 id="load-title">Load</h2>
      <ul className="loads">
        <Bar what="Requests in hand" load={load.requests} />
        <Bar what="Views being worked out" load={load.views} />
        <Bar what="Files being read" load={load.files} />
      </ul>
      <p className="quiet small">
        Of the process that answered: it takes {sizeText(load.residentBytes)} of memory. Audits that wait for a worker:{' '}
        {audits.queued}.
      </p>
    </section>
  );
}

function Bar({ what, load: { now, most } }: { readonly what: string; readonly load: Load }) {
  const words = `${now} of at most ${most}`;
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
