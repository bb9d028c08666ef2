/**
 * Whether two reproductions agree: the hashes of their data, and of the figures that both have. Timings are left out,
 * because they differ from machine to machine.
 */
import type { HashedFile } from './hashedFiles.ts';
import type { Manifest } from './manifest.ts';

export interface Comparison {
  readonly lines: readonly string[];
  /** Whether all figures that both have are the same; where they have none in common, nothing was shown. */
  readonly agree: boolean;
}

export function compareManifests(ours: Manifest, theirs: Manifest): Comparison {
  const data = parted(ours.data, theirs.data);
  const figures = parted(figuresOf(ours), figuresOf(theirs));
  const both = figures.same.length + figures.different.length;
  return {
    agree: figures.same.length === both && both > 0,
    lines: [
      `Same figures: ${figures.same.length} of ${both} that both have.`,
      ...told('Different figures', figures.different),
      ...told('Different data', data.different),
      ...told('Figures only here', figures.onlyOurs),
      ...told('Figures only there', figures.onlyTheirs),
      ...(ours.version === theirs.version ? [] : [`Versions: ${ours.version} here, ${theirs.version} there.`]),
      ...(ours.command === theirs.command ? [] : [`Commands: ${ours.command}`, `     there: ${theirs.command}`]),
      'Timings differ from machine to machine and were not compared.',
    ],
  };
}

const told = (what: string, files: readonly string[]) => (files.length === 0 ? [] : [`${what}: ${files.join(', ')}`]);

const figuresOf = ({ runs, scripts }: Manifest) => [
  ...runs.flatMap(({ figures }) => figures),
  ...scripts.flatMap(({ output }) => output ?? []),
];

function parted(ours: readonly HashedFile[], theirs: readonly HashedFile[]) {
  const [here, there] = [ours, theirs].map((files) => new Map(files.map(({ file, sha256 }) => [file, sha256])));
  const shared = [...here!.keys()].filter((file) => there!.has(file));
  return {
    same: shared.filter((file) => here!.get(file) === there!.get(file)),
    different: shared.filter((file) => here!.get(file) !== there!.get(file)),
    onlyOurs: [...here!.keys()].filter((file) => !there!.has(file)),
    onlyTheirs: [...there!.keys()].filter((file) => !here!.has(file)),
  };
}
