import type { Page } from '@playwright/test';
import { examine } from '../axe.ts';
import { expect, open, openSignedIn, type Site, test } from '../test.ts';
import { watchPage } from '../watch-page.ts';

const pages = ['/login', '/signup', '/profile'];
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** Shows each page, each of its forms with errors, each dialog, and the menu. */
async function everyFace(page: Page, site: Site, see: (what: string) => Promise<void>) {
  for (const path of pages) {
    await open(page, site, path);
    await see(path);
    const send = page.locator('main form button[type=submit]');
    if ((await send.count()) === 0) continue;
    await send.click();
    await page.getByText('Invalid email address').waitFor();
    await see(`${path} with errors`);
  }
  await openSignedIn(page, site, '/profile');
  await see('profile');
  for (const name of ['Change Password', 'Erase my account']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await page.getByText('assword is required').first().waitFor();
    await see(name);
    await page.keyboard.press('Escape');
  }
}

test('axe finds nothing on the account pages and what opens on them, by day and by night', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000);
  const see = async (what: string) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await examine(page, colorScheme)).faults, `${what}, ${colorScheme}`).toEqual([]);
    }
  };
  await everyFace(page, site, see);
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menu').waitFor();
  await see('menu');
});

test('at 360 px nothing scrolls sideways, also with text twice as large, and all is large enough for a thumb', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await everyFace(page, site, async (what) => {
    const small = await page
      .locator('main :is(a, button, input):visible')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
      );
    expect(small, what).toEqual([]);
    for (const size of ['200%', '']) {
      const over = await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
        const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog]')];
        return boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      }, size);
      expect(Math.max(...over), `${what} ${size}`).toBe(0);
    }
  });
});

test('the account pages keep to the policy', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  for (const path of pages) {
    const answer = await page.goto(site.url + path);
    expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w-]{20,}';/);
    await open(page, site, path);
    expect(faults, path).toEqual([]);
  }
});
