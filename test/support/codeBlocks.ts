/** The code of a document: what stands between fences, and the file that its first line names ("// mine.mjs"). */
import { readdirSync, readFileSync } from 'node:fs';

export interface CodeBlock {
  /** Empty where the fence names none. */
  readonly language: string;
  readonly code: string;
  readonly file: string | undefined;
  readonly document: string;
  /** For messages: "docs/plugins.md, line 12". */
  readonly where: string;
}

const textOf = (document: string) => readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');

export function codeBlocks(document: string): CodeBlock[] {
  const text = textOf(document);
  return [...text.matchAll(/^( *)```([^\n`]*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ 1: indent, 2: language, 3: body, index }) => ({
      language: language!.trim(),
      code: body!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      file: /^ *\/\/ (\S+\.\w+)\n/.exec(body!)?.[1],
      document,
      where: `${document}, line ${text.slice(0, index).split('\n').length}`,
    }),
  );
}

/** What stands between backticks in the running text and in tables; fences are left out. */
export function codeSpans(document: string): string[] {
  const text = textOf(document).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!.replaceAll('\\|', '|'));
}

/** Every page that shows how to use the project. */
export function documents(): string[] {
  const below = readdirSync(new URL('../../docs/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const pages = below.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  return ['README.md', 'CONTRIBUTING.md', 'experiments/README.md', ...pages].sort();
}
