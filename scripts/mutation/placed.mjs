/** Where changes of a list stand now: each is found by its text, which must be there in one line. */
import { existsSync, readFileSync } from 'node:fs';

export function placed(changes) {
  return changes.map((change) => {
    const { path, from, tests = [] } = change;
    const lines = readFileSync(path, 'utf8').split('\n');
    const at = lines.flatMap((text, line) => (text.includes(from) ? [line] : []));
    if (at.length !== 1)
      throw new Error(`${path} has not one line with "${from}" any more: say what the change is now`);
    const missing = tests.find((test) => !existsSync(test));
    if (missing !== undefined) throw new Error(`there is no ${missing} any more: say who notices "${change.name}" now`);
    return { ...change, line: at[0] + 1 };
  });
}
