/** Paths as others may read them: a report must not tell where on a machine its data lie. */
import { basename, isAbsolute, relative } from 'node:path';

/** A relative path as it was typed; an absolute one from the working folder, or its last name if it lies elsewhere. */
export function shownPath(path: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(process.cwd(), path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? basename(path) : inside;
}
