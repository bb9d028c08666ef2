/** The refusal of flags that only the other kind of attribute has. */
import { refuseIdle } from './options.ts';

/** They would be read in vain. */
export function refuseFlags(flags: object, names: readonly string[], kind: 'a number' | 'not a number'): void {
  refuseIdle(flags, names, `the attribute is ${kind}`, ', or name another attribute');
}
