import {
  expect,
  expectFault,
  open,
  openSignedIn,
  pitching,
  problem,
  signInByForm,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { essay, field, fillPitch, pitchesSent, pitchTexts, submit } from './pitch-site.ts';

test('a writer pitches an essay, and the form begins anew', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await openSignedIn(page, site, '/contact');
  await expect(page.getByText('You must be logged in to submit an essay.')).toHaveCount(0);
  await expect(field(page, 'Age')).toHaveValue('12');
  await expect(field(page, 'Age')).toHaveAttribute('min', '12');
  await expect(field(page, 'Age')).toHaveAttribute('max', '18');
  await expect(field(page, 'Section').getByRole('option')).toHaveText([
    'Choose a section',
    'The Clash (Debate)',
    'The View (Essay)',
    'The Culture (Review/Analysis)',
  ]);
  await expect(field(page, 'Full essay')).toHaveAttribute('placeholder', /800-1200 words/);
  await fillPitch(page, { ...pitchTexts, 'Full name': '  Sample Writer ' });
  await expect(submit(page)).toHaveText('Submit Your Pitch');
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
  await expect(toastOf(page)).toContainText(
    "Thank you for your pitch. We'll review it and get back to you soon.",
  );
  await expect(field(page, 'Full essay')).toHaveValue('');
  await expect(field(page, 'Full name')).toHaveValue('');
  await expect(field(page, 'Age')).toHaveValue('12');
  await expect(field(page, 'Section')).toHaveValue('');
  await expect(submit(page)).toBeFocused();
  await expect(page.getByRole('main').getByRole('link', { name: /on your profile/ })).toBeVisible();
  expect(pitchesSent(site).map(({ fields }) => fields)).toEqual([
    {
      fullName: 'Sample Writer',
      age: 14,
      school: 'Harbour School',
      section: 'view',
      articleTitle: 'On waking early',
      articleSummary: 'A short case for the morning.',
      fullEssay: essay(900),
    },
  ]);
  expect(faults).toEqual([]);
});

test('visitors read that they must sign in, and come back here', async ({ page, site }) => {
  await open(page, site, '/contact');
  const main = page.getByRole('main');
  await expect(main.getByText('You must be logged in to submit an essay.', { exact: true })).toBeVisible();
  await expect(submit(page)).toHaveText('Login Required');
  await expect(submit(page)).toBeDisabled();
  await main.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/signup?next=%2Fcontact');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/login?next=%2Fcontact');
  // The address changes before the page does, and both have these fields.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await signInByForm(page);
  await page.waitForURL(`${site.url}/contact`);
  await expect(submit(page)).toHaveText('Submit Your Pitch');
  await expect(submit(page)).toBeEnabled();
});

test('a new account leads back here too', async ({ page, site }) => {
  await open(page, site, '/signup?next=/contact');
  await page.getByLabel('Full name').fill('New Writer');
  await page.getByLabel('Email', { exact: true }).fill('new.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${site.url}/contact`);
});

test('signing in never leads elsewhere', async ({ page, site }) => {
  for (const next of ['//example.org', 'https://example.org/', '/\\example.org', '/api/me/export']) {
    await page.context().clearCookies();
    await open(page, site, `/login?next=${encodeURIComponent(next)}`);
    await signInByForm(page);
    await page.waitForURL(`${site.url}/`);
  }
});

test('names every fault at its field, and sends nothing', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  await field(page, 'Age').fill('11');
  await submit(page).click();
  await expectFault(page, 'Full name', 'Full name is required');
  await expectFault(page, 'Age', 'Age must be between 12 and 18');
  await expectFault(page, 'Section', 'Please choose a section');
  await expectFault(page, 'Article title', 'Article title is required');
  await expectFault(page, 'Article summary', 'Article summary is required');
  await expectFault(page, 'Full essay', 'Full essay is required');
  await expect(field(page, 'Full name')).toBeFocused();
  for (const age of ['19', '15.5', '']) {
    await field(page, 'Age').fill(age);
    await expectFault(page, 'Age', 'Age must be between 12 and 18');
  }
  await field(page, 'Age').fill('18');
  await expect(page.getByText('Age must be between 12 and 18')).toHaveCount(0);
  await field(page, 'School/University (optional)').fill('x'.repeat(121));
  await field(page, 'Article title').fill('x'.repeat(201));
  await field(page, 'Full essay').fill('x'.repeat(60_001));
  await submit(page).click();
  await expectFault(page, 'Article title', 'Article title must be at most 200 characters');
  await expectFault(page, 'Full essay', 'Full essay must be at most 60000 characters');
  await expect(page.getByText('School must be at most 120 characters', { exact: true })).toBeVisible();
  await expect(field(page, 'Full essay')).toHaveValue('x'.repeat(60_001));
  expect(pitchesSent(site)).toEqual([]);
});

test('a failure is told, in what the server says or in its own words, and nothing is lost', async ({
  page,
  site,
}) => {
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  for (const [answer, message] of [
    [problem('too-many-requests'), 'Too many requests. Please wait a moment and try again.'],
    [{ status: 500, headers: {}, body: '' }, 'Please check your information and try again.'],
  ] as const) {
    site.fault(pitching, async () => answer);
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission failed');
    await expect(toastOf(page)).toContainText(message);
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
    await expect(field(page, 'Full essay')).toHaveValue(essay(900));
    await expect(submit(page)).toHaveText('Submit Your Pitch');
  }
});

test('what the server finds wrong is told as a failure and at its field', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  site.fault(pitching, async () =>
    problem('invalid-request', { errors: [{ path: 'articleTitle', message: 'Not this one' }] }),
  );
  await fillPitch(page);
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Please check your information and try again.');
  await expectFault(page, 'Article title', 'Not this one');
  await expect(field(page, 'Article title')).toBeFocused();
});

test('pressed twice it is sent once', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  const answer = Promise.withResolvers<undefined>();
  site.fault(pitching, () => answer.promise);
  await fillPitch(page);
  await submit(page).dblclick();
  await expect(submit(page)).toHaveText('Submitting...');
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(field(page, 'Full essay')).not.toBeEditable();
  await submit(page).click({ force: true });
  await field(page, 'Article title').press('Enter');
  answer.resolve(undefined);
  await expect(toastOf(page)).toContainText('Submission received!');
  expect(pitchesSent(site)).toHaveLength(1);
});

test('sent again after no answer came, also after a reload, it counts once; the next pitch is another', async ({
  page,
  site,
}) => {
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  for (const _ of [1, 2]) {
    site.fault(pitching, async () => ({ status: 502, headers: {}, body: '' }));
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission failed');
    await page.reload();
  }
  site.heal();
  await expect(field(page, 'Full essay')).toHaveValue(essay(900));
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
  const keys = () => pitchesSent(site).map(({ key }) => key);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/^[!-~]{20,200}$/);
  await fillPitch(page);
  await submit(page).click();
  await expect.poll(() => new Set(keys()).size).toBe(2);
  const mine = async () =>
    JSON.parse((await site.send('GET', '/api/submissions/mine', { as: 'writer' })).body);
  await expect.poll(mine).toHaveLength(2);
});

test('what was changed after a failure is another attempt', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  site.fault(pitching, async () => problem('unavailable'));
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission failed');
  await field(page, 'Article title').fill('On waking late');
  await submit(page).click();
  await expect.poll(() => pitchesSent(site)).toHaveLength(2);
  const [first, second] = pitchesSent(site);
  expect(first?.key).not.toBe(second?.key);
});

test('an expired session says so, and costs nothing', async ({ page, site }) => {
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await page.context().clearCookies();
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Please sign in');
  await expect(submit(page)).toHaveText('Login Required');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await signInByForm(page);
  await page.waitForURL(`${site.url}/contact`);
  await expect(field(page, 'Full essay')).toHaveValue(essay(900));
  await expect(field(page, 'Section')).toHaveValue('view');
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
});

test.describe(() => {
  test.use({ ownContext: true });
  test('the words are counted as they are typed, and said when the writer rests', async ({ page, site }) => {
    await page.clock.install();
    await openSignedIn(page, site, '/contact');
    const count = page.locator('.word-count p').first();
    const said = page.locator('.word-count').getByRole('status');
    await expect(count).toHaveText('0 words. We ask for 800 to 1,200.');
    await page.clock.pauseAt(Date.now() + 60_000);
    await field(page, 'Full essay').fill('One two');
    await expect(count).toHaveText('2 words. 798 to go until 800.');
    await page.clock.runFor(1_000);
    await field(page, 'Full essay').pressSequentially(' three');
    await page.clock.runFor(1_400);
    await expect(said).toBeEmpty();
    await page.clock.runFor(200);
    await expect(said).toHaveText('3 words. 797 to go until 800.');
    await field(page, 'Full essay').fill(essay(1_201));
    await expect(count).toHaveText('1,201 words. 1 over 1,200. You can send it all the same.');
  });
});

test('without scripts the page says so, and all else is there', async ({ browser, site }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${site.url}/contact`);
  await expect(page.locator('main noscript p')).toContainText('This form needs JavaScript.');
  await expect(submit(page)).toBeDisabled();
  await expect(field(page, 'Full essay')).toBeDisabled();
  await expect(page.getByRole('heading', { name: 'Before You Write' })).toBeVisible();
  await expect(page.getByText('You must be logged in to submit an essay.')).toBeVisible();
  await page.context().close();
});

test('the writer is shown what became of it, though the emptied form is much shorter', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
  await expect(page.getByText('Your pitch is with the editors.')).toBeInViewport({ ratio: 1 });
  await expect(submit(page)).toBeInViewport({ ratio: 1 });
});
