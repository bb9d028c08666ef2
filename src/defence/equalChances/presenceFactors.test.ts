/** The price of saying that one has not seen something: the public model of presence in the advisor and the designer. */
import { describe, expect, it } from 'vitest';
import { presencePeople, presenceWorld } from '../../../test/support/presenceWorld.ts';
import { historyAt } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { modelFrom } from '../../testing/models.ts';
import { Advisor } from '../advisor/index.ts';
import { impliedLeak } from '../questionnaires/index.ts';
import { fitPresence } from './fitPresence.ts';
import { presenceFactors } from './presenceFactors.ts';
import { createPresenceModel } from './presenceModel.ts';

const world = presenceWorld({ people: 600, items: 40, gap: 0.8 }, 6);
const fitted = fitPresence(presencePeople(world), { directions: 3 });
const model = presenceFactors(fitted);
const shareOf = (item: number, group: number) => {
  const people = world.groupOf.flatMap((own, person) => (own === group ? [person] : []));
  const raters = people.filter((person) => Array.from(historyAt(world.rows, person).indices).includes(item));
  return raters.length / people.length;
};

describe('the public model of presence as a factor model', () => {
  it('expects of each group that it has seen an item about as often as it has', () => {
    let error = 0;
    for (let item = 0; item < 40; item++) {
      for (let g = 0; g < 2; g++) {
        error += (model.rows.biases[item * 2 + g]! / model.rows.scales[item]! - shareOf(item, g)) ** 2 / 80;
      }
    }
    expect(Math.sqrt(error)).toBeLessThan(0.05);
  });

  it('moves with taste as the chances themselves do', () => {
    const stage = fitted.stages[0]!;
    const stream = derive(3, 'tastes');
    const tastes = Array.from({ length: 4000 }, () => Array.from({ length: 4 }, () => stream.normal()));
    for (const item of [0, 7, 21]) {
      const effects = stage.tasteEffects.subarray(item * 4, item * 4 + 4);
      for (let k = 0; k < 4; k++) {
        // The slope of the regression of the chance on this taste.
        const slope = tastes.reduce((sum, taste) => {
          const odds = effects.reduce((all, effect, n) => all + effect * taste[n]!, stage.intercepts[item]!);
          return sum + taste[k]! / (1 + Math.exp(-odds)) / 4000;
        }, 0);
        expect(Math.abs(model.rows.profiles[item * 4 + k]! / model.rows.scales[item]! - slope)).toBeLessThan(0.04);
      }
    }
  });

  it('gives a skip its price: nothing where the groups see an item alike, more the more they differ', () => {
    const ratings = modelFrom({
      profiles: Array.from({ length: 40 }, () => [0.1]),
      biases: Array.from({ length: 40 }, () => [3, 3]),
      noiseVariance: 1,
      prior: [0.5, 0.5],
    });
    const gap = (item: number) => Math.abs(shareOf(item, 0) - shareOf(item, 1));
    const order = Array.from({ length: 40 }, (_, item) => item).sort((a, b) => gap(b) - gap(a));
    const skipped = (watched: readonly { model: typeof model }[], item: number, at: number) => {
      const id = watched[0]!.model.items.id(itemIndex(item));
      const { prior, now } = Advisor.start(watched).after(id, 'skip').known()[at]!;
      return Math.abs(now[0]! - prior[0]!);
    };
    expect(skipped([{ model: ratings }], order[0]!, 0)).toBe(0);
    expect(skipped([{ model }], order[0]!, 0)).toBeGreaterThan(0.1);
    expect(skipped([{ model }], order.at(-1)!, 0)).toBeLessThan(skipped([{ model }], order[0]!, 0) / 3);
    const alike = createPresenceModel({
      ...fitted,
      stages: fitted.stages.map((stage) => ({ ...stage, groupEffects: stage.groupEffects.map(() => 0) })),
    });
    expect(skipped([{ model: presenceFactors(alike) }], order[0]!, 0)).toBeLessThan(1e-12);
  });

  it('lets the designer of questionnaires count what skips tell', () => {
    const gap = (item: number) => Math.abs(shareOf(item, 0) - shareOf(item, 1));
    const order = Array.from({ length: 40 }, (_, item) => itemIndex(item)).sort((a, b) => gap(a) - gap(b));
    const [quiet, telling] = [impliedLeak(model, order.slice(0, 5)), impliedLeak(model, order.slice(-5))];
    expect([quiet.kind, quiet.attribute]).toEqual(['presence', 'club (by what was seen)']);
    expect(quiet.auc).toBeLessThan(0.6);
    expect(telling.auc).toBeGreaterThan(0.7);
  });
});
