/** `ulterior train --item-vectors`: a model over the item vectors of another recommender. */
import type { Command } from 'commander';
import type { GivenItemVectors } from '../../audit/index.ts';
import { fitImportedModel, type ImportedFit } from '../../factorization/imported/index.ts';
import { readVectors } from '../../recommenderFiles/index.ts';
import { saveModel } from '../../runtime/index.ts';
import { schema } from '../../schema/index.ts';
import type { NamedIds } from '../../tables/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';
import { asKey, refuseIdle } from '../shared/options.ts';
import { count, print, warn } from '../shared/output.ts';
import { shownPath } from '../shared/shownPath.ts';
import { notOfChannels, type TrainingFlags } from '../spec/trainingOptions.ts';

export interface ItemVectorFlags {
  readonly itemVectors?: string;
  readonly itemIds?: string;
  readonly itemArray?: string;
}

/** Keys of the spec. */
export const itemVectorKeys = schema.fieldsOf<Omit<ItemVectorFlags, 'itemVectors'>>({
  itemIds: schema.about(
    'For item vectors without ids: a file with one id per row, or the word positions.',
    schema.text,
  ),
  itemArray: schema.about('The array of an .npz or safetensors file that holds item vectors.', schema.text),
});
/** Flags of training that have nothing to train here. */
const IDLE = [
  'preset',
  'step',
  'dimension',
  'profileRidge',
  'biasRidge',
  'shrinkGaps',
  'calibrate',
  'threads',
  'model',
];

export function addItemVectorOptions(command: Command): Command {
  return command.option(
    '--item-vectors <file>',
    'keep the item vectors of another recommender: CSV, Parquet, .npy, .npz, safetensors or a Spark ALS folder',
  );
}

/** Flags that would be read in vain. */
export function checkItemVectorFlags(
  flags: ItemVectorFlags & Partial<TrainingFlags> & { readonly model?: string | undefined },
  idle: readonly string[] = IDLE,
): void {
  if (flags.itemVectors === undefined) {
    refuseIdle(flags, Object.keys(itemVectorKeys.fields), 'there is no --item-vectors', '', asKey);
  } else {
    const model = flags.model === 'ratings' ? undefined : flags.model;
    refuseIdle({ ...notOfChannels(flags), model }, idle, 'the item vectors are given (--item-vectors)');
  }
}

export async function trainImported(
  { dataset, attribute }: OpenedData,
  path: string,
  flags: ItemVectorFlags &
    Pick<TrainingFlags, 'seed' | 'iterations'> & { readonly output: string; readonly quiet?: boolean },
): Promise<void> {
  const { iterations, seed } = flags;
  const { file, vectors } = await readItemVectors(path, flags);
  const changes = { seed, iterations };
  const fit = fitImportedModel(dataset, attribute, vectors, { file, ...changes });
  for (const warning of warningsOf(fit, path)) warn(warning);
  const { model } = fit;
  await saveModel(flags.output, model);
  if (flags.quiet) return;
  const { users, ratings, trainingErrors } = model.provenance;
  print(
    `${flags.output}: ${model.typeLabels.join(', ')} (${attribute}), ${count(model.items.size)} items with the vectors of length ${model.dimension} in ${path}`,
    `fitted to ${count(ratings)} ratings by ${count(users)} users; training error ${trainingErrors.at(-1)!.toFixed(4)}, noise variance ${model.noiseVariance.toFixed(4)}`,
  );
}

/** The vectors in a file, and the name by which reports know it. */
export async function readItemVectors(
  path: string,
  { itemIds, itemArray }: ItemVectorFlags,
): Promise<GivenItemVectors> {
  const ids = itemIds === undefined || itemIds === 'positions' ? itemIds : { file: itemIds };
  const { vectors, notes } = await readVectors(path, { side: 'items', ids, array: itemArray });
  for (const note of notes) warn(note);
  return { file: shownPath(path), vectors };
}

/** What the vectors do not cover: whoever audits with them must know. */
export function warningsOf(
  { itemsWithoutVector, vectorsWithoutItem, leftOut }: Omit<ImportedFit, 'model'>,
  path: string,
): string[] {
  const some = ({ count: number, examples }: NamedIds) =>
    `${examples.map((id) => `"${id}"`).join(', ')}${number > examples.length ? ' and others' : ''}`;
  const { count: items } = itemsWithoutVector;
  const { count: unknown } = vectorsWithoutItem;
  return [
    ...(items === 0
      ? []
      : [
          `${count(items)} ${items === 1 ? 'item has' : 'items have'} no vector in ${path} and ${items === 1 ? 'is' : 'are'} left out, with ${count(leftOut.ratings)} ratings and ${count(leftOut.users)} users who rated nothing else: ${some(itemsWithoutVector)}`,
        ]),
    ...(unknown === 0
      ? []
      : [
          `${count(unknown)} ${unknown === 1 ? 'vector belongs' : 'vectors belong'} to no item of the data: ${some(vectorsWithoutItem)}`,
        ]),
  ];
}
