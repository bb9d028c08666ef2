import { expect, it } from 'vitest';
import { roundStep } from './index.ts';

it('takes the nearest of 1, 2 and 5', () => {
  expect([0.9, 1.3, 1.5, 3.1, 3.3, 7, 7.2, 66, 720].map(roundStep)).toEqual([1, 1, 2, 2, 5, 5, 10, 50, 1000]);
  expect(roundStep(0.0033)).toBeCloseTo(0.005, 12);
});
