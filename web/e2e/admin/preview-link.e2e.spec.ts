import { expectAccessible } from '../axe.ts';
import { expect, expectFollowers, open, openAsAdmin, samplePitch, test } from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;
const title = 'The lighthouse nobody lit';

test('editors share a pitch by a preview link that expires', async ({ page, site, browser }) => {
  const path = await site.pitch(samplePitch(1, { articleTitle: title }));
  const id = path.split('/').at(-1) ?? '';
  const faults = await watchPage(page, site.url);
  await openAsAdmin(page, site, `/admin?tab=submissions#${id}`);
  const links = page.locator('.preview-links');
  await expect(page.locator('.reading')).toContainText(title);
  let address = '';

  await step('an editor creates a link, and it is shown once', async () => {
    await links.getByText('Preview link', { exact: true }).click();
    await expect(links).toContainText('It ends after 7 days, or when you revoke it.');
    await links.getByRole('button', { name: 'Make a preview link' }).click();
    await expect(links.getByRole('listitem')).toHaveCount(1);
    await expect(links.getByRole('listitem')).toContainText('Made by you, until');
    address = await links.getByLabel('The link').inputValue();
    expect(new URL(address).pathname).toBe('/preview');
    await expectAccessible(page, 'the links of a pitch');
  });
  const { pathname, search } = new URL(address);
  const reader = await (await browser.newContext()).newPage();

  await step('anyone with the link reads the pitch as an article, without an account', async () => {
    const shown = await reader.goto(site.url + pathname + search);
    expect(shown?.status()).toBe(200);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(reader.locator('.preview-notice')).toContainText('It is not published yet');
    await expectAccessible(reader, 'a preview');
  });
  await step('after the link is revoked, it returns 410', async () => {
    await links.getByRole('button', { name: 'Revoke' }).click();
    await expect(links.getByRole('listitem')).toHaveCount(0);
    await expect(links.getByLabel('The link')).toHaveCount(0);
    const ended = await reader.reload();
    expect(ended?.status()).toBe(410);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('This preview has ended');
  });
  expect(faults).toEqual([]);
});

test('a preview that is open when its pitch is published becomes the article', async ({ page, site }) => {
  const path = await site.pitch(samplePitch(1, { articleTitle: title }));
  const { body } = await site.send('POST', `${path}/previews`, { as: 'editor' });
  await open(page, site, `/preview?token=${JSON.parse(body).token}`);
  await expect(page.locator('.preview-notice')).toBeVisible();
  await expectFollowers(site);
  await site.send('POST', `${path}/publish`, { as: 'editor' });
  await expect(page).toHaveURL(/\/article\/31$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.locator('.preview-notice')).toHaveCount(0);
});
