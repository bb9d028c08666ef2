/** `ulterior serve keys`: makes, lists and revokes the keys of the HTTP interface. */
import { type Command, InvalidArgumentError } from 'commander';
import { UlteriorError } from '../../errors/index.ts';
import { loadPart } from '../../runtime/index.ts';
import type { Scope, Store, StoredKey } from '../../store/index.ts';
import { print } from '../shared/output.ts';
import { addStoreOption, openNamedStore, STORE_HELP, type StoreFlags } from './storeOptions.ts';

const SCOPES: readonly Scope[] = ['admin', 'audit', 'interview'];

export function addKeys(serve: Command): void {
  const group = serve
    .command('keys')
    .description('make, list and revoke keys of the HTTP interface')
    .addHelpText('after', `${STORE_HELP}\nWhile a server has the folder open, use its interface instead (/v1/keys).`);
  addStoreOption(group.command('create').argument('<name>', 'what it is for'))
    .description('make a key; it is shown once and not kept')
    .requiredOption('--scope <scope>', `${SCOPES.join(', ')}: what it may do`, scope)
    .addHelpText('after', '\nExamples:\n  ulterior serve keys create "onboarding study" --scope interview')
    .action(async (name: string, flags: StoreFlags & { readonly scope: Scope }) => {
      const { createKey } = await loadPart('service', () => import('../../service/index.ts'));
      const { key } = await withStore(flags, (store) => createKey(store, name, flags.scope));
      print(key);
    });
  addStoreOption(group.command('list'))
    .description('list all keys, without their secrets')
    .action(async (flags: StoreFlags) => {
      for (const key of await withStore(flags, allKeys)) print(line(key));
    });
  addStoreOption(group.command('revoke').argument('<id>', 'as listed'))
    .description('revoke a key')
    .action(async (id: string, flags: StoreFlags) => {
      const revoked = await withStore(flags, (store) => store.keys.revoke(id));
      if (!revoked)
        throw new UlteriorError(
          'PARAMETER_OUT_OF_RANGE',
          `there is no key "${id}"`,
          'run ulterior serve keys list to see the keys',
        );
      print(`revoked ${id}`);
    });
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

function scope(text: string): Scope {
  const found = SCOPES.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`Use one of ${SCOPES.join(', ')}.`);
  return found;
}
