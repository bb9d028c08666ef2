import { describe, expect, it } from 'vitest';
import { cautionTexts } from './cautionWords.ts';

describe('cautions in words', () => {
  it('are nothing where nothing is unusual', () => {
    expect(cautionTexts({ users: 3 })).toEqual([]);
  });

  it('repeat what would make figures wrong and was accepted, and nothing else', () => {
    const finding = {
      code: 'ITEM_IS_ID',
      serious: true,
      place: 'row',
      found: '"row" is different for nearly everyone: it looks like an id, not an answer',
      done: 'it counts as an answer',
      advice: 'leave it out',
    } as const;
    const findings = [finding, { ...finding, code: 'ITEM_CONSTANT', serious: false } as const];
    expect(cautionTexts({ cautions: { findings }, users: 200 })).toEqual([
      '"row" is different for nearly everyone: it looks like an id, not an answer. It counts as an answer. Leave it out.',
    ]);
  });

  it('say who was counted together, and why', () => {
    const copies = { rows: 120, people: 240, expected: 0.00012 };
    expect(cautionTexts({ cautions: { together: { units: 80, copies } }, users: 200 })).toEqual([
      '120 rows repeat another person’s answers exactly; chance would explain 0.0001 of them. We kept each set of copies in one fold and counted it as one unit.',
    ]);
    expect(cautionTexts({ cautions: { together: { units: 80, column: 'household' } }, users: 200 })).toEqual([
      'People with the same “household” belong together: 200 people in 80 units. We kept each unit in one fold and counted it once.',
    ]);
  });
});
