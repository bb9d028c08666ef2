/**
 * What was made from what: for every run its spec, its seed, and the SHA-256 of its figures; for the data the SHA-256 of
 * every file. Two people who have the same data and the same version get the same hashes: when it was finished is left out.
 */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunExperiment } from '../../report/index.ts';
import { readWholeFile, writeFileAtomically } from '../../runtime/index.ts';
import { VERSION } from '../../version/index.ts';

export const chapterNames = ['paper', 'beyond', 'defence'] as const;
export type ChapterName = (typeof chapterNames)[number];
export type MeasuredRun = RunExperiment & { readonly chapter: ChapterName };

export interface ManifestSetting {
  readonly data?: string | undefined;
  readonly output: string;
  readonly only?: readonly string[] | undefined;
  readonly resamples?: number | undefined;
}

/** A file by its path below the data folder, or below the output folder. */
interface HashedFile {
  readonly file: string;
  readonly sha256: string;
}

interface ManifestRun {
  readonly chapter: ChapterName;
  readonly run: string;
  /** SHA-256 of the spec as it was read. */
  readonly spec: string;
  readonly seed: number;
  readonly needs?: string;
  /** None where the data are not there. */
  readonly figures: readonly HashedFile[];
}

export interface Manifest {
  readonly format: 'ulterior-reproduction';
  readonly version: string;
  readonly command: string;
  readonly data: readonly HashedFile[];
  readonly runs: readonly ManifestRun[];
}

/** Writes manifest.json; its path. */
export async function writeManifest(runs: readonly MeasuredRun[], setting: ManifestSetting): Promise<string> {
  const manifest: Manifest = {
    format: 'ulterior-reproduction',
    version: VERSION,
    command: commandOf(setting),
    data: await hashedData(runs, setting.data),
    runs: await Promise.all(runs.map((run) => manifestRun(run, setting.output))),
  };
  const path = join(setting.output, 'manifest.json');
  await writeFileAtomically(path, new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`));
  return path;
}

/** What decides the figures: where the data lie and how many threads there are does not. */
function commandOf({ only, resamples }: ManifestSetting): string {
  const words = [
    ...(only === undefined ? [] : ['--only', only.join(',')]),
    ...(resamples === undefined ? [] : ['--resamples', String(resamples)]),
  ];
  return ['ulterior reproduce --all --data DATA --output OUTPUT', ...words].join(' ');
}

async function manifestRun(run: MeasuredRun, output: string): Promise<ManifestRun> {
  const { chapter, experiment } = run;
  const found = recordsOf(run);
  const place = (name: string) => `${chapter}/${experiment.id}/${name}`;
  const figures =
    found === undefined
      ? []
      : [
          { file: place('curves.csv'), sha256: hashOf(await readWholeFile(join(output, place('curves.csv')))) },
          { file: place('records.json'), sha256: hashOf(JSON.stringify(withoutTime(found))) },
        ];
  return {
    chapter,
    run: experiment.id,
    spec: hashOf(JSON.stringify(experiment)),
    seed: experiment.spec.seed ?? 1,
    ...(experiment.needs === undefined ? {} : { needs: experiment.needs }),
    figures,
  };
}

/** undefined where the data are not there. */
function recordsOf(run: RunExperiment): object | undefined {
  if ('records' in run) return run.records;
  return 'others' in run ? run.others : undefined;
}

/** Records say when they were finished, which is no figure. */
function withoutTime(records: object): object {
  const { provenance, ...rest } = records as { readonly provenance?: object };
  return { ...rest, provenance: { ...provenance, finished: undefined } };
}

/** Every file beside those that the runs need, which readers may read too. */
async function hashedData(runs: readonly MeasuredRun[], folder: string | undefined): Promise<HashedFile[]> {
  if (folder === undefined) return [];
  const used = runs.filter((run) => recordsOf(run) !== undefined);
  const needs = used.flatMap(({ experiment }) => experiment.needs ?? []);
  const files = needs.flatMap((path) => (dirname(path) === '.' ? [path] : filesIn(folder, dirname(path))));
  const distinct = [...new Set(files)].sort();
  return Promise.all(distinct.map(async (file) => ({ file, sha256: hashOf(await readWholeFile(join(folder, file))) })));
}

function filesIn(folder: string, path: string): string[] {
  const names = readdirSync(join(folder, path)).map((name) => `${path}/${name}`);
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
