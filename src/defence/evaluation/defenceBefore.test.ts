/** A defence in front of a recommender: what people send in a fold. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { historyAt, type SparseRows } from '../../inference/index.ts';
import { attributeOf, type Dataset } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { defenceBefore } from './defenceBefore.ts';

const tools = { kernels: loadKernels() };
const { dataset } = createWorld({ users: 80, items: 30, ratingsPerUser: 12, leak: 0.9 }, 2);
const attribute = 'type';
const everybody = Uint32Array.from({ length: 80 }, (_, user) => user);
const members = {
  people: everybody.filter((user) => user % 4 === 0),
  trainers: everybody.filter((user) => user % 4 > 0),
};
const rowsOf = (sent: SparseRows) => Array.from(everybody, (user) => Array.from(historyAt(sent, user).indices).join());
const own = Array.from(everybody, (user) => {
  const { starts, indices } = dataset.ratings.byUser;
  return [...indices.subarray(starts[user]!, starts[user + 1]!)].join();
});

/** The groups of some people turned round. */
function turned(some: Uint32Array): Dataset {
  const given = attributeOf(dataset, attribute);
  const values = given.values.map((code, user) => (some.includes(user) ? 1 - code : code));
  return { ...dataset, attributes: new Map([[attribute, { ...given, values }]]) };
}

describe('a defence before a recommender', () => {
  it.each(['equalChances', 'equalChancesThin'])(
    'is refused where attackers would learn from people of its public model: %s',
    (name) => {
      expect(failure(() => defenceBefore({ name, attribute }))).toMatch(/^PARAMETER_OUT_OF_RANGE: .*too good/);
    },
  );

  it('lets everybody send less, trainers and tested people', async () => {
    const { send, label, strength } = defenceBefore({ name: 'withholdRandom', attribute });
    expect({ label, strength }).toEqual({ label: expect.any(String), strength: expect.any(Number) });
    const sent = rowsOf(await send(dataset, members, tools));
    const changed = (some: Uint32Array) => some.filter((user) => sent[user] !== own[user]).length;
    expect(changed(members.people)).toBeGreaterThan(10);
    expect(changed(members.trainers)).toBeGreaterThan(30);
  });

  it('learns nothing from the labels of tested people', async () => {
    const { send } = defenceBefore({ name: 'blinding', attribute, strength: 1 });
    const [plain, tested, learned] = await Promise.all(
      [dataset, turned(members.people), turned(members.trainers.filter((user) => user % 3 === 0))].map((data) =>
        send(data, members, tools),
      ),
    );
    // Trainers send the same whatever the groups of tested people are; what the defence learned from is what counts.
    const values = ({ starts, values: all }: SparseRows) =>
      Array.from(members.trainers, (user) => [...all.subarray(starts[user]!, starts[user + 1]!)]);
    expect(values(tested!)).toEqual(values(plain!));
    expect(values(learned!)).not.toEqual(values(plain!));
  });

  it('refuses names and strengths that there are not', () => {
    expect(failure(() => defenceBefore({ name: 'hiding', attribute }))).toMatch(/^PARAMETER_OUT_OF_RANGE: defence is/);
    expect(failure(() => defenceBefore({ name: 'withhold', strength: 7, attribute }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: strength of withhold/,
    );
  });
});
