/** What a plug-in is: the default export of an ES module, with definitions that go into the registries. */
import type { ExposureDefinition } from '../audit/index.ts';
import type { DefenceDefinition } from '../defence/index.ts';
import type { RecommenderDefinition } from '../factorization/index.ts';
import type { HistoryAttacker } from '../inference/index.ts';
import type { SectionDefinition } from '../report/sections/index.ts';
import type { RivalDefinition } from '../rivals/index.ts';
import type { StrategyDefinition } from '../selection/index.ts';
import type { ReaderDefinition } from '../tables/index.ts';

/** Counts up when a plug-in that worked would no longer do so. */
export const PLUGIN_API = 1;

/** Your own definitions, by kind. */
interface PluginParts {
  /** What records call it. */
  readonly name: string;
  /** Of the plug-in itself. */
  readonly version: string;
  readonly strategies?: readonly StrategyDefinition[];
  /** Of whole histories. */
  readonly classifiers?: readonly HistoryAttacker[];
  readonly rivals?: readonly RivalDefinition[];
  readonly defences?: readonly DefenceDefinition[];
  readonly readers?: readonly ReaderDefinition[];
  /** To be audited, or to compare others with. */
  readonly recommenders?: readonly RecommenderDefinition[];
  readonly sections?: readonly SectionDefinition[];
  /** What is seen of people, made of their ratings. */
  readonly exposures?: readonly ExposureDefinition[];
}

export type DefinitionKind = Exclude<keyof PluginParts, 'name' | 'version'>;

/** What defines one of a kind: `Definition<'strategies'>` is what the list of strategies in a plug-in holds. */
export type Definition<Kind extends DefinitionKind> = NonNullable<PluginParts[Kind]>[number];

/** What a module exports by default to be a plug-in. */
export interface Plugin extends PluginParts {
  /** The version of this interface that it was written for. */
  readonly api: number;
}

/** For `export default`: adds the version of the interface, and lets an editor check the parts. */
export function definePlugin<const Parts extends PluginParts>(parts: Parts): Parts & Plugin {
  return { api: PLUGIN_API, ...parts };
}
