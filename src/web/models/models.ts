/** The models that ship with the page: listed in models/index.json, loaded once when the page opens. */
import { decodeModel } from '../../factorization/index.ts';
import type { ModelEntry, ModelIndex, ShippedModel } from './shippedModel.ts';

const lists = import.meta.glob<ModelIndex>('../../../models/index.json', { eager: true, import: 'default' });
const addresses = import.meta.glob<string>('../../../models/*.safetensors', {
  eager: true,
  query: '?url',
  import: 'default',
});

let loading: Promise<readonly ShippedModel[]> | undefined;

export function loadModels(): Promise<readonly ShippedModel[]> {
  loading ??= Promise.all(Object.values(lists).flatMap((list) => list.models.map((entry) => load(entry, list))));
  return loading;
}

async function load(entry: ModelEntry, { collections }: ModelIndex): Promise<ShippedModel> {
  const address = addresses[`../../../models/${entry.file}`];
  const from = collections[entry.collection];
  if (address === undefined || from === undefined) throw new Error(`models/index.json is wrong about ${entry.id}`);
  const response = await fetch(new URL(address, document.baseURI)).catch((reason: unknown) => {
    throw new Error(`the model ${entry.file} could not be loaded`, { cause: reason });
  });
  if (!response.ok) throw new Error(`the model ${entry.file} could not be loaded (${response.status})`);
  return { ...entry, from, model: decodeModel(new Uint8Array(await response.arrayBuffer())) };
}
