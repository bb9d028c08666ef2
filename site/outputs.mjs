/** What blocks of code in documents printed when the tests ran them: one file each, named after page and code. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** The file for a program, or for one command of a block. */
export function outputFile(document, code) {
  const hash = createHash('sha256').update(`${document}\n${code.trim()}`).digest('hex');
  return `docs/output/${hash.slice(0, 16)}.txt`;
}

/** Of a block: of a program as a whole, of commands one after the other; undefined where nothing of it was run. */
export function outputOf(document, language, code) {
  const parts = language === 'sh' ? commandsOf(code) : [code];
  const printed = parts.flatMap((part) => {
    const file = new URL(`../${outputFile(document, part)}`, import.meta.url);
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8').trimEnd();
    return [language === 'sh' && parts.length > 1 ? `$ ${part}\n${text}` : text];
  });
  return printed.length === 0 ? undefined : printed.join('\n\n');
}

/** As a block of a page: sentences are wrapped (txt), what is laid out in columns is not (text). */
export function outputBlock(printed) {
  const columns = /\S {2,}\S|[─│┌|]/.test(printed);
  return [`\`\`\`${columns ? 'text' : 'txt'}`, printed, '```'].join('\n');
}

/** The lines of a block of commands: without comments, and with what was broken joined again. */
export function commandsOf(block) {
  return block
    .replaceAll(/ *\\\n */g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}
