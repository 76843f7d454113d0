import { findMessage } from '../../../tools/testing/outbox-message.ts';
import { expectAccessible } from '../axe.ts';
import {
  expect,
  open,
  openAsAdmin,
  openSignedIn,
  people,
  rowOf,
  type Site,
  samplePitch,
  test,
  toastOf,
} from '../test.ts';
import { field, fillPitch, pitchTexts, submit } from './pitch-site.ts';

const { step } = test;
const guardian = 'guardian@example.org';
const mistyped = 'guradian@example.org';
const label = 'Email of your parent or guardian';

test.use({ siteOptions: { consentAge: 16 } });

/** Resolves with the token of the link in a message, once it is sent. */
async function mailedToken(site: Site, kind: string, to: string): Promise<string> {
  const mailed = () => findMessage(site.folder, kind, to);
  await expect.poll(mailed, { timeout: 20_000 }).toBeDefined();
  return /\?token=([\w-]+)/.exec((await mailed()) ?? '')?.[1] ?? '';
}

async function confirmOwnAddress(site: Site): Promise<void> {
  await site.send('POST', '/api/me/email/confirmation-mail', { as: 'writer' });
  const token = await mailedToken(site, 'email-confirmation', people.writer.email);
  await site.send('POST', '/api/auth/email-confirmation', { body: { token } });
}

test('a pitch by a 13-year-old is published after a guardian’s consent, and hidden after its withdrawal', async ({
  page,
  site,
}) => {
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const toast = toastOf(page);
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) =>
    page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  const desk = () => page.setViewportSize({ width: 1280, height: 800 });
  let own = '';
  let article = '';

  await step('the form announces the consent, and the pitch is sent', async () => {
    await openSignedIn(page, site, '/contact');
    await fillPitch(page, { ...pitchTexts, Age: '13' });
    await expect(main).toContainText('You are younger than 16');
    await expectAccessible(page, 'the form', ['']);
    await desk();
    await submit(page).click();
    await expect(toast).toContainText('Submission received!');
    const mine = async () =>
      JSON.parse((await site.send('GET', '/api/submissions/mine', { as: 'writer' })).body);
    // Not the page's session, so this read does not wait for its write.
    await expect.poll(mine).toHaveLength(1);
    own = (await mine())[0].id;
  });
  await step('editors see that it waits for consent, and can’t publish it', async () => {
    await openAsAdmin(page, site, '/admin?tab=submissions');
    const row = rowOf(page, pitchTexts['Article title']);
    await expect(row).toContainText('Waits for a parent’s or guardian’s consent');
    await row.getByRole('link', { name: pitchTexts['Article title'] }).click();
    await press(`Publish as Article ${pitchTexts['Article title']}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await expect(toast).toContainText('A parent or guardian has to consent before');
  });
  await step(
    'the writer asks a guardian, whose address must differ from their own, confirmed one',
    async () => {
      await openSignedIn(page, site, `/profile/pitches/${own}`);
      await expect(main.locator('.own-pitch-state')).toContainText('needs a parent’s or guardian’s consent');
      await field(page, label).fill(people.writer.email);
      await press('Ask my parent or guardian');
      await expect(field(page, label)).toHaveAccessibleDescription(/your own address/);
      await expectAccessible(page, 'asking a guardian');
      await desk();
      await field(page, label).fill(mistyped);
      await press('Ask my parent or guardian');
      await expect(main).toContainText('Please confirm your own address first');
      await confirmOwnAddress(site);
      await press('Ask my parent or guardian');
      await expect(main).toContainText(`We wrote to ${mistyped}`);
    },
  );

  await step('asked again at another address, only the newest link works', async () => {
    const first = `/consent?token=${await mailedToken(site, 'guardian', mistyped)}`;
    await field(page, label).fill(guardian);
    await press('Ask my parent or guardian');
    await expect(main.locator('.consent-state')).toContainText(`We wrote to ${guardian}`);
    await expect(field(page, label)).toHaveValue('');
    await open(page, site, first);
    await expect(title).toHaveText('This link has expired');
  });

  const link = `/consent?token=${await mailedToken(site, 'guardian', guardian)}`;

  await step(
    'the guardian consents without an account, on a page that is not stored or indexed',
    async () => {
      await page.context().clearCookies();
      const answer = await page.request.get(site.url + link);
      expect(answer.headers()).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(await answer.text()).toContain('noindex');
      await open(page, site, link);
      await expect(title).toHaveText('Do you consent?');
      await expect(main).toContainText(people.writer.fullName);
      await expectAccessible(page, 'asked for consent');
      await desk();
      await page.setViewportSize({ width: 360, height: 740 });
      await press('I consent');
      await expect(title).toHaveText('You have consented');
      await expect(title).toBeFocused();
      await expect(title).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, 'consent given', ['']);
      await desk();
    },
  );
  await step('the pitch is published', async () => {
    const { body } = await site.send('POST', `/api/submissions/${own}/publish`, { as: 'editor' });
    article = `/article/${JSON.parse(body).id}`;
    await open(page, site, article);
    await expect(title).toHaveText(pitchTexts['Article title']);
  });
  await step('the guardian withdraws the consent by the same link, and the article returns 404', async () => {
    await open(page, site, link);
    await press('Withdraw my consent');
    await expectAccessible(page, 'the question before', ['']);
    await desk();
    await confirm('Withdraw it');
    await expect(title).toHaveText('Your consent is withdrawn');
    await expect
      .poll(async () => (await page.request.get(site.url + article)).status(), { timeout: 20_000 })
      .toBe(404);
    await open(page, site, '/consent?token=x');
    await expect(title).toHaveText('This link has expired');
  });
  await step('the writer can’t show it again without a new consent', async () => {
    await openSignedIn(page, site, `/profile/pitches/${own}`);
    await expect(main).toContainText('They withdrew their consent');
    await press('Show it again');
    await confirm('Show it again');
    await expect(toast.last()).toContainText('A parent or guardian has to consent before');
    await expectAccessible(page, 'hidden, and to be asked for', ['']);
  });
});

test('a guardian who does not consent reads what that means for pieces that needed no consent', async ({
  page,
  site,
}) => {
  const earlier = await site.pitch(samplePitch(1, { age: 16 }));
  const { body } = await site.send('POST', `${earlier}/publish`, { as: 'editor' });
  await confirmOwnAddress(site);
  await site.send('POST', '/api/me/consent', { as: 'writer', body: { email: guardian } });
  await open(page, site, `/consent?token=${await mailedToken(site, 'guardian', guardian)}`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'I do not consent' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('You did not consent');
  await expect(main).toContainText(
    `only with a parent’s or guardian’s consent, until ${people.writer.fullName}`,
  );
  await expect(main).toContainText('Pieces that readers can already see stay public');
  await expectAccessible(page, 'not consented', ['']);
  expect((await page.request.get(`${site.url}/article/${JSON.parse(body).id}`)).status()).toBe(200);
});
