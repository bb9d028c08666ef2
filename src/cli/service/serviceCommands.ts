/**
 * What the package of the service does for `ulterior serve` and the commands below it. Their flags are declared here, so that
 * help and the refusal of unknown flags need no other package; the work is done by `ulterior-service`.
 */
import { UlteriorError } from '../../errors/index.ts';
import { installCommand, loadPart } from '../../runtime/index.ts';
import { VERSION } from '../../version/index.ts';

export interface StoreFlags {
  readonly store?: string;
}

export interface ServiceFlags {
  readonly config?: string;
  readonly limit?: Readonly<Record<string, number>>;
  readonly connections?: number;
  readonly threads?: number;
  /** True where nothing follows the flag. */
  readonly otlp?: string | true;
}

interface CommonFlags extends StoreFlags, ServiceFlags {
  readonly data: Readonly<Record<string, string>>;
  readonly statusHost?: string;
  readonly statusPort?: number;
}

export interface ServeFlags extends CommonFlags {
  readonly host?: string;
  readonly port?: number;
  readonly worker: boolean;
  readonly log?: string;
  /** True where nothing follows the flag. */
  readonly trustProxy?: string | true;
}

export type WorkFlags = CommonFlags;

export type KeyScope = 'admin' | 'audit' | 'interview';

export interface ServiceCommands {
  /** Of the package: the same as that of this one, or nothing is called. */
  readonly version: string;
  serve(flags: ServeFlags): Promise<void>;
  work(flags: WorkFlags): Promise<void>;
  createKey(name: string, flags: StoreFlags & { readonly scope: KeyScope }): Promise<void>;
  listKeys(flags: StoreFlags): Promise<void>;
  revokeKey(id: string, flags: StoreFlags): Promise<void>;
  backup(store: string, folder: string, flags: { readonly keys?: string; readonly keysOnly?: true }): Promise<void>;
  restore(file: string, store: string, flags: { readonly keys?: string }): Promise<void>;
  copy(from: string, to: string): Promise<void>;
}

/** Named where it is imported, the compiler would look for a package that is built after this one. */
const PACKAGE = 'ulterior-service/commands';

/** PACKAGE_MISSING, with the command that helps, where the package is not installed or is of another version. */
export async function serviceCommands(
  load: () => Promise<{ readonly commands: ServiceCommands }> = () => import(PACKAGE),
): Promise<ServiceCommands> {
  const { commands } = await loadPart('service', load);
  if (commands.version !== VERSION) {
    throw new UlteriorError(
      'PACKAGE_MISSING',
      `The service needs ulterior-service ${VERSION}, but ${commands.version} is installed`,
      `run: ${installCommand('service')}`,
      { package: 'ulterior-service', part: 'service' },
    );
  }
  return commands;
}
