/** What was read, and what was left out and why. */
import { readWarnings } from '../../tables/index.ts';
import type { OpenedSummary } from './openedSummary.ts';

const MOST_WORDS = 6;

const count = (number: number) => number.toLocaleString('en');

export function ReadSummaryView({ opened: { summary, attribute } }: { readonly opened: OpenedSummary }) {
  const { users, items, ratings, scale, dropped, duplicates, attributes, ratingsPerUser, missing } = summary;
  const { labels } = attributes.find(({ name }) => name === attribute)!;
  return (
    <div className="wash read" id="read-summary">
      <p>
        <strong>
          {count(users)} people, {count(items)} things, {count(ratings)} ratings
        </strong>{' '}
        from {scale.min} to {scale.max}; half of the people rated at least {count(ratingsPerUser.median)}.
      </p>
      <p>
        {attribute}: {labels.map(({ label, users: own }) => `${label} (${count(own)})`).join(', ')}.
      </p>
      {missing.length > 0 && (
        <p>
          Taken as missing:{' '}
          {missing
            .slice(0, MOST_WORDS)
            .map(
              ({ attribute: own, word, cells }) =>
                `${count(cells)} ${cells === 1 ? 'cell' : 'cells'} ${word === '' ? 'left blank' : `with “${word}”`} in ${own ?? 'the ratings'}`,
            )
            .join('; ')}
          {missing.length > MOST_WORDS && '; and others'}.
        </p>
      )}
      {readWarnings(summary).map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {duplicates.found > 0 && <p>{count(duplicates.found)} ratings were given twice.</p>}
      {dropped.length > 0 && (
        <ul>
          {dropped.map(({ reason, users: people, items: things, ratings: lost }) => (
            <li key={reason}>
              Left out, {reason}: {count(people)} people, {count(things)} things, {count(lost)} ratings.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
