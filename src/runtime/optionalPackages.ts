/**
 * Packages that only some parts need. They are large (readers of tables, a chart library), so package.json lists them as
 * optional peers: the core installs and runs without them. The service is a package of its own. Each is loaded where it is first used, by `loadPart`; if it is
 * missing, the error says which command installs what that part needs, in the version that was tested.
 */
import { readFileSync } from 'node:fs';
import { UlteriorError } from '../errors/index.ts';
import { packageFile } from './packageFolder.ts';

/** In this repository, and of the same version. */
const SERVICE = 'ulterior-service';

const parts = {
  tables: { title: 'Reading tables', packages: ['@duckdb/node-api'] },
  parquet: { title: 'Writing Parquet', packages: ['@duckdb/node-api'] },
  charts: { title: 'Drawing charts', packages: ['vega', 'vega-lite'] },
  png: { title: 'Drawing charts as PNG', packages: ['@resvg/resvg-js'] },
  service: { title: 'The service', packages: [SERVICE] },
} as const satisfies Record<string, { title: string; packages: readonly string[] }>;

/** A part of Ulterior that needs packages of its own. */
export type OptionalPart = keyof typeof parts;

/** What `load` imports; PACKAGE_MISSING, with the command that helps, where a package of the part is not installed. */
export async function loadPart<Module>(part: OptionalPart, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const missing = missingPackage(error);
    const { title, packages } = parts[part];
    if (missing === undefined || !(packages as readonly string[]).includes(missing)) throw error;
    throw new UlteriorError(
      'PACKAGE_MISSING',
      `${title} needs the package "${missing}", which is not installed`,
      `run: ${installCommand(part)}`,
      { package: missing, part },
    );
  }
}

/** The command that installs everything a part needs. */
export function installCommand(part: OptionalPart): string {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  const tested = (name: string) => `${name}@${name === SERVICE ? manifest.version : manifest.devDependencies[name]}`;
  return `npm install ${parts[part].packages.map(tested).join(' ')}`;
}

/** Node says: Cannot find package 'vega' imported from … */
function missingPackage(error: unknown): string | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  return /package '([^']+)'/.exec(String(message))?.[1];
}
