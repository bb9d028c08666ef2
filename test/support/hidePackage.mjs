/**
 * For `node --import`: modules whose address ends in ?hidden=NAME do not find the package NAME, as where nobody installed it. What
 * they import of ours gets the same ending, so that one process can try one package after another.
 */
import { register } from 'node:module';

const hook = `export async function resolve(name, context, next) {
  const [, hidden] = /[?]hidden=(.+)$/.exec(context.parentURL ?? '') ?? [];
  if (hidden === undefined) return next(name, context);
  if (name === hidden || name.startsWith(hidden + '/')) {
    const error = new Error("Cannot find package '" + hidden + "' imported from " + context.parentURL);
    throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
  }
  const found = await next(name, context);
  return name.startsWith('.') ? { ...found, url: found.url + '?hidden=' + hidden } : found;
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
