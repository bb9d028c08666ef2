/**
 * What was made from what: for every run its spec, its seed, and the SHA-256 of its figures; for the data the SHA-256 of
 * every file; for every table of the documents what makes it. Two people who have the same data and the same version get
 * the same hashes: when it was finished is left out. Only timings, which stand apart, differ from machine to machine.
 */
import { join } from 'node:path';
import { UlteriorError } from '../../src/errors/index.ts';
import type { RunExperiment } from '../../src/report/index.ts';
import { readWholeFile, writeFileAtomically } from '../../src/runtime/index.ts';
import { VERSION } from '../../src/version/index.ts';
import type { DocumentTable } from './documents.ts';
import { type HashedFile, hashedData, hashedFile, hashOf } from './hashedFiles.ts';
import type { RunScript } from './runScripts.ts';

export const chapterNames = ['paper', 'beyond', 'defence'] as const;
export type ChapterName = (typeof chapterNames)[number];
export type MeasuredRun = RunExperiment & { readonly chapter: ChapterName };

interface ManifestSetting {
  readonly data?: string | undefined;
  readonly output: string;
  readonly only?: readonly string[] | undefined;
  readonly resamples?: number | undefined;
  readonly timing?: boolean | undefined;
}

/** All that was done, or left out. */
export interface Made {
  readonly runs: readonly MeasuredRun[];
  readonly scripts: readonly RunScript[];
  readonly tables: readonly DocumentTable[];
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

interface ManifestScript {
  readonly script: string;
  readonly calls: readonly (readonly string[])[];
  readonly output?: HashedFile;
  /** Why there is no output. */
  readonly leftOut?: string;
}

export interface Manifest {
  readonly format: 'ulterior-reproduction';
  readonly version: string;
  readonly command: string;
  readonly data: readonly HashedFile[];
  readonly runs: readonly ManifestRun[];
  readonly scripts: readonly ManifestScript[];
  /** What scripts print that measure the machine: their hashes differ from machine to machine, and from run to run. */
  readonly timings: readonly ManifestScript[];
  /** Tables of the documents that draw on what is above; where all was asked for, also those that are made by hand. */
  readonly tables: readonly DocumentTable[];
}

export async function manifestOf(made: Made, setting: ManifestSetting): Promise<Manifest> {
  const { runs, scripts } = made;
  const printing = (kind: 'figures' | 'timings') =>
    Promise.all(
      scripts.filter(({ script }) => script.prints === kind).map((one) => manifestScript(one, setting.output)),
    );
  return {
    format: 'ulterior-reproduction',
    version: VERSION,
    command: commandOf(setting),
    data: await hashedData(needsOf(made), setting.data),
    runs: await Promise.all(runs.map((run) => manifestRun(run, setting.output))),
    scripts: await printing('figures'),
    timings: await printing('timings'),
    tables: tablesOf(made, setting),
  };
}

/** Writes manifest.json; its path. */
export async function writeManifest(manifest: Manifest, output: string): Promise<string> {
  const path = join(output, 'manifest.json');
  await writeFileAtomically(path, new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`));
  return path;
}

export async function readManifest(path: string): Promise<Manifest> {
  const text = new TextDecoder().decode(await readWholeFile(path));
  try {
    const read = JSON.parse(text) as Manifest | null;
    if (read?.format === 'ulterior-reproduction') return { ...read, scripts: read.scripts ?? [] };
  } catch {
    // Not even JSON: the same answer.
  }
  throw new UlteriorError(
    'FILE_MALFORMED',
    `"${path}" is no manifest`,
    'name manifest.json of npm run reproduce -- --all',
    {
      path,
    },
  );
}

/** What decides the figures: where the data lie and how many threads there are does not. */
function commandOf({ only, resamples, timing }: ManifestSetting): string {
  const words = [
    ...(timing === true ? ['--timing'] : []),
    ...(only === undefined ? [] : ['--only', only.join(',')]),
    ...(resamples === undefined ? [] : ['--resamples', String(resamples)]),
  ];
  return ['npm run reproduce -- --all --data DATA --output OUTPUT', ...words].join(' ');
}

async function manifestRun(run: MeasuredRun, output: string): Promise<ManifestRun> {
  const { chapter, experiment, records } = run;
  const place = (name: string) => `${chapter}/${experiment.id}/${name}`;
  const figures =
    records === undefined
      ? []
      : [
          await hashedFile(output, place('curves.csv')),
          { file: place('records.json'), sha256: hashOf(JSON.stringify(withoutTime(records))) },
        ];
  return {
    chapter,
    run: experiment.id,
    spec: hashOf(JSON.stringify(experiment)),
    seed: experiment.spec.seed ?? 1,
    needs: experiment.needs,
    figures,
  };
}

/** Records say when they were finished, which is no figure. */
function withoutTime(records: object): object {
  const { provenance, ...rest } = records as { readonly provenance?: object };
  return { ...rest, provenance: { ...provenance, finished: undefined } };
}

/** Of all whose data were there. */
function needsOf({ runs, scripts }: Made): string[] {
  const used = runs.filter(({ records }) => records !== undefined);
  const printed = scripts.filter((one) => 'output' in one);
  return [
    ...used.flatMap(({ experiment }) => experiment.needs ?? []),
    ...printed.flatMap(({ script }) => script.needs ?? []),
  ];
}

async function manifestScript(one: RunScript, output: string): Promise<ManifestScript> {
  const { id, calls } = one.script;
  return {
    script: id,
    calls,
    ...('output' in one ? { output: await hashedFile(output, one.output) } : { leftOut: one.leftOut }),
  };
}

function tablesOf({ runs, scripts, tables }: Made, { only }: ManifestSetting): DocumentTable[] {
  const names = new Set([...runs.map(({ experiment }) => experiment.id), ...scripts.map(({ script }) => script.id)]);
  const measured = tables.filter(({ notMeasured }) => notMeasured === undefined);
  if (only === undefined) return measured;
  return measured.filter((table) => [...(table.runs ?? []), ...(table.scripts ?? [])].some((name) => names.has(name)));
}
