/** What "Try it" shows follows from the session; here without a browser. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answersIn, ledgerOf } from '../../src/defence/index.ts';
import { decodeModel } from '../../src/factorization/index.ts';
import { Interview } from '../../src/interview/index.ts';
import { type Answer, itemIndex } from '../../src/ratings/index.ts';
import { createStrategy } from '../../src/selection/index.ts';
import { percent } from '../../src/web/components/words.ts';
import { answeredIn, beliefAfter, reasonFor, recommendationsOf } from '../../src/web/models/insight.ts';
import { inventedAnswer, inventedType } from '../../src/web/models/inventedPerson.ts';
import type { ModelIndex, ShippedModel } from '../../src/web/models/shippedModel.ts';
import { Trail } from '../../src/web/models/trail.ts';
import { bitsInWords, bitsText, likelierOfTwo, timesWords } from '../../src/web/try/belief/bitsWords.ts';
import {
  answered,
  QUESTIONS,
  questionOf,
  type Session,
  startSession,
  surerThanIn,
  transcriptOf,
  undone,
} from '../../src/web/try/state/session.ts';
import { BEGINNING, next } from '../../src/web/try/state/state.ts';
import { enViews } from '../../src/web/words/views.en.ts';

const folder = new URL('../../models/', import.meta.url);
const index: ModelIndex = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
const shipped: readonly ShippedModel[] = index.models.map((entry) => ({
  ...entry,
  from: index.collections[entry.collection]!,
  model: decodeModel(readFileSync(new URL(entry.file, folder))),
}));
const named = (id: string) => shipped.find((entry) => entry.id === id)!;
const { model: gender } = named('food-gender');
const { model: age } = named('food-age');
const { model: films } = named('demo-chronotype');

const setup = {
  collection: 'food',
  target: 'food-gender',
  secret: false,
  chooser: 'sneaky',
  seed: 1,
  invented: false,
} as const;
const ANSWERS: readonly Answer[] = [4, 'skip', 2, 5, 3, 1, 'skip', 4, 5, 2];

/** As many answers as there are, in order. */
function answer(session: Session, answers: readonly Answer[], model = gender): Session {
  return answers.reduce<Session>((so, one) => answered(so, questionOf(so, model)!, one), session);
}

describe('a session', () => {
  it.each([
    ['two types', gender, 'separation'],
    ['many types', age, 'pairwise'],
  ])('asks what an interview with the exact strategy asks, of %s', (_, model, strategy) => {
    const session = answer(startSession(setup), ANSWERS, model);
    let interview = Interview.start({
      model,
      strategy: createStrategy({ model, seed: 1 }, strategy),
      protocol: { kind: 'open' },
      stopping: { maxQuestions: QUESTIONS },
    });
    for (const { item, answer: said } of session.given) {
      const { status } = interview;
      if (status.kind !== 'asking') throw new Error('it ended early');
      expect(model.items.id(status.question)).toBe(item);
      interview = said === 'skip' ? interview.skip(status.question) : interview.answer(status.question, said);
    }
    expect(interview.status.kind).toBe('stopped');
    expect(questionOf(session, model)).toBeUndefined();
    const shown = Trail.start(shipped.filter((entry) => entry.model === model)).to(session.given).standings;
    expect(shown).toHaveLength(QUESTIONS + 1);
    for (const [type, share] of interview.posterior().entries())
      expect(shown.at(-1)![0]!.now[type]).toBeCloseTo(share, 12);
  });

  it('says of how many people it was less sure, to visitors who were asked as they were', () => {
    for (const target of [named('food-gender'), named('food-age'), named('demo-chronotype')]) {
      const sneaky = answer(startSession(setup), ANSWERS, target.model);
      const of = (session: Session) => surerThanIn(session, target, Trail.start([target]).to(session.given));
      const than = of(sneaky)!;
      expect([than % 5, than >= 0, than <= 95]).toEqual([0, true, true]);
      expect(of({ ...sneaky, invented: true })).toBeUndefined();
      expect(of(answer({ ...startSession(setup), chooser: 'random' }, ANSWERS, target.model))).toBeUndefined();
      expect(of(startSession(setup))).toBeUndefined();
    }
  });

  it('changes the way of choosing in the middle, and keeps the answers', () => {
    const sneaky = answer(startSession(setup), ANSWERS.slice(0, 3));
    const honest: Session = { ...sneaky, chooser: 'honest' };
    const popular = questionOf(honest, gender)!;
    const asked = new Set(sneaky.given.map(({ item }) => item));
    const counts = (id: string) => {
      const item = gender.items.indexOf(id)!;
      return gender.itemStatistics.countsByType.subarray(2 * item, 2 * item + 2).reduce((a, b) => a + b, 0);
    };
    const ids: string[] = Array.from({ length: gender.items.size }, (_, at) => gender.items.id(itemIndex(at)));
    const best = Math.max(...ids.filter((id) => !asked.has(id)).map(counts));
    expect(counts(popular)).toBe(best);
    expect(popular).not.toBe(questionOf(sneaky, gender));
    const on = answered(honest, popular, 3);
    expect(on.given.map(({ chooser }) => chooser)).toEqual(['sneaky', 'sneaky', 'sneaky', 'honest']);
    // Taking back an answer of the other way of choosing asks its own question again.
    const back = undone(undone(on));
    expect(back.chooser).toBe('sneaky');
    expect(questionOf(back, gender)).toBe(sneaky.given[2]!.item);
  });

  it('takes a key pressed twice for one answer, and an end back', () => {
    const session = startSession(setup);
    const question = questionOf(session, gender)!;
    const once = answered(session, question, 4);
    expect(answered(once, question, 4)).toBe(once);
    expect(undone(session)).toBe(session);
    const ended = next(next(next(BEGINNING, { kind: 'start', setup }), { kind: 'answer', item: question, answer: 4 }), {
      kind: 'end',
    });
    if (ended.stage !== 'interview') throw new Error('it has no session');
    expect(questionOf(ended.session, gender)).toBeUndefined();
    expect(undone(ended.session).given).toHaveLength(1);
    expect(next(ended, { kind: 'erase' })).toEqual(BEGINNING);
    expect(next(BEGINNING, { kind: 'undo' })).toBe(BEGINNING);
  });

  it('writes a transcript with the answers that stand', () => {
    const session = answer(startSession(setup), ANSWERS);
    const transcript = JSON.parse(JSON.stringify(transcriptOf(session, gender)));
    expect(answersIn(transcript)).toEqual(session.given.map(({ item, answer: said }) => ({ item, answer: said })));
    expect(transcript).toMatchObject({ format: 'ulterior-transcript', attribute: 'gender', known: [] });
  });
});

describe('insight', () => {
  it('says for whom an answer speaks, and what it gives away against the typical question', () => {
    const session = answer(startSession({ ...setup, collection: 'demo' }), [5, 1], films);
    const question = questionOf(session, films)!;
    const belief = beliefAfter(films, answeredIn(session.given, films));
    const reason = reasonFor(films, belief, session.given, question);
    expect(reason.cost).toBeGreaterThan(3 * reason.typical);
    const believedAfter = (said: Answer) =>
      ledgerOf([{ model: films }], [...session.given, { item: question, answer: said }], { budget: 1 }).totals[0]!
        .posterior;
    expect(new Set([reason.high, reason.low])).toEqual(new Set(films.typeLabels));
    const high = films.typeLabels.indexOf(reason.high!);
    expect(believedAfter(5)[high]!).toBeGreaterThan(believedAfter(1)[high]!);
  });

  it('recommends what was not asked, the best first', () => {
    const session = answer(startSession(setup), ANSWERS);
    const shown = recommendationsOf(gender, session.given, session.given[0]!.item, 40);
    expect(shown).toHaveLength(gender.items.size - QUESTIONS);
    const titles = session.given.map(({ item }) => gender.items.title(gender.items.indexOf(item)!));
    expect(shown.filter(({ title }) => titles.includes(title))).toEqual([]);
    for (const [at, { rating }] of shown.entries()) {
      expect(rating >= 1 && rating <= (shown[at - 1]?.rating ?? 5)).toBe(true);
    }
  });

  it('moves towards who loves what others love', () => {
    const liked = recommendationsOf(gender, answer(startSession(setup), [5, 5, 5]).given, '', 40);
    const hated = recommendationsOf(gender, answer(startSession(setup), [1, 1, 1]).given, '', 40);
    const mean = (list: typeof liked) => list.reduce((sum, { rating }) => sum + rating, 0) / list.length;
    expect(mean(liked)).toBeGreaterThan(mean(hated));
  });
});

describe('an invented person', () => {
  it('is the same for the same seed, and answers as its type would', () => {
    const play = (seed: number) => {
      let session = startSession({ ...setup, seed });
      while (questionOf(session, films) !== undefined) {
        const question = questionOf(session, films)!;
        session = answered(session, question, inventedAnswer(session, films, question));
      }
      return session.given;
    };
    expect(play(3)).toEqual(play(3));
    let right = 0;
    const people = 40;
    for (let seed = 1; seed <= people; seed++) {
      const { now } = Trail.start([named('demo-chronotype')])
        .to(play(seed))
        .standings.at(-1)![0]!;
      if (now.indexOf(Math.max(...now)) === inventedType(films, seed)) right += 1;
    }
    // By chance alone 24 of 40 would be right at best.
    expect(right).toBeGreaterThanOrEqual(29);
  });
});

describe('words', () => {
  it('rounds without claiming certainty', () => {
    expect([0, 0.001, 0.314, 0.999, 1].map(percent)).toEqual(['0%', '< 1%', '31%', '> 99%', '100%']);
    expect([0, 0.0002, 0.0123, 0.25, 1.2].map((bits) => bitsText(bits))).toEqual([
      '0 bits',
      '< 0.001 bits',
      '0.012 bits',
      '0.25 bits',
      '1.20 bits',
    ]);
  });

  it('explains bits by a guess between two', () => {
    for (const bits of [0.01, 0.1, 0.5, 0.9]) {
      const p = likelierOfTwo(bits);
      expect(1 + p * Math.log2(p) + (1 - p) * Math.log2(1 - p)).toBeCloseTo(bits, 9);
    }
    expect(bitsInWords(0.1).replaceAll('\u00a0', ' ')).toContain('68 : 32');
    expect(bitsInWords(2)).toContain('yes-or-no');
    expect([0.2, 0.6, 1, 1.5, 2, 3.4].map((ratio) => timesWords(ratio))).toEqual([
      'much less than',
      'less than',
      'about as much as',
      'somewhat more than',
      'about twice as much as',
      'about 3 times as much as',
    ]);
    expect([enViews.and(['a']), enViews.and(['a', 'b']), enViews.or(['a', 'b', 'c'])]).toEqual([
      'a',
      'a and b',
      'a, b or c',
    ]);
  });
});
