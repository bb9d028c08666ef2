/** One history, protected with a public model of presence. */
import {
  type EarlierSending,
  itemIndex,
  outOfRange,
  presenceWarnings,
  protectHistory,
  secretDraws,
  UlteriorError,
} from 'ulterior/service-parts';
import type { Protection } from './protectionModel.ts';
import type { HistoryToProtect, ProtectedView, RatedItem } from './protectionSchemas.ts';

/** What to send instead. */
export function protectedBy(model: Protection, given: HistoryToProtect): ProtectedView {
  const { group: label, ratings, before, person = '', strength = 1, guard, thinning, keepRatings = false } = given;
  const group = model.groups.indexOf(label);
  if (group < 0) throw outOfRange('group', `"${label}"`, `one of ${model.groups.join(', ')}`);
  const { rows, unknown } = rowsOf(model, ratings);
  const secret = Uint8Array.from(Buffer.from(given.secret, 'hex'));
  const earlier = before && earlierOf(model, before);
  const { sent, withheld } = protectHistory(
    model,
    { ratings: rows, group, before: earlier },
    { strength, combine: !keepRatings, places: guard, thinning },
    (pass) => secretDraws(secret, person, pass, model.digests),
  );
  const idOf = (item: number) => model.items.id(itemIndex(item));
  return {
    sent: Array.from(sent.indices, (item, n) => ({ item: idOf(item), rating: sent.values[n]! })),
    withheld: withheld.map(idOf),
    unknown,
    warnings: presenceWarnings(model),
  };
}

/** Items of the model, ascending, and the others. */
function rowsOf({ items }: Protection, ratings: readonly RatedItem[]) {
  const unknown = ratings.filter(({ item }) => items.indexOf(item) === undefined).map(({ item }) => item);
  const known = ratings
    .flatMap(({ item, rating }) => {
      const place = items.indexOf(item);
      return place === undefined ? [] : [{ place: Number(place), rating }];
    })
    .sort((a, b) => a.place - b.place);
  const twice = known.find(({ place }, n) => place === known[n - 1]?.place);
  if (twice !== undefined) {
    throw new UlteriorError(
      'REQUEST_INVALID',
      `"${items.id(itemIndex(twice.place))}" appears twice`,
      'send each item once',
    );
  }
  return {
    rows: { indices: known.map(({ place }) => place), values: known.map(({ rating }) => rating) },
    unknown,
  };
}

function earlierOf(model: Protection, { sent, withheld }: NonNullable<HistoryToProtect['before']>): EarlierSending {
  return {
    sent: rowsOf(model, sent).rows,
    withheld: withheld.flatMap((item) => model.items.indexOf(item) ?? []),
  };
}
