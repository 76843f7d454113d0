import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, expectFollowers, type Site, sampleArticle, signIn, signOutByMenu, test } from './test.ts';
import { holdScripts, hydrated, isHydrated, slowDown, watchPage } from './watch-page.ts';

const { step } = test;
const readingPages = ['/', '/clash', '/article/7', '/about'];

/** Opens a page without hydrating it. Resolves when it follows the changes. */
async function openToRead(page: Page, site: Site, path: string, readers = 1): Promise<void> {
  await page.goto(site.url + path);
  await expectFollowers(site, readers);
}

test('a page for reading loads less than 10 kB of scripts, and is not hydrated', async ({
  browser,
  site,
}) => {
  for (const path of readingPages) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const faults = await watchPage(page, site.url);
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await openToRead(page, site, path);
    await page.mouse.wheel(0, 2_000);
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(scripts);
    expect(sizes.length, path).toBeGreaterThan(0);
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThan(10_000);
    expect(await isHydrated(page), path).toBe(false);
    await hydrated(page);
    expect(faults, path).toEqual([]);
    await expectFollowers(site, 1);
    await context.close();
    await expectFollowers(site, 0);
  }
});

test('the chosen theme is kept when navigating back, although the browser restores an earlier form state', async ({
  page,
  site,
}) => {
  const root = page.locator('html');
  for (const [path, title] of [
    ['/about', 'Dark'],
    ['/clash', 'Light'],
  ] as const) {
    await openToRead(page, site, path);
    await page.getByTitle(title).click();
    await expect(root).toHaveAttribute('data-theme', title.toLowerCase());
  }
  await page.goBack();
  await expectFollowers(site);
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  const restoreAfterChoosing = (theme: string) =>
    page.evaluate((chosen) => {
      localStorage.setItem('journal-theme', chosen);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, theme);
  await step('a page restored from the back/forward cache has the theme too, hydrated or not', async () => {
    await restoreAfterChoosing('dark');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(await isHydrated(page)).toBe(false);
    await hydrated(page);
    await restoreAfterChoosing('light');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  });
  await step('hydration keeps a theme that was chosen in another tab meanwhile', async () => {
    await openToRead(page, site, '/about');
    const stored = () => page.evaluate(() => localStorage.getItem('journal-theme'));
    await page.evaluate(() => localStorage.setItem('journal-theme', 'dark'));
    await hydrated(page);
    await expect(root).toHaveAttribute('data-hydrated');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    expect(await stored()).toBe('dark');
  });
  await step('a page that was left while the next one loaded shows no more that it does', async () => {
    const show = (persisted: boolean) =>
      page.evaluate((isRestored) => {
        document.documentElement.dataset['loading'] = '';
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: isRestored }));
      }, persisted);
    // A page that has just been loaded may already be left.
    await show(false);
    await expect(root).toHaveAttribute('data-loading');
    await show(true);
    await expect(root).not.toHaveAttribute('data-loading');
  });
});

test('the first click on each control works, even on a slow phone', async ({ page, site }) => {
  await slowDown(page);
  const faults = await watchPage(page, site.url);
  await page.setViewportSize({ width: 360, height: 740 });
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  const menu = page.getByRole('link', { name: 'Menu' });
  const drawer = page.getByRole('dialog', { name: 'The Forum' });
  const open = async (path: string) => {
    await page.goto(site.url + path);
    await expect.poll(() => site.followers).toBe(1);
    expect(await isHydrated(page)).toBe(false);
  };
  await step('the menu opens by tap and by keyboard, without hydration', async () => {
    await open('/article/7');
    await menu.dispatchEvent('click');
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await menu.press('Enter');
    await expect(drawer.getByRole('button', { name: 'Close menu' })).toBeFocused();
    await drawer.getByRole('link', { name: 'The View' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article number 7');
    await expect(drawer).toBeHidden();
    expect(await isHydrated(page)).toBe(false);
  });
  await step('"Load More Articles" and a filter change the list', async () => {
    await open('/');
    // A click without preceding pointer events, as assistive technology sends it.
    await latest.getByRole('link', { name: 'Load More Articles' }).dispatchEvent('click');
    await expect(page.locator('html')).toHaveAttribute('data-loading');
    await expect(latest.getByRole('article')).toHaveCount(12);
    await expect(page.locator('html')).not.toHaveAttribute('data-loading');
    await open('/');
    await latest.getByRole('link', { name: 'Debates' }).click();
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The Clash'));
    await expect(page).toHaveURL(/\?section=clash#latest$/);
  });
  await step('the newsletter form subscribes, and shows an invalid address', async () => {
    await open('/clash');
    const box = page.getByLabel('Get new issues by email');
    await box.fill('nobody');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid email address');
    await open('/clash');
    await box.fill('reader@example.org');
    await box.press('Enter');
    await expect(page.locator('#subscribe').getByRole('status')).toContainText('confirm your subscription');
    await expect(page).toHaveURL(`${site.url}/clash`);
  });
  await step('the search leads to its results', async () => {
    await open('/about');
    await page.getByPlaceholder('Search articles...').fill('number 8');
    await page.getByPlaceholder('Search articles...').press('Enter');
    await expect(page).toHaveURL(/\/search\?q=number(?:\+|%20)8$/);
    await expect(page.locator('.result').first()).toBeVisible();
  });
  await step('an issue is printed', async () => {
    await site.send('POST', '/api/issues', { as: 'editor', body: { number: 7, date: '2027-01-31' } });
    const pieces = [{ articleId: 7 }];
    await site.send('PUT', '/api/issues/7/pieces', { as: 'editor', body: { pieces } });
    await site.send('POST', '/api/issues/7/publish', { as: 'editor', body: {} });
    await page.addInitScript(() => {
      Object.assign(globalThis, { print: () => document.documentElement.classList.add('is-printed') });
    });
    await open('/issues/7/print');
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html')).toHaveClass(/is-printed/);
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await step('the theme changes without hydration, and is kept after it', async () => {
    await open('/clash');
    await page.getByTitle('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await isHydrated(page)).toBe(false);
    await hydrated(page);
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await open('/about');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });
  await step('the account menu opens by mouse and by arrow key', async () => {
    await signIn(page, site, 'writer');
    const account = page.getByRole('link', { name: 'Sample Writer account menu' });
    await open('/about');
    await account.click();
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
    await open('/about');
    await account.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  });
  expect(faults).toEqual([]);
});

test('a click before the first script has loaded works as without scripts', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  const menu = page.getByRole('link', { name: 'Menu' });
  /** Opens a page whose scripts are held back. Resolves with a function that releases them. */
  const openUnhydrated = async (path: string) => {
    const release = await holdScripts(page);
    await page.goto(site.url + path, { waitUntil: 'commit' });
    return release;
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await step('the menu leads to the links in the footer, and opens once the script has loaded', async () => {
    const release = await openUnhydrated('/clash');
    await menu.click();
    await expect(page).toHaveURL(/#site-links$/);
    await expect(page.locator('#site-links')).toBeInViewport();
    release();
    await expectFollowers(site);
    await menu.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await step('a filter and "Load More Articles" lead to their lists', async () => {
    const release = await openUnhydrated('/');
    await latest.getByRole('link', { name: 'Debates' }).click();
    await expect(page).toHaveURL(/\?section=clash#latest$/);
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The Clash'));
    await latest.getByRole('link', { name: 'Load More Articles' }).click();
    await expect(page).toHaveURL(/\?section=clash&after=\d+/);
    await expect(latest.getByRole('article')).toHaveCount(4);
    release();
  });
  await step('the newsletter form is submitted', async () => {
    const release = await openUnhydrated('/about');
    await page.getByLabel('Get new issues by email').fill('reader@example.org');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
    release();
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await step('a theme is applied as soon as the script has loaded', async () => {
    const release = await openUnhydrated('/about');
    await page.getByTitle('Dark').click();
    release();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expectFollowers(site);
    expect(await isHydrated(page)).toBe(false);
  });
  expect(faults).toEqual([]);
});

test('details that an editor opens before the scripts have loaded are filled afterwards', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await site.send('POST', '/api/issues', { as: 'editor', body: { number: 7, date: '2027-01-31' } });
  await signIn(page, site, 'editor');
  /** Opens a page, and the details with this summary before the page is hydrated. */
  const openEarly = async (path: string, name: string) => {
    const release = await holdScripts(page);
    await page.goto(site.url + path, { waitUntil: 'commit' });
    await page.getByText(name, { exact: true }).click();
    await expect(page.locator('details[open] > summary')).toHaveText(name);
    release();
  };
  await step('the previews of an issue’s mail', async () => {
    await openEarly('/admin/issues/7/mailing', 'As a mail');
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Issue 7' })).toBeVisible();
    await openEarly('/admin/issues/7/mailing', 'As plain text');
    await expect(page.locator('.mail-text')).toContainText('Issue 7 · January 31, 2027');
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await step('the preview links of a pitch', async () => {
    await openEarly('/admin?tab=submissions', 'Preview link');
    await expect
      .poll(() => site.calls.map(({ path }) => path))
      .toContainEqual(expect.stringMatching(/\/previews$/));
  });
  expect(faults).toEqual([]);
});

test('the menu works before hydration, and signs out after it', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole('link', { name: 'Menu' });
  const drawer = page.getByRole('dialog', { name: 'The Forum' });
  const account = drawer.getByRole('group', { name: 'Account' });
  await signIn(page, site, 'writer');
  await openToRead(page, site, '/about');
  await step('it contains the links of the page and the account, and is accessible', async () => {
    await menu.click();
    await expect(drawer.getByRole('navigation').getByRole('link')).toHaveText([
      'Home',
      'The Clash',
      'The View',
      'The Culture',
      'Write for Us',
      'About',
    ]);
    await expect(drawer.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
    await expect(account).toContainText('Sample Writer');
    await expect(account.getByRole('link')).toHaveText(['Profile']);
    await expectAccessible(page, 'menu');
    await page.setViewportSize({ width: 360, height: 740 });
  });
  await step('its theme applies to the masthead as well', async () => {
    await drawer.getByTitle('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('.masthead [value=dark]')).toBeChecked();
  });
  await step('a click outside, going back and Escape close it; the page behind does not scroll', async () => {
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
    await page.mouse.click(10, 400);
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await page.evaluate(() => history.pushState(null, ''));
    await menu.click();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeHidden();
    await menu.click();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
  });
  await step('it stays open during hydration, and then signs out', async () => {
    await menu.click();
    expect(await isHydrated(page)).toBe(false);
    const release = await holdScripts(page);
    await account.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-loading');
    await expect(drawer).toBeVisible();
    release();
    await expect(drawer).toBeHidden();
    await expect(page.locator('.account-name')).toHaveCount(0);
    await menu.click();
    await expect(account.getByRole('link')).toHaveText(['Sign In', 'Sign Up']);
    await expect(account.getByRole('button')).toHaveCount(0);
    await expect(drawer.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await drawer.getByTitle('Light').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('.masthead [value=light]')).toBeChecked();
  });
  expect(faults).toEqual([]);
  await step('if hydration fails, "Sign Out" leads to the profile', async () => {
    await page.route('**/assets/entries/pages_*.js', (route) => route.abort());
    await signIn(page, site, 'writer');
    await openToRead(page, site, '/about');
    await menu.click();
    await account.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(`${site.url}/profile`);
  });
});

test('if hydration fails, the page still follows changes, and controls work as without scripts', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/assets/entries/pages_*.js', (route) => route.abort());
  await step('the page still follows changes', async () => {
    await openToRead(page, site, '/article/7');
    // The event of the script that can't be loaded.
    const failure = page.waitForEvent('console', (message) => message.text() === 'Event');
    await page.locator('#subscribe').dispatchEvent('pointerover');
    await failure;
    await expectFollowers(site);
    await site.edit(7, { title: 'Edited after the failure' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edited after the failure');
  });
  await step('a filter and the newsletter form work as without scripts', async () => {
    await openToRead(page, site, '/');
    await page.getByRole('link', { name: 'Debates', exact: true }).click();
    await expect(page).toHaveURL(/\?section=clash#latest$/);
    await page.getByLabel('Get new issues by email').fill('reader@example.org');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  });
});

test('hydration that takes longer than 20 s is not waited for', async ({ page, site }) => {
  await page.clock.install();
  const loading = page.locator('html[data-loading]');
  const holdHydration = () => holdScripts(page, '**/assets/entries/pages_*.js');
  await step('the click is followed as without scripts', async () => {
    const release = await holdHydration();
    await openToRead(page, site, '/');
    await page.getByRole('link', { name: 'Debates', exact: true }).click();
    await expect(loading).toBeAttached();
    await page.clock.fastForward(20_000);
    await expect(page).toHaveURL(/\?section=clash#latest$/);
    await expect(loading).not.toBeAttached();
    release();
  });
  await step('the page follows changes again, and still does when it is hydrated later', async () => {
    const release = await holdHydration();
    await openToRead(page, site, '/article/7');
    await page.locator('#subscribe').dispatchEvent('pointerover');
    await expectFollowers(site, 0);
    await page.clock.fastForward(20_000);
    await expectFollowers(site, 1);
    release();
    await hydrated(page);
    await expectFollowers(site, 1);
    await site.edit(7, { title: 'Edited after the delay' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edited after the delay');
  });
});

test('changes show before hydration without moving the page, and the page is then hydrated with them', async ({
  page,
  context,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const link = (name: string) => page.getByRole('link', { name }).first();
  await step('a new article appears, and focus and selection are kept', async () => {
    await openToRead(page, site, '/clash');
    const second = page.getByRole('article').nth(1);
    await second.evaluate((card) => {
      const focused = card.querySelector('a');
      focused?.focus();
      Object.assign(globalThis, { focused });
      getSelection()?.selectAllChildren(card.querySelector('.card-excerpt') as Element);
      card.scrollIntoView();
    });
    const selected = () => page.evaluate(() => String(getSelection()));
    const [text, before] = [await selected(), site.calls.length];
    expect(text).not.toBe('');
    await site.publish(sampleArticle(31, { title: 'Published just now', section: 'clash' }));
    await expect(link('Published just now')).toBeAttached();
    const positions = new Set(site.calls.slice(before).map(({ headers }) => headers['journal-position']));
    expect([...positions].every((position) => /^\d+$/.test(position ?? ''))).toBe(true);
    expect(await selected()).toBe(text);
    expect(
      await page.evaluate(() => document.activeElement === (globalThis as { focused?: Element }).focused),
    ).toBe(true);
  });
  await step('an edited article appears, and only its own data is read', async () => {
    await openToRead(page, site, '/article/7');
    const before = site.calls.length;
    await site.edit(8, { title: 'Another one' });
    await site.edit(7, { title: 'A better title' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A better title');
    await expect(page).toHaveTitle('A better title · The Forum');
    const paths = new Set(site.calls.slice(before).map(({ path }) => path));
    expect([...paths].sort()).toEqual(['/api/articles/7', '/api/articles/7/further', '/api/issues/newest']);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A better title');
    await expectFollowers(site);
    await site.edit(7, { title: 'The best title' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The best title');
  });
  await step('Home and the counts of About are updated', async () => {
    for (const [path, shown] of [
      ['/', (id: number) => link(`Number ${id} of them`)],
      ['/about', (id: number) => page.getByText(`${id}`, { exact: true }).first()],
    ] as const) {
      await openToRead(page, site, path);
      const { id } = await site.publish(
        sampleArticle(32, { title: `Number ${path === '/' ? 32 : 33} of them` }),
      );
      await expect(shown(id)).toBeVisible();
      expect(await isHydrated(page)).toBe(false);
      await hydrated(page);
      await expect(shown(id)).toBeVisible();
    }
  });
  expect(faults).toEqual([]);
  const title = page.getByRole('heading', { level: 1 });
  await step('a failed refresh is repeated when the network is back', async () => {
    await openToRead(page, site, '/article/7');
    await page.route('**/article/7**', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await site.edit(7, { title: 'Edited without a network' });
    await failed;
    await context.setOffline(true);
    await page.unroute('**/article/7**');
    await context.setOffline(false);
    await expect(title).toHaveText('Edited without a network');
  });
  await step('a refresh with missing parts is not shown', async () => {
    await openToRead(page, site, '/about');
    site.fault(/ \/api\/stats/, () => Promise.reject(new Error('away')));
    const answered = page.waitForResponse('**/about?whole=*');
    await site.publish(sampleArticle(34));
    await (await answered).finished();
    // The page is parsed and compared after the response has finished.
    await page.waitForTimeout(300);
    await expect(page.getByText('Not available right now')).toHaveCount(0);
    site.heal();
    await site.publish(sampleArticle(35));
    await expect(page.getByText('35', { exact: true }).first()).toBeVisible();
    expect(await isHydrated(page)).toBe(false);
  });
  await step('a deleted article is replaced by the 404 page', async () => {
    await page.setViewportSize({ width: 360, height: 400 });
    await openToRead(page, site, '/article/7');
    await page.evaluate(() => scrollTo(0, 500));
    await site.remove(7);
    await expect(page.getByText('Article Not Found')).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('every tab shows who is signed in, even before hydration', async ({ page, context, site }) => {
  await signIn(page, site, 'writer');
  await openToRead(page, site, '/about');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Sample Writer' })).toBeVisible();
  const other = await context.newPage();
  await openToRead(other, site, '/clash', 2);
  await signOutByMenu(other);
  await expect(banner.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  expect(await isHydrated(page)).toBe(false);
  await step('a page restored from the back/forward cache shows the new session', async () => {
    await signIn(page, site, 'writer');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(banner.getByRole('link', { name: 'Sample Writer' })).toBeVisible();
    expect(await isHydrated(page)).toBe(false);
  });
});
