/** `--plugin`: modules with strategies, classifiers, rivals, defences, readers, recommenders and exposures of your own. */
import type { Command } from 'commander';
import { loadPlugins } from '../../runtime/index.ts';
import { several } from './options.ts';

export interface PluginFlags {
  readonly plugin?: readonly string[];
}

export function addPluginOption(command: Command): Command {
  return command.option(
    '--plugin <file>',
    'load definitions of your own: the path of an ES module you trust (repeatable)',
    several,
  );
}

/** Before a command acts: what it names may come from a plug-in. */
export async function loadNamedPlugins(command: Command): Promise<void> {
  const { plugin = [] } = command.opts<PluginFlags>();
  await loadPlugins(plugin);
}
