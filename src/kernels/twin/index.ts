import type { Kernels } from '../contract/kernels.ts';
import { alsTwin } from './als.ts';
import { catalogueTwin } from './catalogue.ts';
import { catalogueOfTwoTwin } from './catalogueOfTwo.ts';
import { dotTilesTwin } from './dotTiles.ts';
import { implicitTwin } from './implicit.ts';
import { implicitGradientsTwin } from './implicitGradients.ts';
import { sgdTwin } from './sgd.ts';
import { viewsOf } from './views.ts';

/** All kernels in plain TypeScript over this memory. */
export function twinKernels(buffer: ArrayBuffer | SharedArrayBuffer): Kernels {
  const views = viewsOf(buffer);
  return {
    ...catalogueTwin(views),
    ...catalogueOfTwoTwin(views),
    ...sgdTwin(views),
    ...alsTwin(views),
    ...dotTilesTwin(views),
    ...implicitTwin(views),
    ...implicitGradientsTwin(views),
  };
}
