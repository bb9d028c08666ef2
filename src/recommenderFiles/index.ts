export type { Side } from './chooseArray.ts';
export type { FileFormat } from './fileFormat.ts';
export type { ArrayValues, NamedArray } from './namedArray.ts';
export { parseNpy } from './npy.ts';
export { type NpzArrays, parseNpz } from './npz.ts';
export { openRecommenderData } from './openRecommenderData.ts';
export { type ListOptions, type ReadLists, readLists } from './readLists.ts';
export { type ReadVectors, readVectors, type VectorOptions } from './readVectors.ts';
export { type RecommenderFile, recogniseFile } from './recognise.ts';
