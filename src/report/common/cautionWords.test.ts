import { describe, expect, it } from 'vitest';
import { cautionTexts } from './cautionWords.ts';

describe('cautions in words', () => {
  it('are nothing where nothing is unusual', () => {
    expect(cautionTexts({ users: 3 })).toEqual([]);
  });

  it('name items as they must be left out', () => {
    const suspects = [
      { id: 'row', title: 'Row', unique: true, auc: 0.999, attribute: 'gender' },
      { id: 'sex2', title: 'Sex2', unique: false, auc: 1, attribute: 'gender' },
      { id: '17', title: 'Number of the form', unique: true },
    ];
    expect(cautionTexts({ cautions: { suspects }, users: 200 })).toEqual([
      '“row” is different for nearly everyone: it looks like an id, not an answer. It alone tells gender with an AUC of 1.00. “sex2” alone tells gender with an AUC of 1.00: probably a copy of the attribute. “Number of the form” is different for nearly everyone: it looks like an id, not an answer. To leave them out, describe the data with --set dropItems=row,sex2,17.',
    ]);
    const many = Array.from({ length: 7 }, (_, n) => ({ id: `i${n}`, title: `i${n}`, unique: true }));
    expect(cautionTexts({ cautions: { suspects: many }, users: 200 })[0]).toContain('The same holds for 2 more items.');
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
