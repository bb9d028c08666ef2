/** What a defence costs, in words: what the recommender loses, and what people no longer send as they would. */
import type { ChangeFigures, DefenceEvaluation, DefenceRecords } from '../../../defence/index.ts';
import { decimal, listed, withInterval } from '../../common/format.ts';
import { qualityOf, rmseOf } from './lookup.ts';

/** "predicted ratings are off by 0.91 [0.90, 0.92] instead of 0.90 [0.89, 0.91]" */
export function qualityCost(records: DefenceRecords, evaluation: DefenceEvaluation): string {
  const [before, after] = [{}, evaluation].map((setting) => qualityOf(records, setting)?.topTen);
  const lists =
    before === undefined || after === undefined
      ? []
      : [`ten recommended items score an NDCG@10 of ${withInterval(after, 4)} instead of ${withInterval(before, 4)}`];
  return listed([
    `predicted ratings are off by ${withInterval(rmseOf(records, evaluation))} instead of ${withInterval(rmseOf(records, {}))}`,
    ...lists,
  ]);
}

/** "of 155.0 ratings, a person withholds 20.2 and changes 40.0 on average" */
export function sendingCost({ ratings, changed, added, withheld }: ChangeFigures): string {
  const costs = [
    [withheld, 'withholds'],
    [added, 'makes up'],
    [changed, 'changes'],
  ] as const;
  const done = costs.filter(([number]) => number > 0).map(([number, what]) => `${what} ${decimal(number, 1)}`);
  const does = done.length === 0 ? 'sends all of them unchanged' : listed(done);
  return `of ${decimal(ratings, 1)} ratings, a person ${does} on average`;
}
