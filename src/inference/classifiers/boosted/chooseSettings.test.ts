import { expect, it } from 'vitest';
import { derive } from '../../../maths/index.ts';
import { packRows } from '../common/sparseRows.ts';
import { typeLabels } from '../common/typeLabels.ts';
import { trainBoosted, trainJudgedBoosted } from './boosted.ts';
import { boostingOptions } from './boostedOptions.ts';
import { boostedTables } from './boostedTables.ts';
import { typeLoss } from './boostingLoss.ts';
import { chooseSettings, settingsSearch } from './chooseSettings.ts';
import { settingsBesidePlain } from './settingsBesidePlain.ts';

/** Answers and labels that have nothing to do with each other. */
function nothing(seed: number) {
  const stream = derive(seed, 'plain');
  const items = [...Array(8).keys()];
  const histories = Array.from({ length: 150 }, () => ({
    indices: items,
    values: items.map(() => 1 + stream.below(5)),
  }));
  return { rows: packRows(8, histories), labels: histories.map(() => stream.below(2)) };
}

it('keeps to plain settings where others are better by chance only', () => {
  // Worlds in which the trial lets derived columns pass, by chance.
  for (const seed of [9, 21, 39]) {
    const { rows, labels } = nothing(seed);
    const { forStack, model } = trainBoosted(rows, labels, 2);
    // What trees of a stack would choose by themselves, after fewer rounds.
    expect(forStack!.chosen).toBeDefined();
    const [told, alone] = [forStack, undefined].map((known) => trainJudgedBoosted(rows, labels, 2, known)!);
    expect({ ...told, classifier: told!.classifier.model }).toEqual({ ...alone, classifier: alone!.classifier.model });
    expect([seed, model.derived]).toEqual([seed, undefined]);
  }
});

it('also says what it would have chosen after fewer rounds', () => {
  const { rows } = nothing(1);
  const labels = Array.from({ length: rows.rows }, (_, person) => {
    const answers = rows.values.subarray(8 * person, 8 * person + 8);
    return answers.reduce((total, answer) => total + answer - 3, 0) > 0 ? 1 : 0;
  });
  const known = typeLabels(labels, rows.rows, 2);
  const search = settingsSearch(boostedTables(rows, known), typeLoss(known), known);
  const choose = (maxRounds: number, early?: number) => {
    const plain = boostingOptions({ maxRounds });
    return chooseSettings(search, plain, settingsBesidePlain(plain), early);
  };
  expect(choose(60).chosen.options.rounds).toBeGreaterThan(40);
  for (const early of [12, 25, 40]) expect(choose(60, early).early).toEqual(choose(early).chosen);
});
