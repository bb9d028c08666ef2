/** The files of deploy/: each is correct to a reader of its kind, and calls the program with options that it has. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createProgram } from '../src/cli/program.ts';
import { commandFor } from './support/commandLines.ts';
import { describeNeeds, itNeeds } from './support/needs.ts';

const deployed = (path: string) => fileURLToPath(new URL(`../deploy/${path}`, import.meta.url));
const folder = deployed('systemd/');
const units = readdirSync(folder).filter((name) => name.endsWith('.service'));
const missing = spawnSync('systemd-analyze', ['--version']).status === 0 ? undefined : 'systemd-analyze is missing';

describe('the units', () => {
  it('are one for the service and one for a worker', () => {
    expect(units.sort()).toEqual(['ulterior-worker.service', 'ulterior.service']);
  });

  it.each(units)('%s calls a command with options that it has', (unit) => {
    const [, words] = /^ExecStart=\/usr\/bin\/env ulterior (.+)$/m.exec(readFileSync(`${folder}${unit}`, 'utf8'))!;
    expectKnown(words!.split(' '));
  });
});

describe('the image', () => {
  const path = deployed('docker/Dockerfile');
  const stages = readFileSync(path, 'utf8').split(/^FROM /m);
  const last = stages.at(-1)!;

  itNeeds('hadolint', 'has a Dockerfile in which a linter finds nothing', () => {
    expect(spawnSync('hadolint', [path], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('ends in a stage without npm and without rights, which says whether it is well', () => {
    expect(stages.length).toBe(4);
    expect(last).toMatch(/rm -rf \/usr\/local\/lib\/node_modules/);
    expect(last).not.toMatch(/RUN .*npm (ci|install)/);
    const user = last.search(/^USER 10001:10001$/m);
    expect(user).toBeGreaterThan(last.lastIndexOf('\nRUN '));
    expect(last).toMatch(/^HEALTHCHECK .*\/health\/ready/ms);
    expectKnown(JSON.parse(/^CMD (.+)$/m.exec(last)![1]!));
  });

  it('takes nothing from the folder but what is named', () => {
    const rules = readFileSync(fileURLToPath(new URL('../.dockerignore', import.meta.url)), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    const allowed = rules.filter((rule) => rule.startsWith('!'));
    expect(allowed).not.toContain('!.git');
    expect(allowed.some((rule) => /data|store|env/.test(rule))).toBe(false);
    // What the package has must be there to be packed; dist and wasm are built.
    const { files } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'));
    const packed = (files as string[]).filter((name) => !name.startsWith('!')).map((name) => name.split('/')[0]!);
    const given = packed.filter((name) => !['dist', 'wasm'].includes(name));
    expect(allowed).toEqual(expect.arrayContaining([...given, 'service'].map((name) => `!${name}`)));
  });
});

describe('the compose file', () => {
  const path = deployed('docker/compose.yaml');

  itNeeds('check-jsonschema', 'fits the schema of such files', () => {
    const words = ['--builtin-schema', 'vendor.compose-spec', path];
    expect(spawnSync('check-jsonschema', words, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });

  it('starts the service for this machine alone, two workers and a database, none with more rights than it needs', () => {
    const { services } = parse(readFileSync(path, 'utf8'), { merge: true });
    expect(Object.keys(services).toSorted()).toEqual(['database', 'service', 'worker']);
    for (const { command, read_only, cap_drop, environment } of [services.service, services.worker]) {
      expectKnown(command);
      expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
      expect(environment.DATABASE_URL).toContain('@database/');
    }
    expect(services.service.ports).toEqual(['127.0.0.1:8080:8080']);
    expect(services.worker.deploy.replicas).toBe(2);
    expect(services.database.ports).toBeUndefined();
  });
});

describe('the manifests', () => {
  const manifests = readdirSync(deployed('kubernetes')).filter((name) => name.endsWith('.yaml'));
  const objects = manifests.flatMap((name) =>
    parseAllDocuments(readFileSync(deployed(`kubernetes/${name}`), 'utf8')).map((document) => document.toJS()),
  );
  const pods = objects.filter(({ spec }) => spec.template !== undefined).map(({ spec }) => spec.template.spec);

  itNeeds('kubernetes-validate', 'fit the schemas of Kubernetes, with no field that it does not know', () => {
    const words = ['--strict', ...manifests.map((name) => deployed(`kubernetes/${name}`))];
    expect(spawnSync('kubernetes-validate', words, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });

  it('start commands with options that they have, without rights', () => {
    expect(pods.length).toBe(4);
    for (const { containers, securityContext, automountServiceAccountToken } of pods) {
      expect([securityContext.runAsNonRoot, automountServiceAccountToken]).toEqual([true, false]);
      for (const { args, securityContext: rights } of containers) {
        expectKnown(args);
        expect(rights).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('do an audit in all its parts, and collect the same one', () => {
    const [each, collecting] = objects.filter(({ kind }) => kind === 'Job').map(({ spec }) => spec);
    const [words, last] = [each, collecting].map(({ template }) => template.spec.containers[0].args as string[]);
    expect(each.completionMode).toBe('Indexed');
    expect(words!.at(-1)).toBe(`$(PART)/${each.completions}`);
    expect(words!.slice(0, -1)).toEqual(last!.slice(0, -1));
    expect([words!.at(-2), last!.at(-1)]).toEqual(['--part', 'collect']);
  });

  itNeeds('python3', 'hand the words for training on to Spark, with the package that the program imports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ulterior-spark-'));
    try {
      const fake = join(folder, 'spark-submit');
      // --py-files is its seventh word, and the eighth names the file.
      writeFileSync(
        fake,
        '#!/bin/sh\nprintf "%s\\n" "$@"\nPYTHONPATH="$8" python3 -c "import ulterior_spark.errors" >&2\n',
      );
      chmodSync(fake, 0o755);
      const env = {
        PATH: `${folder}:${process.env['PATH']}`,
        MASTER: 'https://cluster:6443',
        IMAGE: 'spark',
        BUCKET: 's3a://ratings',
        CLAIM: 'plans',
      };
      const script = deployed('kubernetes/spark-train.sh');
      const said = execFileSync('bash', [script, '--plan', 'a plan'], { env, encoding: 'utf8' }).split('\n');
      expect(said.slice(0, 2)).toEqual(['--master', 'k8s://https://cluster:6443']);
      expect(said).toContain('spark.kubernetes.executor.volumes.persistentVolumeClaim.plans.options.claimName=plans');
      expect(said.slice(-4, -1)).toEqual(['spark/train.py', '--plan', 'a plan']);
      expect(spawnSync('bash', [script], { env: { PATH: env.PATH } }).status).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The program has the command and all options. */
function expectKnown(words: readonly string[]): void {
  const [found, rest] = commandFor(createProgram(), words);
  const known = found!.options.flatMap(({ long }) => long ?? []);
  const given = rest.filter((word) => word.startsWith('--'));
  expect(given.length).toBeGreaterThan(0);
  expect(given.filter((word) => !known.includes(word))).toEqual([]);
}

describeNeeds(missing, 'systemd', () => {
  it.each(units)('finds nothing wrong with %s', (unit) => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', `${folder}${unit}`], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes(unit))).toEqual([]);
    expect(status).toBe(0);
  });

  it.each(units)('rates the rights that %s leaves as OK', (unit) => {
    const words = ['security', '--offline=true', '--threshold=20', `${folder}${unit}`];
    expect(String(execFileSync('systemd-analyze', words))).toContain('Overall exposure level');
  });
});
