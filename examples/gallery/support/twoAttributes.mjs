/** A world of four kinds of people, read as two attributes: gender and age. */
import { attributeFromCodes, attributeOf, createDataset, createWorld } from 'ulterior/core';

export function twoAttributes(spec) {
  const types = ['F young', 'F old', 'M young', 'M old'].map((label) => ({ label, share: 0.25 }));
  const world = createWorld({ ...spec, types }, 1).dataset;
  const codes = attributeOf(world, 'type').values;
  return createDataset({
    users: world.users,
    items: world.items,
    ratings: world.ratings,
    attributes: [
      attributeFromCodes(
        'gender',
        ['F', 'M'],
        codes.map((code) => code >> 1),
      ),
      attributeFromCodes(
        'age',
        ['young', 'old'],
        codes.map((code) => code & 1),
      ),
    ],
  });
}
