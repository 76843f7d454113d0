import {
  callsOf,
  delayResponses,
  expect,
  open,
  openAsAdmin,
  openSignedIn,
  samplePitch,
  test,
} from './test.ts';

test('after a concern is reported, the link in the footer leads to the form for another', async ({
  page,
  site,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const text = page.getByLabel('What it is about');
  const report = async (what: string) => {
    await expect(heading).toHaveText('Report a concern');
    await expect(text).toHaveValue('');
    await text.fill(what);
    await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
    await expect(heading).toHaveText('Thank you');
  };
  await open(page, site, '/report?article=1');
  const long = `${'It goes on. '.repeat(420)}The end.`;
  await text.focus();
  await page.keyboard.insertText(long);
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
  await expect(text).toHaveAccessibleDescription(/in at most 5,000 characters/);
  await expect(text).toHaveValue(long);
  await page.getByRole('main').getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(text).toHaveValue(long);
  await text.fill('I am named in it.');
  const address = page.getByLabel('Your email address');
  const longAddress = `parent@${'mail.'.repeat(50)}example.org`;
  await address.focus();
  await page.keyboard.insertText(longAddress);
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
  await expect(address).toHaveAccessibleDescription(/Invalid email address/);
  await expect(address).toBeFocused();
  await expect(address).toHaveValue(longAddress);
  for (const typed of [address, text]) await typed.fill('');
  await report('I am named in it.');
  for (const what of ['It is in another one, too.', 'And in a third.']) {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Report a concern' }).click();
    await report(what);
  }
  expect(callsOf(site, 'POST', '/api/concerns').map(({ fields }) => fields)).toEqual([
    { text: 'I am named in it.', article: '1' },
    { text: 'It is in another one, too.' },
    { text: 'And in a third.' },
  ]);
});

test('what is typed while a report is being sent is not lost with the form', async ({ page, site }) => {
  await open(page, site, '/report');
  const text = page.getByLabel('What it is about');
  await text.fill('I am named in it.');
  const arrive = delayResponses(site, /\/concerns$/);
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await text.press('End');
  await page.keyboard.type(' So is my school.');
  await expect(text).toHaveValue('I am named in it.');
  arrive();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
});

test('a report that its writer does not leave after all, without a network, stays', async ({
  page,
  context,
  site,
}) => {
  await page.clock.install();
  await open(page, site, '/report');
  const text = page.getByLabel('What it is about');
  await text.fill('I am named in it.');
  await context.setOffline(true);
  const stayed = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await page.getByRole('main').getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await stayed;
  await context.setOffline(false);
  // Any limit that the router sets to leaving.
  await page.clock.runFor(60_000);
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  expect(callsOf(site, 'POST', '/api/concerns')).toHaveLength(1);
});

test('a report stays, however often its writer does not leave it after all, without a network', async ({
  page,
  context,
  site,
}) => {
  // With the keyboard: a pointer on other links would make the router load their code, which fails.
  const footerLink = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  const heading = page.getByRole('heading', { level: 1 });
  await open(page, site, '/nothing-here');
  await footerLink('About').press('Enter');
  await expect(heading).toHaveText('About The Forum');
  await footerLink('Report a concern').press('Enter');
  const text = page.getByLabel('What it is about');
  await text.fill('I am named in it.');
  await context.setOffline(true);
  for (const _time of ['the first time', 'again']) {
    const stayed = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await footerLink('About').press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).press('Enter');
    await stayed;
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(text).toHaveValue('I am named in it.');
  }
  // A link to the same page asks for it again.
  const stayed = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await footerLink('Report a concern').press('Enter');
  await stayed;
  await expect(text).toHaveValue('I am named in it.');
  await context.setOffline(false);
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click();
  await expect(heading).toHaveText('Thank you');
});

test('a writer who reports what happened again, in the same words, is heard again', async ({
  page,
  site,
}) => {
  const path = await site.pitch(samplePitch(1));
  await openSignedIn(page, site, path.replace('/api/submissions', '/profile/pitches'));
  const dialog = page.getByRole('dialog', { name: 'Report a concern' });
  const text = 'Somebody asked for my number.';
  const reported = async () => {
    const { body } = await site.send('GET', '/api/newsroom/concerns', { as: 'editor' });
    return JSON.parse(body).filter((one: { text: string }) => one.text === text).length;
  };
  for (const times of [1, 2]) {
    await page.getByRole('button', { name: /^Report a concern/ }).click();
    await expect(dialog).toContainText('see that it is from you');
    await dialog.getByLabel('What happened').fill(text);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(reported).toBe(times);
  }
});

test('the first of the older concerns has the focus once all are loaded, also if it has no link', async ({
  page,
  site,
}) => {
  const about = { submissionId: null, articleId: null, articleTitle: null };
  const by = { userId: null, fullName: null, replyTo: null };
  const answer = (n: number, link: object = {}) => {
    const concern = { at: `2026-01-0${n}T00:00:00.000Z`, ...about, ...by, text: `Concern ${n}` };
    const headers = { 'content-type': 'application/json', ...link };
    return async () => ({ status: 200, headers, body: JSON.stringify([concern]) });
  };
  site.fault(/\/concerns$/, answer(2, { link: '</api/newsroom/concerns?after=2>; rel="next"' }));
  site.fault(/\/concerns\?after/, answer(1));
  await openAsAdmin(page, site, '/admin/concerns');
  await page.getByRole('link', { name: 'Load Older Concerns' }).press('Enter');
  await expect(page.locator('.concerns li', { hasText: 'Concern 1' })).toBeFocused();
});
