/**
 * The reference of the library, from its doc comments, into the folder api/ (or the one named): npm run docs:api
 *
 * TypeDoc reads TypeScript by its programming interface, which version 7 does not have. So it is no dependency: npm fetches
 * it, with a TypeScript that it knows, into a folder of its own when somebody wants the reference.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TOOLS = ['typedoc@0.28.20', 'typescript@5.9.3'];
const root = fileURLToPath(new URL('../', import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.values(exports).flatMap(({ types }) =>
  types === undefined ? [] : [types.replace('./dist/', 'src/').replace('.d.ts', '.ts')],
);
const words = [
  ...['--entryPoints', ...entries].flatMap((word, at, all) => (at === 0 ? [] : [all[0], word])),
  ...['--tsconfig', 'tsconfig.node.json', '--out', process.argv[2] ?? 'api', '--readme', 'none'],
  ...['--name', 'Ulterior', '--excludeInternal', '--excludePrivate', '--skipErrorChecking', '--disableSources'],
];
const { status } = spawnSync(
  'npm',
  ['exec', '--yes', ...TOOLS.map((tool) => `--package=${tool}`), '--', 'typedoc', ...words],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
