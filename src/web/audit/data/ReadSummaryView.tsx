/** What was read, and what was left out and why. The reasons are the engine's, in English. */
import type { OpenedSummary } from '../../engine/jobs/openedSummary.ts';
import { useViewWords } from '../../words/viewWords.ts';

const MOST_WORDS = 6;

/** Three digits say what a number is like. */
const rounded = (value: number) => Number(value.toPrecision(3));

export function ReadSummaryView({ opened: { summary, attribute } }: { readonly opened: OpenedSummary }) {
  const { audit, number } = useViewWords();
  const words = audit.summary;
  const { users, items, ratings, scale, dropped, duplicates, attributes, ratingsPerUser, missing } = summary;
  const { labels, numbers } = attributes.find(({ name }) => name === attribute)!;
  const lost = dropped.filter((part) => part.users + part.items + part.ratings > 0);
  const cells = missing.slice(0, MOST_WORDS).map(({ attribute: own, word, cells: count }) => {
    const where = own ?? words.ratings;
    return word === '' ? words.blank(count, where) : words.word(count, word, where);
  });
  return (
    <div className="wash read" id="read-summary">
      <p>
        <strong>{words.parts(users, items, ratings)}</strong>
        {words.scale(scale.min, scale.max, ratingsPerUser.median)}
      </p>
      <p>
        {attribute}:{' '}
        {numbers === undefined
          ? `${labels.map(({ label, users: own }) => `${label} (${number(own)})`).join(', ')}.`
          : words.numbers(rounded(numbers.min), rounded(numbers.max), rounded(numbers.median))}
      </p>
      {missing.length > 0 && (
        <p>{words.missing([...cells, ...(missing.length > MOST_WORDS ? [words.others] : [])].join('; '))}</p>
      )}
      {duplicates.found > 0 && <p>{words.twice(duplicates.found)}</p>}
      {lost.length > 0 && (
        <ul>
          {lost.map(({ reason, users: people, items: things, ratings: gone }) => (
            <li key={reason}>{words.lost(reason, words.parts(people, things, gone))}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
