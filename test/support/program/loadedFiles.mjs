/** For `node --import`: says on standard error which files are loaded as modules. */
import { writeSync } from 'node:fs';
import { register } from 'node:module';

export async function load(url, context, next) {
  writeSync(2, `${url}\n`);
  return next(url, context);
}

// The loader itself runs this file in a thread of its own.
if (!process.env.ULTERIOR_LOADED_FILES) {
  process.env.ULTERIOR_LOADED_FILES = 'yes';
  register(import.meta.url);
}
