import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, default as axe, RunOptions } from 'axe-core';
import { runsAllChecks } from '../../tools/testing/started-system.ts';

/** Less than half the size of the source that the axe package offers for injection. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The only rules that check colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's results for a page, either all or only those about colours. If a modal dialog is open, only the dialog
 * is examined, because nothing else is reachable. The page must not have frames, which axe would skip here.
 */
export async function runAxe(page: Page, what: 'all' | 'colours' = 'all') {
  expect(page.frames()).toHaveLength(1);
  // Once per document: parsing it takes longer than many examinations.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const runOnly: RunOptions['runOnly'] =
    what === 'colours' ? { type: 'rule', values: colourRules } : { type: 'tag', values: rules };
  const { violations, passes } = await page.evaluate<AxeResults, RunOptions>(
    (options) => {
      const dialog = document.querySelector('body:has(> [data-aria-hidden]) [role$=dialog], dialog:modal');
      return (globalThis as unknown as { axe: typeof axe }).axe.run(dialog ?? document, options);
    },
    // No style sheet depends on the screen's orientation, the only reason for axe to load them.
    { resultTypes: ['violations'], runOnly, preload: false },
  );
  return {
    faults: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    passed: passes.map(({ id }) => id),
  };
}

/** Controls, except links and numbers within a text; a card is clickable as a whole. */
const pressed = ':is(main, [role$=dialog]) :is(a, button, input, select, summary, textarea)';
const withinText = '[inert], .card-title, .section-name, .form-notice, .legal-links, .passage-mark';

/**
 * Expects that axe finds no violations on a desktop and a phone, in light and dark, that nothing scrolls sideways at
 * 360 px, even with text twice as large, and that all controls are large enough for touch. Rules that do not concern
 * colours are checked once per width. In a story that runs on both starts, whose pages are the same, only the pages of
 * `split` are examined.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  fontSizes: readonly string[] = ['200%', ''],
): Promise<void> {
  if (!runsAllChecks()) return;
  for (const [colorScheme, width, rulesOf] of [
    ['light', 1280, 'all'],
    ['dark', 1280, 'colours'],
    ['light', 360, 'colours'],
    ['dark', 360, 'all'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect((await runAxe(page, rulesOf)).faults, `${what}, ${colorScheme}, ${width} px`).toEqual([]);
  }
  for (const fontSize of fontSizes) {
    const { over, small } = await page.evaluate(
      ({ fontSize, pressed, withinText }) => {
        document.documentElement.style.fontSize = fontSize;
        const boxes = [
          document.documentElement,
          ...document.querySelectorAll('[role$=dialog], dialog[open]'),
        ];
        return {
          over: boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
          small: [...document.querySelectorAll(pressed)]
            .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(withinText))
            .map((one) =>
              one.matches('[type=radio], [type=checkbox]') ? (one.closest('label') ?? one) : one,
            )
            .filter((one) => one.getBoundingClientRect().height < 44)
            .map((one) => one.outerHTML),
        };
      },
      { fontSize, pressed, withinText },
    );
    expect(Math.max(...over), `${what} ${fontSize}: sideways`).toBe(0);
    expect(small, `${what} ${fontSize}: too small for a thumb`).toEqual([]);
  }
}
