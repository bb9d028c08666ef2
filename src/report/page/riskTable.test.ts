import { expect, it } from 'vitest';
import type { Finding } from '../common/input.ts';
import { riskSection, riskTable } from './riskTable.ts';
import { Table } from './table.ts';

const share = (value: number) => ({ value, low: 0, high: 1 });
const found = (of: Partial<Finding>): Finding => ({
  target: 'age',
  exposure: 'histories',
  attacker: 'stack',
  variant: 'real',
  people: 200,
  named: share(0),
  ...of,
});
const words = {
  where: ({ defence = 'none' }: Finding) => defence,
  attacker: ({ attacker, situation }: Finding) => [attacker, situation].join(' '),
};
const rowsOf = (findings: readonly Finding[]) =>
  riskTable(findings, words)[0]!.parts.groups[0]!.rows.map((row) => row.slice(0, 4));

it('puts the groups below everybody of the same place: same defence, same strength, same attacker, same knowledge', () => {
  const places = [
    {},
    { defence: 'blinding', strength: 1 },
    { defence: 'blinding', strength: 1, situation: 'retrained' },
  ];
  const everybody = places.map((place, at) => found({ ...place, named: share(at / 10) }));
  const groups = places.map((place, at) => found({ ...place, group: 'young', named: share(at / 100) }));
  expect(rowsOf([...everybody, ...groups])).toEqual([
    ['none', 'stack ', 'everyone', '0% [0, 100]'],
    ['none', 'stack ', 'young', '0% [0, 100]'],
    ['blinding', 'stack ', 'everyone', '10% [0, 100]'],
    ['blinding', 'stack ', 'young', '1% [0, 100]'],
    ['blinding', 'stack retrained', 'everyone', '20% [0, 100]'],
    ['blinding', 'stack retrained', 'young', '2% [0, 100]'],
  ]);
});

it('leaves out attackers of whose groups nothing is known, and says what the others name on shuffled labels', () => {
  const findings = [
    found({ attacker: 'weaker' }),
    found({}),
    found({ group: 'young' }),
    found({ variant: 'shuffled', named: share(0.01) }),
    found({ variant: 'shuffled', attacker: 'weaker', named: share(0.5) }),
  ];
  expect(rowsOf(findings).map(([, attacker]) => attacker)).toEqual(['stack ', 'stack ']);
  expect(riskTable(findings, words)[0]!.parts.note).toContain(
    'With the labels shuffled, the attackers name 2 of 200 (none).',
  );
});

it('folds a long table away, and is empty where nobody was counted', () => {
  const many = (places: number) =>
    Array.from({ length: places }, (_, strength) => [
      found({ defence: 'blinding', strength }),
      found({ defence: 'blinding', strength, group: 'young' }),
    ]).flat();
  expect(riskSection(many(6), words).content[0]).toBeInstanceOf(Table);
  const [long] = riskSection(many(7), words).content;
  expect(long).not.toBeInstanceOf(Table);
  expect(long!.text).toContain('<details><summary>Whom attackers name');
  const { named: _, ...uncounted } = found({});
  expect(riskSection([uncounted], words).content).toEqual([]);
});
