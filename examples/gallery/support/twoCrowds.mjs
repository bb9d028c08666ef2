/**
 * Two crowds who rate alike but see different things: one has seen more of the even items, the other more of the odd
 * ones. Ratings give nothing away here; what was rated does.
 */
import { attributeFromCodes, createDataset, createRatingMatrix, createVocabulary, derive } from 'ulterior/core';

export function twoCrowds({ people, items, often = 0.5, seldom = 0.3 }) {
  const triples = { users: [], items: [], values: [] };
  for (let user = 0; user < people; user++) {
    for (let item = 0; item < items; item++) {
      const chance = derive(1, 'two crowds', user * items + item);
      if (chance.uniform() > (user % 2 === item % 2 ? often : seldom)) continue;
      triples.users.push(user);
      triples.items.push(item);
      triples.values.push(Math.max(1, Math.min(5, Math.round(3 + chance.normal()))));
    }
  }
  const codes = Array.from({ length: people }, (_, user) => user % 2);
  return createDataset({
    users: createVocabulary(codes.map((_, user) => `person-${user}`)),
    items: createVocabulary(Array.from({ length: items }, (_, item) => `item-${item}`)),
    ratings: createRatingMatrix(people, items, triples),
    attributes: [attributeFromCodes('crowd', ['even', 'odd'], codes)],
  });
}
