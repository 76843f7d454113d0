import { findMessage } from '../../tools/testing/outbox-message.ts';
import { expectAccessible } from './axe.ts';
import { expect, open, problem, type Site, test } from './test.ts';

const { step } = test;
const links = [
  ['confirm', 'Confirm my subscription', 'You’re subscribed'],
  ['unsubscribe', 'Unsubscribe', 'You’re unsubscribed'],
] as const;
const label = 'Get new issues by email';
const requests = / \/api\/newsletter\//;
const subscriptionCalls = (site: Site) =>
  site.calls
    .filter(({ path }) => path.startsWith('/api/newsletter/'))
    .map(({ path, fields }) => ({ path, fields }));

/** Resolves with the tokens in the mail sent to an address. */
async function mailed(site: Site, email: string) {
  const message = () => findMessage(site.folder, 'newsletter', email);
  await expect.poll(message, { timeout: 20_000 }).toBeDefined();
  const text = (await message()) ?? '';
  const token = (path: string) => new RegExp(`${path}\\?token=([\\w.~-]+)`).exec(text)?.[1] ?? '';
  return { confirm: token('newsletter/confirm'), unsubscribe: token('newsletter/unsubscribe') };
}

test('the newsletter form subscribes once, and mailed links need a click to confirm or unsubscribe', async ({
  page,
  site,
}) => {
  await open(page, site, '/about');
  const box = page.getByLabel(label);
  const alert = page.getByRole('alert');
  await step('an invalid address is not sent', async () => {
    for (const wrong of ['', 'nobody', 'reader@example']) {
      await box.fill(wrong);
      await box.press('Enter');
      await expect(alert).toHaveText('Invalid email address');
      await expect(box).toBeFocused();
      await expect(box).toHaveAttribute('aria-invalid', 'true');
      await expect(box).toHaveAccessibleDescription('Invalid email address');
    }
    expect(subscriptionCalls(site)).toEqual([]);
  });
  await step(
    'a form submitted again while pending is sent once, and keeps its text if it is refused',
    async () => {
      const answer = Promise.withResolvers<ReturnType<typeof problem>>();
      site.fault(requests, () => answer.promise);
      await box.fill(' Reader@Example.org ');
      await box.press('Enter');
      await expect(page.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
      for (const text of ['nobody', ' Reader@Example.org ']) {
        await box.fill(text);
        await box.press('Enter');
        await expect(alert).toHaveCount(0);
      }
      answer.resolve(problem('too-many-requests'));
      await expect(alert).toHaveText('Too many requests. Please wait a moment and try again.');
      await expect(box).toHaveValue('Reader@Example.org');
      expect(subscriptionCalls(site)).toHaveLength(1);
      site.heal();
    },
  );
  await step('once accepted, the form shows the next step', async () => {
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.locator('#subscribe').getByRole('status')).toContainText('confirm your subscription');
    await expect(alert).toHaveCount(0);
    expect(subscriptionCalls(site).at(-1)).toEqual({
      path: '/api/newsletter/subscriptions',
      fields: { email: 'reader@example.org' },
    });
  });
  await step('on the page of a section, the subscription can be limited to it', async () => {
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await open(page, site, '/clash');
    await box.fill('other@example.org');
    // The choice precedes the button in the tab order.
    const choice = page.getByLabel('Only issues with something from The Clash');
    const button = page.getByRole('button', { name: 'Subscribe' });
    await box.press('Tab');
    await expect(choice).toBeFocused();
    await choice.press('Space');
    await choice.press('Tab');
    await expect(button).toBeFocused();
    await button.press('Enter');
    await expect(page.locator('#subscribe').getByRole('status')).toContainText('confirm your subscription');
    expect(subscriptionCalls(site).at(-1)?.fields).toEqual({ email: 'other@example.org', section: 'clash' });
    await expectAccessible(page, 'the box of a section');
  });
  const tokens = await mailed(site, 'reader@example.org');
  const title = page.getByRole('heading', { level: 1 });
  for (const [path, button, done] of links)
    await step(`the link to ${path}`, async () => {
      const token = tokens[path];
      const before = subscriptionCalls(site).length;
      const press = () => page.getByRole('button', { name: button }).click();
      await open(page, site, `/newsletter/${path}?token=${token}`);
      expect(subscriptionCalls(site)).toHaveLength(before);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      site.fault(requests, async () => problem('unavailable'));
      await press();
      await expect(page.getByText('The journal is busy or restarting.')).toBeVisible();
      site.heal();
      await press();
      await expect(title).toHaveText(done);
      const sent = subscriptionCalls(site).slice(before);
      expect(sent.map(({ fields }) => fields)).toEqual([{ token }, { token }]);

      await open(page, site, `/newsletter/${path}?token=used`);
      await press();
      await expect(title).toHaveText('This link has expired');
      await page.goto(`${site.url}/newsletter/${path}`);
      await expect(title).toHaveText('This link has expired');
    });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a form subscribes, and mailed links confirm and unsubscribe', async ({ page, site }) => {
    const title = page.getByRole('heading', { level: 1 });
    await page.goto(`${site.url}/view`);
    await page.getByLabel(label).fill('reader@example.org');
    await page.getByLabel('Only issues with something from The View').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(title).toHaveText('Check your email');
    expect(subscriptionCalls(site).map(({ fields }) => fields)).toEqual([
      { email: 'reader@example.org', section: 'view' },
    ]);

    const tokens = await mailed(site, 'reader@example.org');
    for (const [path, button, done] of links)
      for (const [token, text] of [
        [tokens[path], done],
        ['used', 'This link has expired'],
      ] as const) {
        await page.goto(`${site.url}/newsletter/${path}?token=${token}`);
        await page.getByRole('button', { name: button }).click();
        await expect(title).toHaveText(text);
        expect(page.url()).not.toContain('token');
      }
  });
});
