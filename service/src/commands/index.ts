/** The work of `ulterior serve` and the commands below it, loaded where one is called; `ulterior` declares their flags. */
import { readFileSync } from 'node:fs';
import { filesOfPackage, type ServiceCommands } from 'ulterior/service-parts';

const { version } = JSON.parse(readFileSync(filesOfPackage(import.meta.url)('package.json'), 'utf8'));

export const commands: ServiceCommands = {
  version,
  serve: async (...words) => (await import('./serve.ts')).serve(...words),
  work: async (...words) => (await import('./work.ts')).work(...words),
  createKey: async (...words) => (await import('./keys.ts')).createKey(...words),
  listKeys: async (...words) => (await import('./keys.ts')).listKeys(...words),
  revokeKey: async (...words) => (await import('./keys.ts')).revokeKey(...words),
  backup: async (...words) => (await import('./store.ts')).backup(...words),
  restore: async (...words) => (await import('./store.ts')).restore(...words),
  copy: async (...words) => (await import('./store.ts')).copy(...words),
};
