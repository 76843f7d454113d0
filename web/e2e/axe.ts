import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The only rules that look at colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

export type ColorScheme = 'light' | 'dark';

/**
 * What axe finds on a page, which may have no frames: those it would pass over here. By night it looks at colours
 * alone, since all the rest is as by day.
 */
export async function examine(page: Page, colorScheme: ColorScheme = 'light') {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations, passes } = await (colorScheme === 'dark'
    ? axe.withRules(rulesOfColour)
    : axe.withTags(rules)
  ).analyze();
  expect(page.frames()).toHaveLength(1);
  return {
    faults: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    passed: passes.map(({ id }) => id),
  };
}
