export type { RatingBlock, StreamedRatings, StreamedStatistics } from './streamedRatings.ts';
export { type EpochState, type StreamedTools, trainStreamed } from './trainStreamed.ts';
