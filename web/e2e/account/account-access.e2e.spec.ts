import { expect } from '@playwright/test';
import { examine } from '../axe.ts';
import { watchPage } from '../watch-page.ts';
import { open, openSignedIn, test } from './account-site.ts';

const pages = ['/login', '/signup', '/profile'];
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the account pages and what opens on them, in ${colorScheme}`, async ({
    page,
    site,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    const check = async (what: string) => {
      expect((await examine(page, colorScheme)).faults, what).toEqual([]);
    };
    for (const path of pages) {
      await open(page, site, path);
      await check(path);
      const send = page.locator('main form button[type=submit]');
      if ((await send.count()) === 0) continue;
      await send.click();
      await page.getByText('Invalid email address').waitFor();
      await check(`${path} with faults`);
    }
    await openSignedIn(page, site, '/profile');
    await check('profile');
    for (const name of ['Change Password', 'Erase my account']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await page.getByText('assword is required').first().waitFor();
      await check(name);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
    await page.getByRole('menu').waitFor();
    await check('menu');
  });
}

for (const [what, size] of [
  ['', '100%'],
  [' with text twice as large', '200%'],
]) {
  test(`nothing scrolls sideways at 360 px${what}`, async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const width = () =>
      page.evaluate(
        (fontSize) => {
          document.documentElement.style.fontSize = fontSize ?? '';
          return document.documentElement.scrollWidth;
        },
        size === '100%' ? undefined : size,
      );
    for (const path of pages) {
      await open(page, site, path);
      expect(await width(), path).toBe(360);
    }
    await openSignedIn(page, site, '/profile');
    expect(await width(), 'profile').toBe(360);
    for (const name of ['Change Password', 'Erase my account']) {
      await page.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog');
      const over = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(over, name).toBe(0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
  });
}

test('everything that can be pressed is large enough for a thumb', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of pages) {
    await open(page, site, path);
    const small = await page
      .locator('main :is(a, button, input):visible')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
      );
    expect(small, path).toEqual([]);
  }
});

for (const path of pages) {
  test(`${path} keeps to the policy`, async ({ page, site }) => {
    const faults = await watchPage(page, site.url);
    const answer = await page.goto(site.url + path);
    expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w-]{20,}';/);
    await open(page, site, path);
    expect(faults).toEqual([]);
  });
}
