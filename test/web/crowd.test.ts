/** The invented crowd of the story and of the explorables: as the model expects it, and judged by the dots that are shown. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { impliedAuc } from '../../src/audit/index.ts';
import { answersToExpect } from '../../src/defence/index.ts';
import { decodeModel } from '../../src/factorization/index.ts';
import { startBelief } from '../../src/inference/index.ts';
import { aucOf, inventCrowd, misjudged, reachOf, sharesAfter, sharesOf } from '../../src/web/crowd/crowd.ts';
import { decoyLesson, nextQuestions, pairGrid } from '../../src/web/crowd/lessons.ts';
import type { Facts } from '../../src/web/envelope/visit/personalityFacts.ts';
import type { ModelIndex } from '../../src/web/models/shippedModel.ts';
import { Trail } from '../../src/web/models/trail.ts';

const folder = new URL('../../models/', import.meta.url);
const facts: Facts = JSON.parse(readFileSync(new URL('personality.json', folder), 'utf8'));
const index: ModelIndex = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
const entry = index.models.find(({ id }) => id === 'personality-sex')!;
const model = decodeModel(readFileSync(new URL(entry.file, folder)));
const items = facts.statements.map(({ id }) => model.items.indexOf(id)!);

describe('an invented crowd', () => {
  const crowd = inventCrowd(model, items, 1000, 1);
  const shares = sharesAfter(model, items, crowd.ratings);

  it('is the same for the same seed, and another for another', () => {
    expect(inventCrowd(model, items, 50, 1).ratings).toEqual(crowd.ratings.slice(0, 50));
    expect(inventCrowd(model, items, 50, 2).ratings).not.toEqual(crowd.ratings.slice(0, 50));
  });

  it('has the groups of the model, and answers as the model expects of them', () => {
    const second = crowd.types.reduce((sum, type) => sum + type, 0) / 1000;
    expect(Math.abs(second - model.typePriors[1]!)).toBeLessThan(4 * Math.sqrt(0.25 / 1000));
    for (const [at, item] of items.entries()) {
      const expected = answersToExpect(model, startBelief(model), item).reduce(
        (sum, { answer, probability }) => sum + Number(answer) * probability,
        0,
      );
      const mean = crowd.ratings.reduce((sum, given) => sum + given[at]!, 0) / 1000;
      // A rating's standard deviation is below 2.
      expect(Math.abs(mean - expected)).toBeLessThan((4 * 2) / Math.sqrt(1000));
    }
  });

  it('is believed as the filter believes, answer by answer', () => {
    const from = index.collections[entry.collection]!;
    for (const person of [0, 7, 42]) {
      const given = facts.statements.map(({ id }, at) => ({ item: id, answer: crowd.ratings[person]![at]! }));
      const { standings } = Trail.start([{ ...entry, from, model }]).to(given);
      for (const [asked, [standing]] of standings.entries()) {
        expect(shares[asked]![person]).toBeCloseTo(standing!.now[1]!, 9);
      }
    }
  });

  it('the AUC is that of the dots: pairs counted one by one, ties half', () => {
    for (const asked of [0, 3, 10]) {
      let [won, pairs] = [0, 0];
      for (let one = 0; one < 1000; one++) {
        for (let other = 0; other < 1000; other++) {
          if (crowd.types[one] !== 1 || crowd.types[other] !== 0) continue;
          pairs++;
          const gap = shares[asked]![one]! - shares[asked]![other]!;
          won += gap > 0 ? 1 : gap === 0 ? 0.5 : 0;
        }
      }
      expect(aucOf(shares[asked]!, crowd.types)).toBeCloseTo(won / pairs, 12);
    }
    expect(aucOf(shares[0]!, crowd.types)).toBe(0.5);
  });

  it('parts question by question, about as far as the model implies', () => {
    const auc = aucOf(shares[10]!, crowd.types);
    expect(Math.abs(auc - impliedAuc(model, items))).toBeLessThan(reachOf(auc, crowd.types) + 0.02);
    expect(auc).toBeGreaterThan(aucOf(shares[1]!, crowd.types));
    const wrong = misjudged(shares[10]!, crowd.types);
    for (const person of [3, 30, 300]) {
      expect(wrong[person]).toBe(shares[10]![person]! >= 0.5 === (crowd.types[person] === 1) ? 0 : 1);
    }
  });

  it('a question that is skipped by everybody tells nothing', () => {
    const silent = sharesAfter(
      model,
      items,
      crowd.ratings,
      items.map(() => false),
    );
    for (const after of silent) expect(new Set(after).size).toBe(1);
    const some = sharesAfter(
      model,
      items,
      crowd.ratings,
      items.map((_, at) => at >= 5),
    );
    expect(some[5]).toEqual(some[0]);
    expect(some[6]).not.toEqual(some[5]);
  });

  it('another thousand people differ by as much as Hanley and McNeil say', () => {
    const aucs = Array.from({ length: 30 }, (_, seed) => {
      const { types, ratings } = inventCrowd(model, items, 200, 100 + seed);
      return aucOf(sharesOf(model, items, ratings, [...items.keys()]), types);
    });
    const mean = aucs.reduce((sum, one) => sum + one, 0) / aucs.length;
    const spread = Math.sqrt(aucs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (aucs.length - 1));
    const stated = reachOf(mean, inventCrowd(model, items, 200, 1).types) / 1.96;
    expect(spread / stated).toBeGreaterThan(0.7);
    expect(spread / stated).toBeLessThan(1.4);
  });
});

describe('the explorables', () => {
  it('the grid of pairs has the AUC of its squares, from a coin toss on', () => {
    expect(pairGrid(0).auc).toBeCloseTo(0.5, 2);
    const far = pairGrid(4);
    expect(far.auc).toBeGreaterThan(0.98);
    for (const { squares, auc } of [pairGrid(1), far]) {
      const sum = squares.reduce((so, { won }) => so + won, 0);
      expect(auc).toBeCloseTo(sum / squares.length, 12);
      expect(new Set(squares.map(({ first, second }) => `${first} ${second}`)).size).toBe(squares.length);
    }
    expect(pairGrid(2).auc).toBeGreaterThan(pairGrid(1).auc);
  });

  it('the next questions are the same after every answer, while the belief moves', () => {
    const lists = [1, 2, 3, 4, 5, 6].map((answer) => nextQuestions(model, items[0]!, answer, 3));
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect(new Set(lists[0]).size).toBe(3);
    expect(lists[0]).not.toContain(items[0]);
  });

  it('decoys fool an attacker who does not know, and tell one who knows more than the truth did', () => {
    const [none, some, all] = [0, 4, 10].map(decoyLesson(model, items));
    expect(Math.abs(none!.fooled - none!.knowing)).toBeLessThan(0.05);
    expect(some!.fooled).toBeLessThan(none!.fooled - 0.1);
    expect(all!.fooled).toBeLessThan(0.4);
    expect(some!.knowing).toBeGreaterThan(none!.knowing);
    expect(all!.knowing).toBeGreaterThan(some!.knowing);
  });
});
