/**
 * Bodies in JSON. A name that appears twice in one object is refused: programs disagree about which of the two counts, so what
 * one of them lets pass another may read differently.
 */
import { UlteriorError } from 'ulterior/service-parts';
import type { App } from './context.ts';

export function addJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    parse(request, body as string, (error, value) => {
      if (error === null && hasRepeatedName(body as string)) {
        const advice = 'give each field once';
        done(new UlteriorError('REQUEST_INVALID', 'the body has a name twice in one object', advice));
      } else done(error, value);
    });
  });
}

/** A string, and whether it is a name; or where an object or a list begins or ends. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** Of a text that is JSON. */
export function hasRepeatedName(text: string): boolean {
  /** Of each object that is open, its names so far; lists have none. */
  const open: Set<string>[] = [];
  for (const [token, string, isName] of text.matchAll(TOKEN)) {
    if (string === undefined) {
      if (token === '{' || token === '[') open.push(new Set());
      else open.pop();
    } else if (isName !== undefined) {
      const name: string = JSON.parse(string);
      const names = open.at(-1)!;
      if (names.has(name)) return true;
      names.add(name);
    }
  }
  return false;
}
