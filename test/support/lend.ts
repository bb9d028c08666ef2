/**
 * A registry has a definition for the time of one test. Test files share a process, and definitions are never taken away
 * otherwise: what one file leaves behind, another would find among those that ship.
 */
import { onTestFinished } from 'vitest';
import type { Named, Registry } from '../../src/plugins/index.ts';

export function lend<Definition extends Named>(registry: Registry<Definition>, definition: Definition): void {
  registry.add(definition, 'a test');
  onTestFinished(() => {
    const all = registry.all as Definition[];
    all.splice(all.indexOf(definition), 1);
    (registry.names as Map<string, unknown>).delete(definition.name);
  });
}
