/** An item that copies the attribute, on a scale of its own among stars: more questions do not make the attacker forget. */
import { expect, it } from 'vitest';
import { curveIn, historyIn } from '../../../test/support/findings.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  numberedVocabulary,
  scaleOf,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { contender } from '../spec/contender.ts';
import { runAudit } from './runAudit.ts';

/** Half of the films have been rated by each, all alike in both groups; everybody answers the copy, with few errors. */
function filmsAndOneCopy(people: number, films: number, errors: number) {
  const stream = derive(1, 'films-and-one-copy');
  const labels = Int16Array.from({ length: people }, (_, person) => person % 2);
  const cells = Array.from(labels, (group, person) => {
    const rated = Array.from(Array(films).keys()).filter(() => stream.uniform() < 0.5);
    const said = stream.uniform() < errors ? 1 - group : group;
    return [...rated.map((item) => [person, item, 1 + stream.below(5)]), [person, films, 1 + said]];
  }).flat() as [number, number, number][];
  const values = Float32Array.from(cells, ([, , value]) => value);
  return createDataset({
    users: numberedVocabulary(people, 'p'),
    items: numberedVocabulary(films + 1, 'q'),
    ratings: createRatingMatrix(people, films + 1, {
      users: cells.map(([person]) => person),
      items: cells.map(([, item]) => item),
      values,
    }),
    scale: scaleOf(values),
    attributes: [attributeFromCodes('group', ['a', 'b'], labels)],
  });
}

it('an attacker remembers a copy of the attribute through all further questions', async () => {
  const records = await runAudit(
    filmsAndOneCopy(390, 60, 0.03),
    {
      attribute: 'group',
      folds: 3,
      training: parametersFrom('als', { dimension: 3, iterations: 5 }),
      maxQuestions: 20,
      heldOut: 0,
      contenders: [
        contender('separation'),
        contender('maxGap'),
        contender('separation', { shrunken: true }),
        contender('separation', { calibrated: true }),
      ],
      fullHistory: ['factor'],
      permutations: 0,
      controls: 1,
      resamples: 50,
    },
    { kernels: loadKernels(), source: 'films and one copy', finished: () => '' },
  );
  for (const { id } of records.spec.contenders) {
    const [first, later] = [1, 20].map((questions) => curveIn(records, id)[questions]!.auc.value);
    expect([id, first! > 0.93, later! > first! - 0.01]).toEqual([id, true, true]);
  }
  expect(historyIn(records, 'factor').auc.value).toBeGreaterThan(0.93);
}, 60_000);
