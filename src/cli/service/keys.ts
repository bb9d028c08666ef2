/** `ulterior serve keys`: makes, lists and revokes the keys of the HTTP interface. */
import { type Command, InvalidArgumentError } from 'commander';
import { type KeyScope, type StoreFlags, serviceCommands } from './serviceCommands.ts';
import { addStoreOption, STORE_HELP } from './storeOptions.ts';

const SCOPES: readonly KeyScope[] = ['admin', 'audit', 'interview'];

export function addKeys(serve: Command): void {
  const group = serve
    .command('keys')
    .description('make, list and revoke keys of the HTTP interface')
    .addHelpText('after', `${STORE_HELP}\nWhile a server has the folder open, use its interface instead (/v1/keys).`);
  addStoreOption(group.command('create').argument('<name>', 'what it is for'))
    .description('make a key; it is shown once and not kept')
    .requiredOption('--scope <scope>', `${SCOPES.join(', ')}: what it may do`, scope)
    .addHelpText('after', '\nExamples:\n  ulterior serve keys create "onboarding study" --scope interview')
    .action(async (name: string, flags: StoreFlags & { readonly scope: KeyScope }) =>
      (await serviceCommands()).createKey(name, flags),
    );
  addStoreOption(group.command('list'))
    .description('list all keys, without their secrets')
    .action(async (flags: StoreFlags) => (await serviceCommands()).listKeys(flags));
  addStoreOption(group.command('revoke').argument('<id>', 'as listed'))
    .description('revoke a key')
    .action(async (id: string, flags: StoreFlags) => (await serviceCommands()).revokeKey(id, flags));
}

function scope(text: string): KeyScope {
  const found = SCOPES.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`Use one of ${SCOPES.join(', ')}.`);
  return found;
}
