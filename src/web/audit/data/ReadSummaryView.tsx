/** What was read, and what was left out and why. */
import { readWarnings } from '../../../tables/index.ts';
import type { OpenedSummary } from '../state/openedSummary.ts';

const MOST_WORDS = 6;

const count = (number: number) => number.toLocaleString('en');

export function ReadSummaryView({ opened: { summary, attribute } }: { readonly opened: OpenedSummary }) {
  const { users, items, ratings, scale, dropped, duplicates, attributes, ratingsPerUser, missing } = summary;
  const { labels } = attributes.find(({ name }) => name === attribute)!;
  const lost = dropped.filter((part) => part.users + part.items + part.ratings > 0);
  return (
    <div className="wash read" id="read-summary">
      <p>
        <strong>{partsWords(users, items, ratings)}</strong> from {scale.min} to {scale.max}; half of the people rated
        at least {count(ratingsPerUser.median)}.
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
      {duplicates.found > 0 && <p>{plural(duplicates.found, 'rating')} came twice for the same person and thing.</p>}
      {lost.length > 0 && (
        <ul>
          {lost.map(({ reason, users: people, items: things, ratings: gone }) => (
            <li key={reason}>
              Left out, {reason}: {partsWords(people, things, gone)}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const plural = (number: number, noun: string) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

/** What there is none of is not named. */
function partsWords(people: number, things: number, ratings: number): string {
  return [
    people > 0 ? `${count(people)} ${people === 1 ? 'person' : 'people'}` : '',
    things > 0 ? plural(things, 'thing') : '',
    ratings > 0 ? plural(ratings, 'rating') : '',
  ]
    .filter((words) => words !== '')
    .join(', ');
}
