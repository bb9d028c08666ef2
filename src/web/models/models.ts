/** The models that ship with the page: listed in models/index.json, each loaded once. */
import { decodeModel } from '../../factorization/index.ts';
import { readable } from '../components/readable.ts';
import type { ModelEntry, ModelIndex, ShippedModel } from './shippedModel.ts';

const lists = import.meta.glob<ModelIndex>('../../../models/index.json', { eager: true, import: 'default' });
const addresses = import.meta.glob<string>('../../../models/*.safetensors', {
  eager: true,
  query: '?url',
  import: 'default',
});

const listed = Object.values(lists).flatMap((list) => list.models.map((entry) => ({ entry, list })));
const loading = new Map<string, Promise<ShippedModel>>();
const together = new Map<string, Promise<readonly ShippedModel[]>>();

export function loadModels(): Promise<readonly ShippedModel[]> {
  return loadAll('', () => true);
}

/** The models that speak of the same items. */
export function loadCollection(collection: string): Promise<readonly ShippedModel[]> {
  return loadAll(collection, (entry) => entry.collection === collection);
}

/** The same promise each time, so that a view can wait for it. */
function loadAll(name: string, wanted: (entry: ModelEntry) => boolean): Promise<readonly ShippedModel[]> {
  const all =
    together.get(name) ??
    readable(Promise.all(listed.filter(({ entry }) => wanted(entry)).map(({ entry, list }) => loadOnce(entry, list))));
  together.set(name, all);
  return all;
}

function loadOnce(entry: ModelEntry, list: ModelIndex): Promise<ShippedModel> {
  const model = loading.get(entry.id) ?? load(entry, list);
  loading.set(entry.id, model);
  return model;
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
