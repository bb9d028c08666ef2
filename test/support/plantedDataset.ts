/** A planted world (scripts/planted) as data: a person for each row of answers, and the group. */
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  type Dataset,
  numberedVocabulary,
  scaleOf,
} from '../../src/ratings/index.ts';

export function datasetFrom({ answers, labels }: { readonly answers: number[][]; readonly labels: number[] }): Dataset {
  const given = answers.flatMap((own, user) => own.map((value, item) => ({ user, item, value })));
  const rated = given.filter(({ value }) => !Number.isNaN(value));
  const values = Float32Array.from(rated, ({ value }) => value);
  const groups = Array.from({ length: Math.max(...labels) + 1 }, (_, label) => `g${label}`);
  return createDataset({
    users: numberedVocabulary(answers.length, 'p'),
    items: numberedVocabulary(answers[0]!.length, 'q'),
    ratings: createRatingMatrix(answers.length, answers[0]!.length, {
      users: Uint32Array.from(rated, ({ user }) => user),
      items: Uint32Array.from(rated, ({ item }) => item),
      values,
    }),
    scale: scaleOf(values),
    attributes: [attributeFromCodes('group', groups, Int16Array.from(labels))],
  });
}
