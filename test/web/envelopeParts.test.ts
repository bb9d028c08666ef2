/** The envelope's visit, its link, its models and their figures; here without a browser. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeModel } from '../../src/factorization/index.ts';
import { Belief } from '../../src/inference/index.ts';
import { Interview } from '../../src/interview/index.ts';
import type { Answer } from '../../src/ratings/index.ts';
import { fixedList } from '../../src/selection/index.ts';
import { howOftenRight, surerText } from '../../src/web/envelope/lazy/guessWords.ts';
import { wordsOf } from '../../src/web/envelope/lazy/shareWords.ts';
import { isClear, surest } from '../../src/web/envelope/lazy/surest.ts';
import type { Facts, Measured } from '../../src/web/envelope/visit/personalityFacts.ts';
import {
  BEGINNING,
  linkOf,
  nextVisit,
  randomVisit,
  stageOf,
  stepOf,
  type Visit,
  visitFrom,
} from '../../src/web/envelope/visit/visit.ts';
import type { ModelIndex, ShippedModel } from '../../src/web/models/shippedModel.ts';
import { Trail, trailOf } from '../../src/web/models/trail.ts';
import { en } from '../../src/web/words/en.ts';

const folder = new URL('../../models/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const index: ModelIndex = read('index.json');
const facts: Facts = read('personality.json');
const models: readonly ShippedModel[] = index.models
  .filter(({ collection }) => collection === 'personality')
  .map((entry) => ({
    ...entry,
    from: index.collections[entry.collection]!,
    model: decodeModel(readFileSync(new URL(entry.file, folder))),
  }));

const ANSWERS: readonly Answer[] = [4, 1, 'skip', 6, 5, 2, 3, 1, 'skip', 6];
const given = facts.statements.map(({ id }, at) => ({ item: id, answer: ANSWERS[at]! }));
const visitAfter = (answers: number): Visit =>
  given
    .slice(0, answers)
    .reduce<Visit>((visit, one) => nextVisit(visit, { kind: 'answer', ...one }), { ...BEGINNING, seen: answers > 5 });

describe('one’s own risk', () => {
  const said = (answers: readonly Answer[], seed?: number) =>
    models.map((_, seat) => {
      const visit = { given: given.map(({ item }, at) => ({ item, answer: answers[at]! })), seed };
      return surerText(visit, models, seat, en.opened);
    });

  it('is where a visitor stands among those it was tried on, whom the same ten statements were shown', () => {
    const texts = said(ANSWERS.map((answer) => (answer === 'skip' ? 3 : answer)));
    for (const text of texts) {
      expect(text).toMatch(
        /^ (It is surer of you than of \d\d? in 100|After as many .* at least as sure of 95 in 100) people we tried it on/,
      );
    }
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  it('is not said of random statements, or of skips alone', () => {
    const nothing = models.map(() => '');
    expect(said(ANSWERS, 7)).toEqual(nothing);
    expect(said(ANSWERS.map(() => 'skip'))).toEqual(nothing);
  });
});

describe('a visit', () => {
  it('is sealed for five answers, waits for a bet, opens, and ends after ten', () => {
    expect([0, 1, 4].map((answers) => stageOf(visitAfter(answers)))).toEqual(['sealed', 'sealed', 'sealed']);
    const full = visitAfter(5);
    expect(stageOf(full)).toBe('bet');
    // Nothing but a bet opens it.
    expect(nextVisit(full, { kind: 'answer', item: 'another', answer: 1 })).toBe(full);
    expect(nextVisit(full, { kind: 'goOn' })).toBe(full);
    const opened = nextVisit(full, { kind: 'bet', bet: { attribute: 'age', sure: 0.8 } });
    expect(stageOf(opened)).toBe('opened');
    const goes = nextVisit(opened, { kind: 'goOn' });
    expect(stageOf(goes)).toBe('open');
    expect(nextVisit(visitAfter(3), { kind: 'answer', item: given[1]!.item, answer: 6 }).given).toHaveLength(3);
    const all = given.slice(5).reduce<Visit>((visit, one) => nextVisit(visit, { kind: 'answer', ...one }), goes);
    expect(stageOf(all)).toBe('results');
    expect(nextVisit(all, { kind: 'erase' })).toBe(BEGINNING);
    const steps = [visitAfter(0), visitAfter(1), full, opened, goes, all].map(stepOf);
    expect(new Set(steps).size).toBe(steps.length);
  });

  it('a link carries models and seed, never an answer, and leads to the same statements', () => {
    fc.assert(
      fc.property(fc.nat(4294967295), (seed) => {
        const link = linkOf({ ...visitAfter(7), seed });
        expect(link).toBe(`#/try?model=personality&seed=${seed}`);
        expect(visitFrom(link)).toEqual(randomVisit(seed));
      }),
    );
    expect(linkOf(visitAfter(10))).toBe('#/try?model=personality');
    for (const hash of [
      '',
      '#/try',
      '#/try?seed=3',
      '#/try?model=personality&seed=x',
      '#/try?model=personality&given=1',
    ])
      expect(visitFrom(hash)).toEqual(BEGINNING);
  });

  it('the picture says how sure, and neither an answer nor a group', () => {
    const words = (['right', 'wrong', 'unsaid'] as const).map((verdict) => {
      const { share, sure, end } = wordsOf({ attribute: 'sex', share: 0.842, verdict }, en);
      return `${share} ${sure}. ${end}`;
    });
    expect(words).toEqual([
      '84% sure of my sex. And right.',
      '84% sure of my sex. And wrong.',
      '84% sure of my sex. Right or wrong? I’m not saying.',
    ]);
  });
});

describe('what the envelope reveals', () => {
  const standing = (now: readonly number[], prior: readonly number[]) => ({ now, prior });

  it('is the guess that beats a blind one most, not the one with the highest share', () => {
    expect(surest([standing([0.72, 0.28], [0.71, 0.29]), standing([0.3, 0.7], [0.6, 0.4])])).toBe(1);
  });

  it('is a guess only if it beats a blind one clearly: 54% where 60% start is none', () => {
    expect(isClear(standing([0.46, 0.54], [0.6, 0.4]))).toBe(false);
    expect(isClear(standing([0.64, 0.36], [0.6, 0.4]))).toBe(false);
    expect(isClear(standing([0.66, 0.34], [0.6, 0.4]))).toBe(true);
  });

  it('beats the base rate it states with people it had not seen, and is as sure as it is right', () => {
    expect(facts.revealed.map(({ questions }) => questions)).toEqual([5, 10]);
    for (const { people, right, blind, sure } of facts.revealed) {
      expect(people).toBeGreaterThan(2000);
      expect(right.low).toBeGreaterThan(blind);
      const large = sure.filter((bin) => bin.people >= 500);
      expect(large.length).toBeGreaterThanOrEqual(3);
      for (const { stated, right: share } of large) expect(Math.abs(share - stated)).toBeLessThanOrEqual(0.03);
    }
  });
});

describe('the trail of beliefs', () => {
  it('says what interviews with the same answers say', () => {
    const { standings } = Trail.start(models).to(given);
    expect(standings).toHaveLength(11);
    for (const [at, { model }] of models.entries()) {
      let interview = Interview.start({
        model,
        strategy: fixedList(given.map(({ item }) => model.items.indexOf(item)!)),
        protocol: { kind: 'open' },
        stopping: { maxQuestions: 10 },
      });
      for (const { item, answer } of given) {
        const asked = model.items.indexOf(item)!;
        interview = answer === 'skip' ? interview.skip(asked) : interview.answer(asked, answer);
      }
      for (const [type, share] of interview.posterior().entries())
        expect(standings.at(-1)![at]!.now[type]).toBeCloseTo(share, 12);
    }
  });

  it('takes one step per model for one answer more, and none for none', () => {
    const spy = vi.spyOn(Belief.prototype, 'after');
    try {
      trailOf(models, given.slice(0, 6));
      spy.mockClear();
      trailOf(models, given.slice(0, 7));
      expect(spy).toHaveBeenCalledTimes(models.length);
      spy.mockClear();
      const again = trailOf(models, given.slice(0, 7));
      expect(trailOf(models, given.slice(0, 7))).toBe(again);
      // Undo replays nothing.
      trailOf(models, given.slice(0, 4));
      expect(spy).not.toHaveBeenCalled();
    } finally {
      spy.mockRestore();
    }
  });

  it('an answer that changes counts from there on', () => {
    const changed = given.with(4, { item: given[4]!.item, answer: 1 });
    const moved = Trail.start(models).to(given).to(changed).standings;
    expect(moved).toEqual(Trail.start(models).to(changed).standings);
    expect(moved.at(-1)).not.toEqual(Trail.start(models).to(given).standings.at(-1));
  });
});

describe('the models of statements', () => {
  it('are four, calibrated, of the same 135 statements, ten of which are asked', () => {
    expect(models.map(({ attribute }) => attribute)).toEqual(facts.attributes.map(({ attribute }) => attribute));
    expect(facts.statements).toHaveLength(10);
    for (const { model } of models) {
      expect(model.items.size).toBe(135);
      expect(model.scale).toEqual({ min: 1, max: 6, step: 1 });
      expect(model.calibration!.points).toHaveLength(10);
      for (const { id, title } of facts.statements) expect(model.items.title(model.items.indexOf(id)!)).toBe(title);
    }
  });

  const expected = { sex: 0.75, age: 0.74, education: 0.68, smoking: 0.67 };
  it.each(Object.entries(expected))('tell %s about as well as ten statements can (AUC %f)', (attribute, auc) => {
    const { after: measured, random, shares } = facts.attributes.find((one) => one.attribute === attribute)!;
    const last = measured.at(-1)!;
    expect(Math.abs(last.auc.value - auc)).toBeLessThan(0.03);
    expect(last.auc.low).toBeGreaterThan(0.6);
    expect(last.auc.value).toBeGreaterThan(random.auc.value);
    expect(last.right.value).toBeGreaterThan(Math.max(...shares));
    const entry = index.models.find(({ id }) => id === `personality-${attribute}`)!;
    expect(entry.measured).toEqual({ questions: 10, auc: last.auc.value, low: last.auc.low, high: last.auc.high });
  });

  it('are right as often as they are sure: within three points in every group of at least 700 people', () => {
    const groups = facts.attributes.flatMap(({ after: measured }) =>
      measured.flatMap(({ sure }) => sure as readonly (Measured['sure'][number] & { readonly stated: number })[]),
    );
    const large = groups.filter(({ people }) => people >= 700);
    expect(large.length).toBeGreaterThan(20);
    for (const { right, stated } of large) expect(Math.abs(right - stated)).toBeLessThan(0.0301);
  });

  it('the page says the measured share where the stated one is off', () => {
    const age = facts.attributes.find(({ attribute }) => attribute === 'age')!;
    expect(howOftenRight({ known: age, measured: age.after[0]!, answers: 5, share: 0.55 }, en.opened)).toBe(
      'After 5 answers it gets this right for 71 in 100 people. Blind guessing gets 71. At this confidence: 53 in 100.',
    );
    // Where no guess is shown, there is no confidence to speak of.
    expect(howOftenRight({ known: age, measured: age.after[0]!, answers: 5 }, en.opened)).not.toContain('confidence');
  });
});
