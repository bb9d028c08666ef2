/** Every command that a report prints: read by a real shell, parsed by the real command line, and run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleQuestionnaireStudy } from '../../../test/support/sampleQuestionnaireStudy.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AuditRecords, NamedData } from '../../audit/index.ts';
import { type AnyRecords, reportOf, stepLines } from '../../report/index.ts';
import { createWorld, worldPresets } from '../../worlds/index.ts';
import { createProgram } from '../program.ts';
import { namedData } from './namedData.ts';
import { shownPath } from './shownPath.ts';

/** The commands in what a terminal shows. */
const commandsIn = (text: string) => [...text.matchAll(/^ {2}(ulterior .*)$/gm)].map(([, line]) => line!);

/** The words that a real shell passes on. */
const shellWords = (line: string) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

interface Parsed {
  readonly name: string;
  readonly data: unknown;
  readonly options: Record<string, unknown>;
}

/** What the command line understands; nothing is run. */
async function parsed(line: string): Promise<Parsed> {
  const [program, ...words] = shellWords(line);
  expect(program).toBe('ulterior');
  let found: Parsed | undefined;
  const listen = (command: Command): void => {
    command.action((...given: unknown[]) => {
      const called = given.at(-1) as Command;
      found = { name: called.name(), data: called.processedArgs[0], options: called.opts() };
    });
    command.exitOverride().configureOutput({ writeErr: () => {} });
    command.commands.forEach(listen);
  };
  const all = createProgram();
  all.commands.forEach(listen);
  await all.parseAsync(words, { from: 'user' });
  return found!;
}

const AWKWARD: NamedData = {
  data: "my people's ratings.csv",
  attributes: ['income:{low=a|b; high="c d"}'],
  flags: ['--missing', '-1,unknown', '--users-table', 'who is who.csv', '--min-user', '5', '--item-columns', '$item'],
};
const named = <Records extends { readonly provenance: object }>(records: Records, data = AWKWARD): Records => ({
  ...records,
  provenance: { ...records.provenance, named: data },
});
const check = await sampleQuestionnaireStudy({ task: 'check' });
const design = await sampleQuestionnaireStudy({ maxAuc: 0.55 });
const quiet = { ...sampleRecords(), verdict: { ...sampleRecords().verdict, leak: false } };

describe('commands in a report', () => {
  const kinds: readonly (readonly [string, AnyRecords, number])[] = [
    ['audit', named(sampleRecords()), 3],
    ['audit that shows no leak', named(quiet), 4],
    ['audit of a number', named(sampleNumericRecords(), { ...AWKWARD, attributes: ['age:number[0..120]'] }), 3],
    ['leak matrix', named(sampleLeakRecords(), { ...AWKWARD, attributes: ['gender', 'age:18,35'] }), 3],
    ['defence', named(sampleDefenceRecords()), 3],
    ['check of a list', named(check), 3],
    ['design of a list', named(design), 3],
  ];

  it.each(kinds)(
    '%s: the command line takes every one of them, and the data as they were named',
    async (_, records, count) => {
      const lines = commandsIn(stepLines(reportOf(records).next).join('\n'));
      expect(lines).toHaveLength(count);
      for (const line of lines) {
        const { name, data, options } = await parsed(line);
        expect(['design', 'audit']).toContain(name);
        expect(data).toBe(AWKWARD.data);
        expect(options).toMatchObject({
          missing: ['-1', 'unknown'],
          usersTable: 'who is who.csv',
          minUser: 5,
          itemColumns: '$item',
        });
        expect(options['attribute']).toEqual(expect.arrayContaining([expect.any(String)]));
      }
    },
  );

  it('all stand in the page too', () => {
    const page = reportOf(named(sampleRecords())).page([]);
    const unescaped = page.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&gt;', '>');
    const shown = [...unescaped.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, line]) =>
      line!.replaceAll(/<\/?span>/g, ''),
    );
    expect(shown).toEqual(commandsIn(stepLines(reportOf(named(sampleRecords())).next).join('\n')));
    expect(page.indexOf('id="answer"')).toBeLessThan(page.indexOf('id="next"'));
    expect(page.indexOf('id="next"')).toBeLessThan(page.indexOf('id="question"'));
  });

  it('where no leak was shown, the first step is to look harder', async () => {
    const [first] = commandsIn(stepLines(reportOf(named(quiet)).next).join('\n'));
    expect(await parsed(first!)).toMatchObject({ name: 'audit', options: { set: ['protocol=open'] } });
  });

  it('a list that was not shown to keep its limit gets fewer questions, and its own limit', async () => {
    const [first, gate] = await Promise.all(commandsIn(stepLines(reportOf(named(design)).next).join('\n')).map(parsed));
    expect(first!.options).toMatchObject({ questions: 2, maxAuc: 0.55 });
    expect(gate).toMatchObject({ name: 'audit', options: { list: 'list.csv', maxAuc: 0.55 } });
    const checked = await Promise.all(commandsIn(stepLines(reportOf(named(check)).next).join('\n')).map(parsed));
    expect(checked[1]).toMatchObject({ name: 'audit', options: { list: 'ours.txt' } });
  });

  it('records that do not say how the data were read say so; a world needs no more than its name', async () => {
    const { data, ...rest } = sampleRecords();
    const world = { ...rest, data: { ...data, source: 'world:demo,seed=3' } };
    const [design] = await Promise.all(commandsIn(stepLines(reportOf(world).next).join('\n')).map(parsed));
    expect(design!.data).toBe('world:demo,seed=3');
    expect(design!.options).not.toHaveProperty('attribute');
    expect(reportOf(world).next.note).toContain('do not say how the data were read');
    expect(reportOf(named(sampleRecords())).next.note).toContain('the same data, read in the same way');
  });
});

describe('how the data were named', () => {
  it('every flag of data that was given, and no absolute path', () => {
    const flags = {
      missing: ['0', 'x'],
      usersTable: '/home/somebody/private/people.csv',
      minUser: 3,
    };
    expect(namedData('/home/somebody/private/r.csv', flags, ['age>=35'])).toEqual({
      data: 'r.csv',
      attributes: ['age>=35'],
      flags: ['--missing', '0,x', '--users-table', 'people.csv', '--min-user', '3'],
    });
    expect(namedData('ml-1m:/home/somebody/ml-1m', {}, ['gender']).data).toBe('ml-1m:ml-1m');
    expect(namedData('world:demo,seed=2', { minItem: 4 }, ['chronotype'])).toEqual({
      data: 'world:demo,seed=2',
      attributes: [],
      flags: ['--min-item', '4'],
    });
    expect(namedData('/elsewhere/wide.csv', { itemColumns: '^q' }, ['g'])).toMatchObject({
      data: 'wide.csv',
      flags: ['--item-columns', '^q'],
    });
  });

  it('a path inside the working folder keeps its folders, a relative one stays as it was typed', () => {
    expect(shownPath(join(process.cwd(), 'data', 'r.csv'))).toBe(join('data', 'r.csv'));
    expect(shownPath('/somewhere/else/r.csv')).toBe('r.csv');
    expect(shownPath('../data/r.csv')).toBe('../data/r.csv');
    expect(shownPath(process.cwd())).not.toContain('/');
  });
});

describe('on a small invented world', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-next-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (words: readonly string[]) => ulterior(words, { cwd: folder });
  const small =
    '--set folds=2 --set resamples=50 --set training.dimension=2 --set training.iterations=3 --threads 1'.split(' ');

  it('the commands of an audit run as they stand, and no path of this machine is in the report', () => {
    const { dataset } = createWorld(
      { ...worldPresets.demo, users: 120, items: 24, ratingsPerUser: 14, minimumPerUser: 8 },
      3,
    );
    const { byUser } = dataset.ratings;
    const labels = dataset.attributes.get('chronotype')!;
    const people: string[] = [];
    const ratings: string[] = [];
    for (let user = 0; user < 120; user++) {
      people.push(`u${user},${labels.values[user] === 0 ? 'early "bird"' : 'night owl'}`);
      for (let at = byUser.starts[user]!; at < byUser.starts[user + 1]!; at++)
        ratings.push(`u${user},i${byUser.indices[at]},${byUser.values[at]}`);
    }
    mkdirSync(join(folder, 'the data'));
    writeFileSync(join(folder, 'the data', 'ratings.csv'), ['user,item,rating', ...ratings].join('\n'));
    writeFileSync(join(folder, "who's who.csv"), ['user,kind of person', ...people].join('\n'));
    const audit = run([
      ...['audit', join(folder, 'the data', 'ratings.csv'), '--users-table', join(folder, "who's who.csv")],
      ...['--attribute', '"kind of person"', '--min-user', '3', '--missing', 'unknown,-1', '--questions', '4'],
      ...[
        '--set',
        'headlineQuestions=3',
        '--set',
        'permutations=0',
        '--set',
        'controls=1',
        '--attackers',
        'factor',
        ...small,
      ],
      ...['--output', 'audit'],
    ]);
    expect([audit.status, audit.stderr]).toEqual([0, '']);
    const records = JSON.parse(readFileSync(join(folder, 'audit', 'records.json'), 'utf8')) as AuditRecords;
    expect(records.data.source).toBe('the data/ratings.csv');
    for (const file of ['records.json', 'report.html']) {
      expect(readFileSync(join(folder, 'audit', file), 'utf8')).not.toContain(folder);
    }
    const lines = commandsIn(audit.stdout);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const [, ...words] = shellWords(line);
      const extra = words.indexOf('default') > 0 ? [] : ['--set', 'agendaSamples=0', '--set', 'budgets=0.6'];
      const quick = words.map((word) => (word === 'default' ? 'withholdRandom:0.2' : word));
      const { status, stderr } = run([...quick, ...small, ...extra, '--quiet']);
      // The list may break its limit, which is a gate and no failure.
      expect([line, status, stderr]).toEqual(
        status === 4 ? [line, 4, expect.stringMatching(/^(warning Gate: FAILED\.|$)/)] : [line, 0, ''],
      );
    }
    expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toMatch(/^id,title,designed_for,designed_on\n/);
  });
});
