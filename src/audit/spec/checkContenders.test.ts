import { describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { runAudit } from '../run/runAudit.ts';
import { type ContenderOptions, contender } from './contender.ts';
import { auditSpec } from './spec.ts';

const refusal = (strategy: string, options: ContenderOptions) =>
  failure(() => auditSpec({ attribute: 'type', contenders: [contender(strategy, options)] }));
const OPTIONS: readonly ContenderOptions[] = [
  { classifier: 'plainLogistic' },
  { model: 'channels' },
  { ridge: 5 },
  { shrunken: true },
  { calibrated: true },
  { batch: 5 },
];

describe('options that a contender would not obey', () => {
  it.each(['skipModel', 'forwardLogistic', 'decisionTree'])('%s obeys none but known', (rival) => {
    for (const options of OPTIONS) {
      const [name] = Object.keys(options);
      expect(refusal(rival, options)).toMatch(
        new RegExp(`^PARAMETER_OUT_OF_RANGE: contenders\\[0\\].${name} has no effect .* -> leave ${name} out of "`),
      );
    }
    const allowed = contender(rival, { known: 3, batch: 1, model: 'ratings', calibrated: false });
    expect(() => auditSpec({ attribute: 'type', contenders: [allowed] })).not.toThrow();
  });

  it.each<[string, ContenderOptions, string]>([
    ['oneVersusRest', { classifier: 'multinomial' }, 'classifier'],
    ['oneVersusRest', { calibrated: true }, 'calibrated'],
    ['oneVersusRest', { batch: 2 }, 'batch'],
    ['compiledList', { batch: 5 }, 'batch'],
    ['separation', { classifier: 'plainLogistic', calibrated: true }, 'calibrated'],
    ['maxGap', { classifier: 'plainLogistic', ridge: 3 }, 'ridge'],
    ['random', { classifier: 'plainLogistic', shrunken: true }, 'shrunken'],
    ['popularity', { classifier: 'plainLogistic', model: 'presence' }, 'model'],
    ['pointEstimate', { model: 'channels' }, 'model'],
    ['separation', { model: 'presence', shrunken: true }, 'shrunken'],
  ])('%s with %j', (strategy, options, name) => {
    expect(refusal(strategy, options)).toMatch(new RegExp(`contenders\\[0\\].${name} has no effect where`));
  });

  it('are all told at once, with their places', () => {
    const contenders = [
      contender('separation'),
      contender('skipModel', { batch: 2, ridge: 1 }),
      contender('separation'),
    ];
    expect(failure(() => auditSpec({ attribute: 'type', contenders, shuffled: ['nobody'] }))).toMatch(
      /4 problems: \(1\) contenders\[2\].id .* \(2\) contenders\[1\].ridge .* \(3\) contenders\[1\].batch .* \(4\) shuffled names "nobody"/,
    );
  });

  it.each<[string, ContenderOptions]>([
    ['separation', { calibrated: true, shrunken: true, ridge: 3, known: 5, batch: 5 }],
    ['oneVersusRest', { shrunken: true, ridge: 3, known: 5 }],
    ['oneVersusRest', { model: 'channels' }],
    ['compiledList', { calibrated: true, shrunken: true, ridge: 3, known: 5 }],
    ['maxGap', { classifier: 'plainLogistic', shrunken: true, model: 'ratings' }],
    ['random', { ridge: 3, shrunken: true, batch: 5 }],
  ])('%s obeys %j', (strategy, options) => {
    expect(() => auditSpec({ attribute: 'type', contenders: [contender(strategy, options)] })).not.toThrow();
  });
});

describe('strategies for another number of types', () => {
  const run = (count: number, strategy: string) => {
    const types = Array.from({ length: count }, (_, type) => ({ label: `type ${type}`, share: 1 / count }));
    const { dataset } = createWorld({ users: 60, items: 12, ratingsPerUser: 8, minimumPerUser: 6, types }, 1);
    const attribute = [...dataset.attributes.keys()][0]!;
    let trained = false;
    const tools = {
      kernels: loadKernels(),
      source: 'a world',
      finished: () => 'then',
      onProgress: () => (trained = true),
    };
    const spec = { attribute, contenders: [contender('random'), contender(strategy)], folds: 2 };
    return asyncFailure(() => runAudit(dataset, spec, tools)).then((message) => [trained, message]);
  };

  it.each([
    [3, 'separation'],
    [3, 'compiledList'],
    [2, 'oneVersusRest'],
  ])('of %d types, %s is refused before anything is trained', async (types, strategy) => {
    const [trained, message] = await run(types, strategy);
    expect(trained).toBe(false);
    expect(message).toMatch(/^STRATEGY_UNSUITABLE: contenders\[1\].strategy is /);
  });
});
