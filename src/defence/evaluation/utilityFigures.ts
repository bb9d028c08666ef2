/** What is left of the recommender's work: RMSE over ratings, NDCG over people, of rankings and of lists. */
import { estimated, meanOver, type NamedArrays, resamplesOf, rootMeanSquare } from '../../audit/index.ts';
import type { EvaluatedPeople } from './attackedSettings.ts';
import type { GroupUtility, UtilityFigures } from './records.ts';

/** `heldOut`: how many ratings of each person are. What it gives reads the numbers of a setting (recommenderTask.ts). */
export function utilitiesOf(
  { types, labels, clusters, resamples: count, level, seed }: EvaluatedPeople,
  heldOut: Float64Array,
): (numbers: NamedArrays) => UtilityFigures[] {
  const resamples = resamplesOf(types.length, seed, count, clusters);
  const everybody = Uint32Array.from(types.keys());
  const groups = [everybody, ...labels.map((_, group) => everybody.filter((person) => types[person] === group))];
  const estimate = (statistic: Parameters<typeof estimated>[0]) => estimated(statistic, resamples, types.length, level);
  return (numbers) =>
    (['oblivious', 'retrained'] as const).flatMap((situation): UtilityFigures[] => {
      const of = (name: string) => numbers[`${situation}.${name}`];
      const [squaredErrors, ndcgs, topTens] = [of('squaredErrors'), of('ndcgs'), of('topTens')];
      if (squaredErrors === undefined || ndcgs === undefined) return [];
      const [all, ...byGroup] = groups.map((people): GroupUtility => {
        return {
          rmse: estimate(rootMeanSquare(squaredErrors, heldOut, people)),
          ndcg: estimate(meanOver(ndcgs, people)),
          topTen: topTens && estimate(meanOver(topTens, people)),
        };
      });
      return [{ recommender: situation === 'oblivious' ? 'undefended' : situation, ...all!, byGroup }];
    });
}
