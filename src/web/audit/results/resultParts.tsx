/** What the results of groups and of a number have in common. */
import { useEffect, useRef } from 'react';
import type { KeyFigure } from '../../../report/index.ts';
import { useViewWords } from '../../words/viewWords.ts';

/** What had the focus already: coming back to the view does not take it again. */
let seen: object | undefined;

/** Results appear below what was pressed: the focus goes to them, once. */
export function ResultHeading({ records }: { readonly records: object }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const words = useViewWords().audit.result;
  useEffect(() => {
    if (records !== seen) heading.current?.focus();
    seen = records;
  }, [records]);
  return (
    <h2 id="result-title" ref={heading} tabIndex={-1}>
      {words.heading}
    </h2>
  );
}

/** In large figures, the main one first. */
export function KeyFigures({ figures }: { readonly figures: readonly KeyFigure[] }) {
  return (
    <dl className="keys">
      {figures.map(({ value, interval, meaning }, at) => (
        <div key={meaning} className={at === 0 ? 'first' : undefined}>
          <dt>{meaning}</dt>
          <dd>
            {value} <small>{interval}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
