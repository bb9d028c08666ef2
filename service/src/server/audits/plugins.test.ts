/** Plug-ins of the operator: offered by name, loaded in the thread of an audit, and part of what checkpoints are called. */
import { expect, it } from 'vitest';
import { pluginFolder, pluginText, strategyText } from '../../../../test/support/pluginFolder.ts';

const { path, module, said } = pluginFolder();
const place = module(
  'operator.mjs',
  pluginText(
    'operator',
    `strategies: [${strategyText('offered')}, ${strategyText('kept', 'service: [],')}],
  classifiers: ['judge', 'slow'].map((name) => ({ name, label: name, summary: 's', learnsShares: false, choosesSettings: false, service: name === 'judge',
    train: ({ typeCount }) => ({ logWeights: ({ indices }) => new Float64Array(typeCount).map((_, t) => t * indices.length) }) })),`,
  ),
);

/** The service has its modules from the entry of the other package: a plug-in goes to those. */
const PRELUDE = `
const service = (path) => compiled('../service/build/server/' + path);
const { loadedPlugins } = await compiled('../dist/serviceParts.js');
const { loadPlugins } = await compiled('../dist/index.js');
const add = (place) => loadPlugins([place], { folder: ${JSON.stringify(path)} });`;

it('are offered, unless they say that they are not for a service', () => {
  const [before, settings, interviews] = said(`${PRELUDE}
const { auditRequest } = await service('audits/auditSchemas.js');
const { StartInterview } = await service('routes/interviewSchemas.js');
const { defaultLimits } = await service('index.js');
const settings = () => auditRequest().properties.settings.properties;
const pattern = () => new RegExp(settings().strategies.items.pattern);
say(pattern().test('offered'));
await add('${place}');
say([pattern().test('channels:offered'), pattern().test('kept'), JSON.stringify(settings().classifiers).includes('judge'), JSON.stringify(settings().classifiers).includes('slow')]);
const asked = JSON.stringify(StartInterview(defaultLimits).properties.strategy);
say([asked.includes('offered'), asked.includes('kept')]);`);
  expect(before).toBe(false);
  expect(settings).toEqual([true, false, true, false]);
  expect(interviews).toEqual([true, false]);
});

it('are loaded by the thread of an audit; records and checkpoints name them', () => {
  const [[{ sha256 }], plugins, attackers, keys] = said(`${PRELUDE}
say(await add('${place}'));
const { runAuditThread } = await service('audits/auditRun.js');
const keys = [];
const done = new Map();
const units = {
  layOut: async (planned) => keys.push(...planned.map(({ key }) => key)) > 0,
  claim: async () => keys[done.size],
  read: async (key) => done.get(key),
  write: async (key, bytes) => void done.set(key, bytes),
};
const settings = { strategies: ['offered'], classifiers: ['judge'], folds: 2, maxQuestions: 2, heldOut: 1, resamples: 50, permutations: 200, controls: 1 };
const { records: text } = await runAuditThread(
  { request: { data: { name: 'world:demo' }, settings }, source: { kind: 'world', name: 'demo', users: 120 }, name: 'demo', names: {}, threads: 1, mostTypes: 8, plugins: loadedPlugins() },
  { megabytes: 2000, units, onProgress: () => {}, signal: new AbortController().signal },
);
const records = JSON.parse(text);
say(records.provenance.plugins);
say(records.attackers.map(({ id, strategy }) => strategy ?? id));
say(keys);`) as [[{ sha256: string }], unknown, unknown, string[]];
  expect(plugins).toEqual([{ name: 'operator', version: '1.2.3', sha256 }]);
  expect(attackers).toEqual(['offered', 'judge']);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toContain(`-${sha256.slice(0, 16)}-`);
});
