/**
 * Every rival by name. To add one that ships: a file beside this one, a line here, and the conformance suite covers it.
 * Plug-ins add theirs when they are loaded.
 */
import { UlteriorError } from '../errors/index.ts';
import { createRegistry } from '../plugins/index.ts';
import { schema } from '../schema/index.ts';
import { contenderNames } from '../selection/index.ts';
import { bestList } from './bestList.ts';
import { decisionTree } from './decisionTree.ts';
import { forwardLogistic } from './forwardLogistic.ts';
import type { RivalDefinition } from './rival.ts';
import { skipModel } from './skipModel.ts';

export const rivalRegistry = createRegistry<RivalDefinition>(
  {
    kind: 'rival',
    values: schema.fieldsOf<Pick<RivalDefinition, 'name' | 'label' | 'summary'>>(
      { name: schema.text, label: schema.text, summary: schema.text },
      ['name', 'summary'],
    ),
    functions: ['train', 'open'],
    names: contenderNames,
  },
  [skipModel, forwardLogistic, bestList, decisionTree],
);

/** All rivals that are trained on ratings alone. It grows when a plug-in is loaded. */
export const rivals: readonly RivalDefinition[] = rivalRegistry.all;

export function rivalNamed(name: string): RivalDefinition {
  const found = rivalRegistry.find(name);
  if (found !== undefined) return found;
  const known = rivals.map((rival) => rival.name);
  throw new UlteriorError('STRATEGY_UNKNOWN', `there is no rival "${name}"`, `use one of ${known.join(', ')}`, {
    name,
    known,
  });
}
