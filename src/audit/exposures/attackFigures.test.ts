import { expect, it } from 'vitest';
import { loadKernels } from '../../runtime/index.ts';
import { scoreKey } from '../folds/index.ts';
import { findAttacks } from './attackFigures.ts';
import type { Experiment } from './experiment.ts';

const PEOPLE = 40;
const folds = Uint16Array.from({ length: PEOPLE }, (_, person) => person % 2);
const everyone = Uint32Array.from(folds.keys());
const groups = (codes: (person: number) => number) => ({ types: Uint8Array.from(everyone, codes), typeCount: 2 });
const [real, shuffled] = [groups((person) => (person >> 1) % 2), groups((person) => (person >> 2) % 2)];

/** Somebody who reads the labels of a dealing off what is seen, as a fault in the data or in the method would let them. */
const dealing = (variant: 'real' | 'shuffled', { types, typeCount }: typeof real) => {
  const logits = Float32Array.from(Array.from(types).flatMap((type) => (type === 1 ? [-1, 1] : [1, -1])));
  const key = scoreKey({ exposure: 'lists', target: 'club', attacker: 'logistic', quantity: 'logits' });
  return { variant, targets: new Map([['club', { types, typeCount }]]), scores: new Map([[key, logits]]) };
};

it('a control is held against the shuffled labels: it shows that its labels could be read', async () => {
  const experiment: Experiment = {
    dealings: [dealing('real', real), dealing('shuffled', shuffled)],
    attackers: ['logistic'],
    notes: {},
  };
  const as = { target: 'club', exposure: 'lists' };
  const places = [{ exposure: 'lists', as, labels: ['red', 'blue'], types: real.types, people: everyone }];
  const drawn = { folds, clusters: undefined, resamples: 50, level: 0.95, seed: 1 };
  const [[attack]] = (await findAttacks(places, experiment, drawn, { kernels: loadKernels() })) as [
    [Awaited<ReturnType<typeof findAttacks>>[number][number]],
  ];
  expect(attack.real.auc.value).toBe(1);
  expect(attack.control).toMatchObject({ auc: { value: 1 }, shuffles: 1 });
});
