import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { boxOf } from './search/search-site.ts';
import { expect, expectFollowers, open, openSignedIn, people, signInByForm, test } from './test.ts';
import { hydrated } from './watch-page.ts';

const { step } = test;

/** From now on matching scripts return 404, as after a deployment. */
const loseScripts = (page: Page, matching = '**/assets/**/*.js', isLost = () => true) =>
  page.route(matching, (route) => (isLost() ? route.fulfill({ status: 404, body: '' }) : route.fallback()));

test('a page whose scripts are missing reloads once', async ({ page, site }) => {
  let loaded = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded += 1;
  });
  const code = '**/assets/entries/pages_login*.js';
  await step('if the first script is missing', async () => {
    await loseScripts(page, '**/assets/entries/entry-client*.js', () => loaded === 1);
    await page.goto(`${site.url}/clash`);
    await expect.poll(() => loaded).toBe(2);
    await hydrated(page);
    await page.unrouteAll();
    loaded = 0;
  });
  await step('if the form’s script is missing', async () => {
    await loseScripts(page, code, () => loaded === 1);
    await open(page, site, '/login');
    expect(loaded).toBe(2);
    await page.unrouteAll();
  });
  await step('if a reload does not help, the page stays as it is', async () => {
    await loseScripts(page, code);
    const lost = () => page.waitForResponse((response) => /pages_login.*js$/.test(response.url()));
    loaded = 0;
    const hoverForm = () => page.locator('main form').dispatchEvent('pointerover');
    await page.goto(`${site.url}/login`);
    const reloaded = page.waitForEvent('load');
    await hoverForm();
    await reloaded;
    const again = lost();
    await hoverForm();
    await again;
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(loaded).toBe(2);
    await page.unrouteAll();
  });
  await step('while offline, the page stays, and is reloaded once the network is back', async () => {
    loaded = 0;
    await page.goto(`${site.url}/login`);
    // Routed requests bypass the cache.
    await page.route(code, (route) => route.fallback());
    await page.context().setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => /pages_login.*js$/.test(request.url()));
    await page.locator('main form').dispatchEvent('pointerover');
    await failed;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(loaded).toBe(1);
    await page.context().setOffline(false);
    await page.unrouteAll();
    await expect.poll(() => loaded).toBe(2);
    await hydrated(page);
  });
});

test('a control whose script is missing follows its link or shows an error', async ({ page, site }) => {
  await step('the menu leads to the links in the footer until its script can be loaded', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.url}/clash`);
    await expectFollowers(site);
    await loseScripts(page);
    const menu = page.getByRole('link', { name: 'Menu' });
    await menu.click();
    await expect(page).toHaveURL(/\/clash#site-links$/);
    await expect(page.locator('#site-links')).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Clash');
    await page.unrouteAll();
    await menu.click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'The View' })).toBeVisible();
  });
  await step('the search shows an error until its script can be loaded', async () => {
    await page.goto(`${site.url}/about`);
    await expectFollowers(site);
    const { box, options, search } = boxOf(page);
    const failure = search.getByRole('alert');
    await loseScripts(page);
    await box.focus();
    await expect(failure).toHaveCount(0);
    await box.pressSequentially('number');
    await expect(failure).toHaveText('Search failed');
    await expectAccessible(page, 'with a search that failed');
    await box.blur();
    await expect(failure).toHaveCount(0);
    await box.focus();
    await expect(failure).toBeVisible();
    await page.unrouteAll();
    await box.press('End');
    await box.pressSequentially(' 2');
    await expect(options).toHaveCount(6);
    await expect(failure).toHaveCount(0);
  });
  await step('the search recovers when the network is back, without another key', async () => {
    await page.goto(`${site.url}/clash`);
    await expectFollowers(site);
    const { box, options, search } = boxOf(page);
    await loseScripts(page);
    await box.pressSequentially('number');
    await expect(search.getByRole('alert')).toHaveText('Search failed');
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(options).toHaveCount(6);
  });
  await step('a dialog’s opener shows that it could not be opened', async () => {
    await open(page, site, '/login');
    await loseScripts(page);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('alert')).toContainText('This could not be opened');
  });
  await step('a form is validated by the server', async () => {
    await page.getByLabel('Email', { exact: true }).fill('nobody');
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.unrouteAll();
    await signInByForm(page, people.writer.email);
    await expect(page).toHaveURL(`${site.url}/`);
  });
  await step('a link on a hydrated page loads the whole page', async () => {
    await loseScripts(page);
    let loaded = 0;
    page.on('domcontentloaded', () => {
      loaded += 1;
    });
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About The Forum');
    // That page reloads once, because its scripts are missing as well.
    await expect.poll(() => loaded).toBe(2);
    await page.unrouteAll();
  });
  await step('the account menu leads to the profile', async () => {
    await openSignedIn(page, site, '/about');
    await page.setViewportSize({ width: 1280, height: 800 });
    await loseScripts(page, '**/assets/chunks/*.js');
    await page.getByRole('link', { name: 'Sample Writer account menu' }).click();
    await expect(page).toHaveURL(`${site.url}/profile`);
  });
});
