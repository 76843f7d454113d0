import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { holdScripts, hydrated, watchPage } from './watch-page.ts';

const { step } = test;

test('navigating from Home to an article and back sets title, focus and scroll position', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await page.addInitScript(() => {
    Object.assign(globalThis, { transitions: 0 });
    const start = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function (...parameters) {
      (globalThis as unknown as { transitions: number }).transitions += 1;
      return start.apply(this, parameters);
    };
  });
  const transitions = () =>
    page.evaluate(() => (globalThis as unknown as { transitions: number }).transitions);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.url);
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'The View' }).click();
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const title = page.locator('.card-title a').last();
  const name = (await title.textContent()) ?? '';
  // Scrolls and clicks in one call, so that the position does not change in between.
  const place = await title.evaluate((link: HTMLAnchorElement) => {
    scrollTo(0, link.getBoundingClientRect().top + scrollY - innerHeight / 2);
    const { scrollY: reached } = globalThis;
    link.click();
    return reached;
  });
  expect(place).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect.poll(() => page.title()).toContain(name);
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);

  await step('covers are animated only if motion is not reduced', async () => {
    for (const [reducedMotion, expected] of [
      ['reduce', 0],
      ['no-preference', 1],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.goto(`${site.url}/clash`);
      await hydrated(page);
      await page.getByRole('article').first().getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('The Clash');
      expect(await transitions()).toBe(expected);
    }
    for (const path of ['/', '/clash', '/article/3']) {
      await page.goto(site.url + path);
      const names = await page
        .locator('[style*="view-transition-name"]')
        .evaluateAll((all) => all.map((element) => getComputedStyle(element).viewTransitionName));
      expect(names.length).toBeGreaterThan(0);
      expect(new Set(names).size, `each name once on ${path}`).toBe(names.length);
    }
  });
  expect(faults).toEqual([]);
});

test('a link that is clicked during hydration is followed', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await page.addInitScript(() => {
    const listen = document.addEventListener;
    document.addEventListener = (...parameters: Parameters<typeof listen>) => {
      if (parameters[0] === 'click') Object.assign(globalThis, { followsLinks: true });
      listen.apply(document, parameters);
    };
  });
  const releaseScripts = await holdScripts(page, '**/assets/entries/pages_clash.*.js');
  await page.goto(`${site.url}/clash`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'followsLinks' in globalThis);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
  releaseScripts();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(faults).toEqual([]);
});
