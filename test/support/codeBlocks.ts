/** The code of a document: what stands between fences, and the file that its first line names ("// mine.mjs"). */
import { readFileSync } from 'node:fs';

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  readonly file: string | undefined;
  /** For messages: "docs/plugins.md, line 12". */
  readonly where: string;
}

export function codeBlocks(document: string): CodeBlock[] {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].map(({ 1: indent, 2: language, 3: body, index }) => ({
    language: language!,
    code: body!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    file: /^ *\/\/ (\S+\.\w+)\n/.exec(body!)?.[1],
    where: `${document}, line ${text.slice(0, index).split('\n').length}`,
  }));
}
