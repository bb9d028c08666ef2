/** Records that were made with plug-ins say so: figures of code that does not ship are not figures of Ulterior alone. */
import type { PluginRecord } from '../../plugins/index.ts';

interface Made {
  readonly plugins?: readonly PluginRecord[];
}

/** "plug-in mine 1.0.0"; undefined without any. */
export function measuredWith({ plugins = [] }: Made): string | undefined {
  if (plugins.length === 0) return undefined;
  return plugins.map(({ name, version }) => `plug-in ${name} ${version}`).join(', ');
}

/** A line for the facts of a report, with what tells the file from any other. */
export function pluginFacts({ plugins = [] }: Made): readonly (readonly [string, string])[] {
  if (plugins.length === 0) return [];
  const each = plugins.map(({ name, version, sha256 }) => `plug-in ${name} ${version} (SHA-256 ${sha256})`);
  return [['Measured with', each.join('; ')]];
}
