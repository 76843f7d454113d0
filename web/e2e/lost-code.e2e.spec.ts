import type { Page } from '@playwright/test';
import { expect, open, openSignedIn, people, signInByForm, test } from './test.ts';
import { hydrated } from './watch-page.ts';

const { step } = test;

/** From now on the scripts whose address matches are not there, as after a deployment. */
const loseScripts = (page: Page, matching = '**/assets/**/*.js', isLost = () => true) =>
  page.route(matching, (route) => (isLost() ? route.fulfill({ status: 404, body: '' }) : route.fallback()));

test('a control whose code can not be loaded follows its link or says so', async ({ page, site }) => {
  await step('the menu leads to the links in the footer', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, site, '/clash');
    await loseScripts(page);
    await page.getByRole('link', { name: 'Menu' }).click();
    await expect(page).toHaveURL(/\/clash#site-links$/);
    await expect(page.locator('#site-links')).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Clash');
    await page.unrouteAll();
  });
  await step('a dialog says that it could not be opened', async () => {
    await open(page, site, '/login');
    await loseScripts(page);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('alert')).toContainText('This could not be opened');
  });
  await step('a form is checked by the server', async () => {
    await page.getByLabel('Email', { exact: true }).fill('nobody');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.unrouteAll();
    await signInByForm(page, people.writer.email);
    await expect(page).toHaveURL(`${site.url}/`);
  });
  await step('the account menu leads to the profile', async () => {
    await openSignedIn(page, site, '/about');
    await page.setViewportSize({ width: 1280, height: 800 });
    await loseScripts(page, '**/assets/chunks/*.js');
    await page.getByRole('link', { name: 'Sample Writer account menu' }).click();
    await expect(page).toHaveURL(`${site.url}/profile`);
  });
});

test('a page that can not load its code is loaded anew, once', async ({ page, site }) => {
  let loaded = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded += 1;
  });
  const code = '**/assets/entries/pages_login*.js';
  await step('also the script that every page begins with', async () => {
    await loseScripts(page, '**/assets/entries/entry-client*.js', () => loaded === 1);
    await page.goto(`${site.url}/clash`);
    await expect.poll(() => loaded).toBe(2);
    await hydrated(page);
    await page.unrouteAll();
    loaded = 0;
  });
  await step('and comes to life', async () => {
    await loseScripts(page, code, () => loaded === 1);
    await open(page, site, '/login');
    expect(loaded).toBe(2);
    await page.unrouteAll();
  });
  await step('where that does not help it stays as it is', async () => {
    await loseScripts(page, code);
    const lost = () => page.waitForResponse((response) => /pages_login.*js$/.test(response.url()));
    loaded = 0;
    const again = lost().then(lost);
    await page.goto(`${site.url}/login`);
    await again;
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(loaded).toBe(2);
    await page.unrouteAll();
  });
  await step('without a network nothing is taken away', async () => {
    await page.route(code, async (route) => {
      await page.context().setOffline(true);
      await route.abort();
    });
    loaded = 0;
    await page.goto(`${site.url}/login`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.context().setOffline(false);
    expect(loaded).toBe(1);
    await page.unrouteAll();
    await page.goto(`${site.url}/login`);
    await hydrated(page);
  });
});
