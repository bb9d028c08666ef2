/** What is left of the recommender's work: RMSE over ratings, NDCG over people, of rankings and of lists. */
import {
  estimated,
  type Finding,
  meanOver,
  type NamedArrays,
  type Place,
  resamplesOf,
  rootMeanSquare,
} from '../../audit/index.ts';
import type { EvaluatedPeople } from './attackedSettings.ts';

/**
 * On true ratings that were set aside and not sent to the recommender, about everybody and about each group. `heldOut`: how many
 * ratings of each person are. What it gives reads the numbers of a setting (recommenderTask.ts).
 */
export function utilitiesOf(
  { types, labels, clusters, resamples: count, level, seed }: EvaluatedPeople,
  heldOut: Float64Array,
): (place: Omit<Place, 'situation'>, numbers: NamedArrays) => Finding[] {
  const resamples = resamplesOf(types.length, seed, count, clusters);
  const everybody = Uint32Array.from(types.keys());
  const groups = [undefined, ...labels].map((group, at) => {
    return { group, people: at === 0 ? everybody : everybody.filter((person) => types[person] === at - 1) };
  });
  const estimate = (statistic: Parameters<typeof estimated>[0]) => estimated(statistic, resamples, types.length, level);
  return (place, numbers) =>
    (['oblivious', 'retrained'] as const).flatMap((situation): Finding[] => {
      const of = (name: string) => numbers[`${situation}.${name}`];
      const [squaredErrors, ndcgs, topTens] = [of('squaredErrors'), of('ndcgs'), of('topTens')];
      if (squaredErrors === undefined || ndcgs === undefined) return [];
      return groups.map(({ group, people }) => ({
        ...place,
        situation: situation === 'oblivious' ? 'undefended' : situation,
        group,
        people: people.length,
        rmse: estimate(rootMeanSquare(squaredErrors, heldOut, people)),
        ndcg: estimate(meanOver(ndcgs, people)),
        ...(topTens && { topTen: estimate(meanOver(topTens, people)) }),
      }));
    });
}
