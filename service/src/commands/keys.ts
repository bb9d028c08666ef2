/** `ulterior serve keys`: makes, lists and revokes the keys of the HTTP interface. */
import { type KeyScope, print, type StoreFlags, UlteriorError } from 'ulterior/service-parts';
import { createKey as keyFor } from '../server/index.ts';
import type { Store, StoredKey } from '../store/index.ts';
import { openNamedStore } from './namedStore.ts';

export async function createKey(name: string, flags: StoreFlags & { readonly scope: KeyScope }): Promise<void> {
  const { key } = await withStore(flags, (store) => keyFor(store, name, flags.scope));
  print(key);
}

export async function listKeys(flags: StoreFlags): Promise<void> {
  for (const key of await withStore(flags, allKeys)) print(line(key));
}

export async function revokeKey(id: string, flags: StoreFlags): Promise<void> {
  if (await withStore(flags, (store) => store.keys.revoke(id))) return print(`revoked ${id}`);
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `there is no key "${id}"`,
    'run ulterior serve keys list to see the keys',
  );
}

async function withStore<Found>(flags: StoreFlags, use: (store: Store) => Promise<Found>): Promise<Found> {
  const store = await openNamedStore(flags);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function allKeys(store: Store): Promise<StoredKey[]> {
  const found: StoredKey[] = [];
  let after: string | undefined;
  do {
    const page = await store.keys.list({ limit: 100, after });
    found.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return found;
}

const line = ({ id, scope, name, createdAt, revokedAt }: StoredKey) =>
  `${id}  ${scope.padEnd(9)}  ${createdAt.toISOString().slice(0, 10)}  ${name}${revokedAt === undefined ? '' : '  (revoked)'}`;
