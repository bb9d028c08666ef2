/** Where records come from. */
import { type PluginRecord, pluginsPart } from '../../plugins/index.ts';
import { VERSION } from '../../version/index.ts';

/** How a command line names the data, so that a report can print commands about the same data. */
export interface NamedData {
  /** "world:demo", "ratings.csv", "ml-1m:folder". */
  readonly data: string;
  /** Expressions of what was inferred; none for a world, which has its own. */
  readonly attributes: readonly string[];
  /** The other flags that say how the data were read, and their values: "--min-user", "20". */
  readonly flags: readonly string[];
}

/** With which software records were made, and when. */
export interface Provenance {
  readonly version: string;
  /** When it was finished, ISO 8601; given by the caller. */
  readonly finished: string;
  /** The plug-ins that were loaded, if any. */
  readonly plugins?: readonly PluginRecord[];
  /** From the command line only. */
  readonly named?: NamedData;
}

export function provenanceOf({ finished }: { readonly finished: () => string }): Provenance {
  return { version: VERSION, finished: finished(), ...pluginsPart() };
}
