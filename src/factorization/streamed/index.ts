export type { RatingBlock, StreamedRatings, StreamedStatistics } from './streamedRatings.ts';
export { type EpochState, trainStreamed } from './trainStreamed.ts';
