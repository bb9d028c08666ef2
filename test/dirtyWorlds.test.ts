/** Faults in data that make a leak of nothing, or hide one: each is refused or named, and its cure works. */
import { describe, expect, it } from 'vitest';
import { csvOf, type DirtyWorld, dirtyWorlds } from '../scripts/planted/dirtyWorlds.mjs';
import { contender, runAudit } from '../src/audit/index.ts';
import type { FindingCode } from '../src/ratings/index.ts';
import { answerText } from '../src/report/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { createTable, itemColumnsFrom, wideTable } from '../src/tables/index.ts';
import { failure } from './support/failure.ts';

/** What the flags say, as options of a wide table. */
function read({ header, rows, attribute, flags }: DirtyWorld, more: readonly string[]) {
  const said = [...flags, ...more].flatMap((flag) => flag.split('='));
  const after = (flag: string) => (said.includes(flag) ? said[said.indexOf(flag) + 1] : undefined);
  const listed = (flag: string) => after(flag)?.split(',');
  const table = createTable(
    'survey.csv',
    header.map((name, at) => [name, { kind: 'texts', values: rows.map((row) => String(row[at])) }] as const),
  );
  return wideTable(table, {
    items: itemColumnsFrom(after('--item-columns')!),
    attributes: [attribute],
    groupColumn: after('groupColumn'),
    dropItems: listed('dropItems'),
    missing: listed('--missing'),
    accept: listed('--accept') as FindingCode[] | undefined,
  });
}

const kernels = loadKernels();

async function audited(world: DirtyWorld, more: readonly string[]) {
  const { dataset } = read(world, more);
  const spec = {
    attribute: world.attribute,
    folds: 3,
    maxQuestions: 3,
    headlineQuestions: 3,
    contenders: [contender('incFbc')],
    fullHistory: ['logistic' as const],
    permutations: 200,
    controls: 1,
    resamples: 200,
    heldOut: 0,
  };
  return runAudit(dataset, spec, { kernels, source: 'survey.csv', finished: () => '' });
}

describe('faults in data', () => {
  it.each(Object.entries(dirtyWorlds))('%s', async (_, make) => {
    const world = make(1);
    const refused = world.refused ? failure(() => read(world, [])) : undefined;
    const found = refused === undefined ? await audited(world, []) : undefined;
    if (world.says !== undefined) expect(refused ?? answerText(found!)).toMatch(world.says);
    if (world.misleads) {
      const kept = found ?? (await audited(world, ['--accept', 'ITEM_IS_ID,ITEM_COPIES_ATTRIBUTE']));
      expect(kept.verdict.leak).toBe(true);
    }
    const cured = world.cure.length === 0 ? found! : await audited(world, world.cure);
    expect(cured.verdict.leak).toBe(world.cured === 'leak');
  });

  it('are the same for the same seed, and others for another', () => {
    for (const make of Object.values(dirtyWorlds)) {
      expect(csvOf(make(1))).toBe(csvOf(make(1)));
      expect(csvOf(make(1))).not.toBe(csvOf(make(2)));
    }
  });
});
