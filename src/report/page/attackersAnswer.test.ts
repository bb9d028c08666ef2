import { expect, it } from 'vitest';
import { attackersAnswer } from './attackersAnswer.ts';

const place = (where: string, accuracy: number) => ({
  where,
  attackers: [{ label: 'Stack', auc: { value: 0.7, low: 0.66, high: 0.74, bounds: { low: 0.64, high: 0.76 } } }],
  people: 1000,
  accuracy: { value: accuracy, low: accuracy - 0.02, high: accuracy + 0.02 },
  control: undefined,
});

it('being right no more often than the largest group is no all-clear, in any of the places', () => {
  const meaning = (...accuracies: number[]) =>
    attackersAnswer({
      leak: 'clear',
      data: {
        attribute: 'club',
        labels: [
          { label: 'red', users: 700 },
          { label: 'blue', users: 300 },
        ],
      },
      level: 0.95,
      places: accuracies.map((accuracy, at) => place(`place ${at}`, accuracy)),
      others: 'more people',
      detectable: '',
      behind: '',
    }).meaning;
  expect(meaning(0.8, 0.6)).toContain('no more often than that is no all-clear');
  expect(meaning(0.6, 0.8)).toContain('no more often than that is no all-clear');
  expect(meaning(0.8, 0.8)).not.toContain('no all-clear');
});
