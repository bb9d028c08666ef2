/**
 * Plug-ins as they are loaded: what is refused, and what becomes of what is not. On the compiled code, in processes of
 * their own.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginText as plugin, pluginFolder, strategyText as strategy } from '../../test/support/pluginFolder.ts';

const { path: folder, module, said } = pluginFolder();

describe('what is refused', () => {
  const cases: readonly [title: string, text: string | undefined, expected: RegExp][] = [
    ['a file that is not there', undefined, /^PLUGIN_NOT_FOUND: the plug-in ".\/case.mjs" cannot be read: ENOENT/],
    ['a module that throws', `throw new Error('no luck');`, /^PLUGIN_BROKEN: .* cannot be loaded: no luck/],
    ['a module with a mistake', 'export default {', /^PLUGIN_BROKEN: /],
    ['no default export', 'export const name = 1;', /^PLUGIN_FOREIGN: ".\/case.mjs" does not export a plug-in/],
    ['a default export of another kind', 'export default { strategies: [] };', /^PLUGIN_FOREIGN/],
    [
      'another version of the interface',
      plugin('x', `strategies: [${strategy('a')}]`, '2'),
      /^PLUGIN_VERSION: .* version 2 .* version 1/,
    ],
    [
      'nothing in it',
      plugin('x', ''),
      /^PLUGIN_INCOMPLETE: .* defines nothing: give at least one of strategies, classifiers/,
    ],
    [
      'a field that is not known',
      plugin('x', `strategy: [${strategy('a')}]`),
      /^PLUGIN_INCOMPLETE: .*strategy is not a known field/,
    ],
    [
      'a list that is none',
      plugin('x', `defences: 3, strategies: [${strategy('a')}]`),
      /^PLUGIN_INCOMPLETE: .*defences must be a list/,
    ],
    [
      'a name that flags cannot hold',
      plugin('a b', `strategies: [${strategy('a')}]`),
      /^PLUGIN_INCOMPLETE: .*name must be a letter/,
    ],
    [
      'a definition without its function',
      plugin('x', `strategies: [{ name: 'a', summary: 's', types: 'any', channels: 'any' }]`),
      /^PLUGIN_INCOMPLETE: strategies\[0\] of the plug-in "x" .*create must be a function/,
    ],
    [
      'a definition that lacks several things',
      plugin('x', `classifiers: [{ name: 'a', train: () => {} }]`),
      /^PLUGIN_INCOMPLETE: classifiers\[0\] .*label is missing.*learnsShares is missing/,
    ],
    ['a misspelt field', plugin('x', `strategies: [${strategy('a', 'looksat: "items",')}]`), /did you mean looksAt\?/],
    [
      'a defence without strengths',
      plugin(
        'x',
        `defences: [{ name: 'a', label: 'A', family: 'a', summary: 's', needsType: false, changesItems: false, types: 'any', create: () => {} }]`,
      ),
      /^PLUGIN_INCOMPLETE: defences\[0\] .*strength is missing/,
    ],
    [
      'a strategy with a name that ships',
      plugin('x', `strategies: [${strategy('random')}]`),
      /^PLUGIN_NAME_TAKEN: strategies\[0\] of the plug-in "x": the name "random" of a strategy is taken/,
    ],
    [
      'a strategy with the name of a rival',
      plugin('x', `strategies: [${strategy('decisionTree')}]`),
      /^PLUGIN_NAME_TAKEN/,
    ],
    [
      'a strategy with a name of the audit',
      plugin('x', `strategies: [${strategy('compiledList')}]`),
      /^PLUGIN_NAME_TAKEN/,
    ],
    [
      'a reader with a name that ships',
      plugin('x', `readers: [{ name: 'ml-1m', summary: 's', read: () => {} }]`),
      /^PLUGIN_NAME_TAKEN/,
    ],
    [
      'a reader called world',
      plugin('x', `readers: [{ name: 'world', summary: 's', read: () => {} }]`),
      /^PLUGIN_NAME_TAKEN/,
    ],
    [
      'two definitions of one name',
      plugin('x', `strategies: [${strategy('a')}, ${strategy('a')}]`),
      /^PLUGIN_NAME_TAKEN/,
    ],
  ];
  // One process for all: a case that is refused leaves nothing behind.
  const files = cases.map(([, text], at) => (text === undefined ? './case.mjs' : module(`case${at}.mjs`, text)));
  const answers = said(
    `await compiled('datasets/index.js');
const names = () => ulterior.strategies.map(({ name }) => name).join();
const before = names();
for (const place of ${JSON.stringify(files)}) say(await refusal(() => load(place)));
say([names() === before, ulterior.loadedPlugins()]);`,
  );

  it.each(cases.map(([title, , expected], at) => [title, expected, answers[at]] as const))(
    '%s',
    (_, expected, answer) => {
      expect(String(answer).replace(/case\d+\.mjs/g, 'case.mjs')).toMatch(expected);
    },
  );

  it('and what is refused leaves nothing behind', () => {
    expect(answers.at(-1)).toEqual([true, []]);
  });
});

describe('what is loaded', () => {
  it('is in the registry once, however often and however it is named', () => {
    const place = module('once.mjs', plugin('once', `strategies: [${strategy('lastFirst')}]`));
    const [first, again, names, places] = said(`
say(await load('${place}'));
say(await load('${join(folder, 'once.mjs')}'));
say(ulterior.strategies.filter(({ name }) => name === 'lastFirst').length);
say(ulterior.loadedPlugins().map(({ places }) => places.length));`);
    expect(first).toEqual([{ name: 'once', version: '1.2.3', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(again).toEqual(first);
    expect(names).toBe(1);
    expect(places).toEqual([2]);
  });

  it('is listed by kind, after what ships', () => {
    const place = module('listed.mjs', plugin('listed', `strategies: [${strategy('listed')}]`));
    const [before, after, rivals, unknown] = said(`
const names = (kind) => ulterior.definitions(kind).map(({ name }) => name);
say(names('strategies'));
await load('${place}');
say(names('strategies'));
say(names('rivals'));
say(await refusal(() => names('foo')));`);
    expect(after).toEqual([...(before as string[]), 'listed']);
    expect(before).toContain('separation');
    expect(rivals).toContain('skipModel');
    expect(unknown).toMatch(
      /^PARAMETER_OUT_OF_RANGE: kind is "foo"; it must be one of strategies, classifiers, rivals/,
    );
  });

  it('keeps its name from others, and its file from changes', () => {
    const one = module('one.mjs', plugin('same', `strategies: [${strategy('s1')}]`));
    const two = module('two.mjs', plugin('same', `strategies: [${strategy('s2')}]`));
    const [clash, changed] = said(`
await load('${one}');
say(await refusal(() => load('${two}')));
(await import('node:fs')).appendFileSync('${join(folder, 'one.mjs')}', '\\n');
say(await refusal(() => load('${one}')));`);
    expect(clash).toMatch(/^PLUGIN_NAME_TAKEN: ".\/two.mjs": the name "same" of a plug-in is taken/);
    expect(changed).toMatch(/^PLUGIN_CHANGED: /);
  });

  it('a thread that finds another file refuses to work', () => {
    const place = module('moved.mjs', plugin('moved', `strategies: [${strategy('moved')}]`));
    const [refused] = said(`
await load('${place}');
(await import('node:fs')).appendFileSync('${join(folder, 'moved.mjs')}', '\\n');
const pool = ulterior.openThreadPool(1);
say(await refusal(() => pool.run(ulterior.curveTask, [{}])));
await pool.close();`);
    expect(refused).toMatch(/^PLUGIN_CHANGED: the file of the plug-in ".\/moved.mjs" changed/);
  });

  it('a spec that names what is not loaded is refused, and taken once it is', () => {
    const place = module('named.mjs', plugin('named', `strategies: [${strategy('named')}]`));
    const [before, after, unknown] = said(`
const spec = () => ulterior.auditSpec({ attribute: 'a', plugins: ['${place}'], contenders: [ulterior.contender('named')] });
say(await refusal(spec));
await load('${place}');
say(spec().contenders[0].id);
say(await refusal(() => ulterior.auditSpec({ attribute: 'a', contenders: [ulterior.contender('nmed')] })));`);
    expect(before).toMatch(/^PLUGIN_NOT_LOADED: .*named\.mjs/);
    expect(after).toBe('named');
    expect(unknown).toMatch(/^STRATEGY_UNKNOWN: .*did you mean named\?/);
  });
});

describe('what a definition gives', () => {
  it('is looked at: choices, scores, what is sent, what is read', () => {
    const place = module(
      'bad.mjs',
      plugin(
        'bad',
        `strategies: [{ name: 'stuck', summary: 's', types: 'any', channels: 'any', create: () => ({ name: 'stuck', next: () => ({ item: 0 }) }) }],
  classifiers: [
    { name: 'blank', label: 'B', summary: 's', learnsShares: false, choosesSettings: false, train: ({ typeCount }) => ({ logWeights: () => new Float64Array(typeCount).fill(NaN) }) },
    { name: 'short', label: 'S', summary: 's', learnsShares: false, choosesSettings: false, train: () => ({ logWeights: () => new Float64Array(1) }) },
  ],
  defences: [{ name: 'loud', label: 'L', family: 'l', summary: 's', needsType: false, changesItems: false, types: 'any', strength: { means: 'x', max: 1, tried: [1] }, create: () => ({ ratings }) => ({ indices: ratings.indices, values: Array.from(ratings.values, () => 99) }) }],
  readers: [{ name: 'nothing', summary: 's', read: async () => ({}) }],`,
      ),
    );
    const answers = said(`
await load('${place}');
const { dataset } = ulterior.createWorld({ ...ulterior.worldPresets.demo, users: 120 }, 1);
const [attribute] = dataset.attributes.keys();
const tools = { kernels: ulterior.loadKernels(), source: 's', finished: () => '' };
const base = { attribute, folds: 2, maxQuestions: 3, heldOut: 0, permutations: 0, resamples: 50, shuffled: [], fullHistory: [], contenders: [ulterior.contender('random')] };
say(await refusal(() => ulterior.runAudit(dataset, { ...base, contenders: [ulterior.contender('stuck')], protocol: 'open' }, tools)));
say(await refusal(() => ulterior.runAudit(dataset, { ...base, fullHistory: ['blank'] }, tools)));
say(await refusal(() => ulterior.runAudit(dataset, { ...base, fullHistory: ['short'] }, tools)));
say(await refusal(() => ulterior.evaluateDefences(dataset, { attribute, folds: 2, resamples: 50, attackers: ['factor'], defences: [{ name: 'loud', strengths: [1] }] }, tools)));
const { openDataset, sourceFromText } = await compiled('datasets/index.js');
say(await refusal(() => openDataset(sourceFromText('nothing:here'))));`);
    const reasons = ['chose item 0', 'gave the scores NaN', 'gave 1 scores for', 'sent 99 for item', 'gave no dataset'];
    for (const [at, reason] of reasons.entries()) {
      expect(answers[at]).toMatch(/^PLUGIN_MISBEHAVED/);
      expect(answers[at]).toContain(reason);
    }
  });
});
