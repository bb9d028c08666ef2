export type { Side } from './chooseArray.ts';
export { isRecommenderData } from './isRecommenderData.ts';
export { openRecommenderData } from './openRecommenderData.ts';
export { readLists } from './readLists.ts';
export { readVectors, type VectorOptions } from './readVectors.ts';
export { recogniseFile } from './recognise.ts';
