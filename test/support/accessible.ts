/** Nothing for axe to find on a page as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A wide light window and a narrow dark one have every colour and every picture: axe takes seconds for each. */
export const LOOKS = [
  ['light', 1280],
  ['dark', 360],
] as const;

/** Contrast included: a page on which it was not looked at is no page that passed. */
export async function expectAccessible(page: Page): Promise<void> {
  // What passed is told by its rule alone: writing down every element of it takes a third of the time.
  const { violations, passes } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
  ).toEqual([]);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
}
