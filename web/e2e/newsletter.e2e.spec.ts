import { type Browser, expect, test } from '@playwright/test';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';
import { hydrated } from './watch-page.ts';

let site: FixtureSite;

test.beforeEach(async () => {
  site = await startFixtureSite();
});
test.afterEach(() => site.close());

const label = 'Get new issues by mail';
const withoutScripts = async (browser: Browser) =>
  (await browser.newContext({ javaScriptEnabled: false })).newPage();

test('the box takes an address and says what comes next', async ({ page }) => {
  await page.goto(`${site.url}/about`);
  await hydrated(page);
  const box = page.getByLabel(label);
  await box.fill(' Reader@Example.org ');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.locator('#subscribe').getByRole('status')).toContainText('confirm your subscription');
  expect(site.api.newsletter.calls).toEqual([
    { path: '/api/newsletter/subscriptions', fields: { email: 'reader@example.org' } },
  ]);
});

test('the box says what is no address, at its place, and sends nothing', async ({ page }) => {
  await page.goto(`${site.url}/about`);
  await hydrated(page);
  const box = page.getByLabel(label);
  for (const wrong of ['', 'nobody', 'reader@example']) {
    await box.fill(wrong);
    await box.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Invalid email address');
    await expect(box).toBeFocused();
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await expect(box).toHaveAccessibleDescription('Invalid email address');
  }
  expect(site.api.newsletter.calls).toEqual([]);
  await box.fill('reader@example.org');
  await box.press('Enter');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the box keeps what was typed when it is refused, and sends once however often it is pressed', async ({
  page,
}) => {
  await page.goto(`${site.url}/about`);
  await hydrated(page);
  const answer = Promise.withResolvers<'too-many-requests'>();
  site.api.newsletter.before = () => answer.promise;
  const box = page.getByLabel(label);
  await box.fill('reader@example.org');
  await box.press('Enter');
  await expect(page.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
  await box.press('Enter');
  answer.resolve('too-many-requests');
  await expect(page.getByRole('alert')).toHaveText('Too many requests. Please wait a moment and try again.');
  await expect(box).toHaveValue('reader@example.org');
  expect(site.api.newsletter.calls).toHaveLength(1);
});

for (const { path, button, done } of [
  { path: 'confirm', button: 'Confirm my subscription', done: "You're subscribed" },
  { path: 'unsubscribe', button: 'Unsubscribe', done: "You're unsubscribed" },
]) {
  test(`${path}: opening the link asks, the button does it`, async ({ page }) => {
    await page.goto(`${site.url}/newsletter/${path}?token=good`);
    await hydrated(page);
    expect(site.api.newsletter.calls).toEqual([]);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(done);
    expect(site.api.newsletter.calls.map(({ fields }) => fields)).toEqual([{ token: 'good' }]);
  });

  test(`${path}: a link that is over says so, whether it was pressed or has no token`, async ({ page }) => {
    await page.goto(`${site.url}/newsletter/${path}?token=used`);
    await hydrated(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is over');
    await page.goto(`${site.url}/newsletter/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is over');
  });

  test(`${path}: when the journal is away the button stays, and says so`, async ({ page }) => {
    site.api.newsletter.before = async () => 'unavailable';
    await page.goto(`${site.url}/newsletter/${path}?token=good`);
    await hydrated(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText('The journal is busy or restarting.')).toBeVisible();
    site.api.newsletter.before = async () => undefined;
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(done);
  });

  test(`${path}: works without scripts`, async ({ browser }) => {
    const page = await withoutScripts(browser);
    for (const [token, title] of [
      ['good', done],
      ['used', 'This link is over'],
    ]) {
      await page.goto(`${site.url}/newsletter/${path}?token=${token}`);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
      expect(page.url()).not.toContain('token');
    }
    await page.context().close();
  });
}

test('the box works without scripts', async ({ browser }) => {
  const page = await withoutScripts(browser);
  await page.goto(`${site.url}/about`);
  await page.getByLabel(label).fill('reader@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail');
  expect(site.api.newsletter.calls.map(({ fields }) => fields)).toEqual([{ email: 'reader@example.org' }]);
  await page.context().close();
});
