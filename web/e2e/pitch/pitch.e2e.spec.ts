import { expectAccessible } from '../axe.ts';
import {
  expect,
  expectFieldError,
  open,
  openSignedIn,
  pitching,
  problem,
  reload,
  samplePitch,
  signInByForm,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { essay, field, fillPitch, pitchesSent, pitchTexts, submit } from './pitch-site.ts';

const { step } = test;

test('visitors sign in or sign up on their way to the form, and return to it', async ({ page, site }) => {
  const main = page.getByRole('main');
  await step('a visitor reads that they must sign in, and returns after it', async () => {
    await open(page, site, '/contact');
    await expect(main.getByText('You must be logged in to submit an essay.', { exact: true })).toBeVisible();
    await expect(submit(page)).toHaveText('Login Required');
    await expect(submit(page)).toBeDisabled();
    await main.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL('**/signup?next=%2Fcontact');
    await main.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login?next=%2Fcontact');
    // The address changes before the page does, and both pages have these fields.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
    await signInByForm(page);
    await page.waitForURL(`${site.url}/contact`);
    await expect(submit(page)).toHaveText('Submit Your Pitch');
    await expect(submit(page)).toBeEnabled();
  });
  await step('a new account leads back to the form too', async () => {
    await page.context().clearCookies();
    await open(page, site, '/signup?next=/contact');
    await page.getByLabel('Full name').fill('New Writer');
    await page.getByLabel('Email', { exact: true }).fill('new.writer@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL(`${site.url}/contact`);
  });
  await step('signing in never redirects to another site', async () => {
    await page.context().clearCookies();
    await open(page, site, `/login?next=${encodeURIComponent('//example.org')}`);
    await signInByForm(page);
    await page.waitForURL(`${site.url}/`);
  });
});

test('the form shows errors, survives failures, and sends a pitch once', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const toast = toastOf(page);
  const sendAndExpect = async (text: string) => {
    await submit(page).click();
    await expect(toast).toContainText(text);
  };
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text().catch(() => ''));
  });
  await openSignedIn(page, site, '/contact');

  await step('the form has its initial values, and loads the schema library on the first focus', async () => {
    await expect(page.getByText('You must be logged in to submit an essay.')).toHaveCount(0);
    await expect(field(page, 'Full name')).toHaveValue('Sample Writer');
    await expect(page.locator('.draft')).toHaveAttribute('data-state', 'none');
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
    const holdsSchema = () => scripts.some((text) => text.includes('instancePath'));
    expect(holdsSchema()).toBe(false);
    await field(page, 'Full name').focus();
    await expect.poll(holdsSchema).toBe(true);
  });
  await step('each error is shown at its field, and nothing is sent', async () => {
    await field(page, 'Full name').fill('');
    await field(page, 'Age').fill('11');
    await submit(page).click();
    await expectFieldError(page, 'Full name', 'Full name is required');
    await expectFieldError(page, 'Age', 'Age must be between 12 and 18');
    await expectFieldError(page, 'Section', 'Please choose a section');
    for (const name of ['Article title', 'Article summary', 'Full essay'])
      await expectFieldError(page, name, `${name} is required`);
    await expect(field(page, 'Full name')).toBeFocused();
    for (const age of ['19', '15.5', '']) {
      await field(page, 'Age').fill(age);
      await expectFieldError(page, 'Age', 'Age must be between 12 and 18');
    }
    await field(page, 'Age').fill('18');
    await expect(page.getByText('Age must be between 12 and 18')).toHaveCount(0);
    await field(page, 'School/University (optional)').fill('x'.repeat(121));
    await field(page, 'Article title').fill('x'.repeat(201));
    await field(page, 'Full essay').fill('x'.repeat(60_001));
    await submit(page).click();
    await expectFieldError(page, 'Article title', 'Article title must be at most 200 characters');
    await expectFieldError(page, 'Full essay', 'Full essay must be at most 60000 characters');
    await expect(page.getByText('School must be at most 120 characters', { exact: true })).toBeVisible();
    await expect(field(page, 'Full essay')).toHaveValue('x'.repeat(60_001));
    expect(pitchesSent(site)).toEqual([]);
  });
  await step('so is that of a pen name', async () => {
    const penName = page.getByRole('textbox', { name: 'Pen name', exact: true });
    const error = page.getByText('Pen name must be at most 120 characters', { exact: true });
    await reload(page);
    await fillPitch(page, { ...pitchTexts, 'Full name': 'Sample Writer' });
    await page.locator('.byline-choice summary').click();
    await page.locator('input[value=pen]').check();
    await penName.fill('x'.repeat(121));
    await page.locator('.byline-choice summary').click();
    await submit(page).click();
    await expect(error).toBeVisible();
    await expect(penName).toHaveAccessibleDescription(/must be at most 120 characters/);
    await expect(penName).toBeFocused();
    expect(pitchesSent(site)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Bee');
    await expect(error).toHaveCount(0);
    await page.keyboard.type(' and Wasp');
    await expect(penName).toBeVisible();
    await expect(penName).toHaveValue('Bee and Wasp');
    await page.locator('input[value=full]').check();
  });
  await step('an error from the server is shown in a notification and at its field', async () => {
    await fillPitch(page, { ...pitchTexts, 'Full name': '  Sample Writer ' });
    const errors = [{ path: 'articleTitle', message: 'Not this one' }];
    site.fault(pitching, async () => problem('invalid-request', { errors }));
    await sendAndExpect('Please check your information and try again.');
    await expectFieldError(page, 'Article title', 'Not this one');
    await expect(field(page, 'Article title')).toBeFocused();
  });
  await step(
    'a failure is shown with the server’s message or a general one, and the text is kept',
    async () => {
      for (const [answer, message] of [
        [problem('too-many-requests'), 'Too many requests. Please wait a moment and try again.'],
        [{ status: 500, headers: {}, body: '' }, 'Please check your information and try again.'],
      ] as const) {
        site.fault(pitching, async () => answer);
        await sendAndExpect('Submission failed');
        await expect(toast).toContainText(message);
        await expect(toast).toHaveAttribute('data-variant', 'destructive');
        await expect(field(page, 'Full essay')).toHaveValue(essay(900));
        await expect(submit(page)).toHaveText('Submit Your Pitch');
      }
    },
  );
  await step('while offline, the form says so and keeps the draft', async () => {
    site.heal();
    await page.context().setOffline(true);
    await sendAndExpect('you seem to be offline');
    await expect(toast).toContainText('Your draft is kept in this browser.');
    await page.context().setOffline(false);
  });
  const keys = (since = 0) =>
    new Set(
      pitchesSent(site)
        .slice(since)
        .map(({ key }) => key),
    );
  await step('a pitch that is changed after a failure gets a new idempotency key', async () => {
    const before = pitchesSent(site).length;
    site.fault(pitching, async () => ({ status: 502, headers: {}, body: '' }));
    await sendAndExpect('Submission failed');
    // The notification may be an earlier one: text typed before the request is made would be sent with it.
    await expect.poll(() => pitchesSent(site)).toHaveLength(before + 1);
    await field(page, 'Article title').fill('On waking late');
    await sendAndExpect('Submission failed');
    await expect.poll(() => pitchesSent(site)).toHaveLength(before + 2);
    expect(keys(before).size).toBe(2);
  });
  const attempt = pitchesSent(site).length;
  await step('a retry after a reload has the same key, and a double click sends one request', async () => {
    await submit(page).click();
    await expect.poll(() => pitchesSent(site)).toHaveLength(attempt + 1);
    await reload(page);
    await expect(field(page, 'Full essay')).toHaveValue(essay(900));
    const answer = Promise.withResolvers<undefined>();
    site.fault(pitching, () => answer.promise);
    await submit(page).dblclick();
    await expect(submit(page)).toHaveText('Submitting...');
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(field(page, 'Full essay')).not.toBeEditable();
    await field(page, 'Article title').press('Enter');
    await submit(page).click({ force: true });
    answer.resolve(undefined);
    await expect(toast).toContainText('Submission received!');
    const thanks = "Thank you for your pitch. We'll review it and get back to you soon.";
    await expect(toast).toContainText(thanks);
    expect(pitchesSent(site)).toHaveLength(attempt + 2);
    expect(keys(attempt).size).toBe(1);
    expect([...keys(attempt)][0]).toMatch(/^[!-~]{20,200}$/);
  });
  await step('the form is empty afterwards, and the next pitch has a new key', async () => {
    for (const [label, text] of [
      ['Full essay', ''],
      ['Full name', 'Sample Writer'],
      ['Age', '12'],
      ['Section', ''],
    ] as const)
      await expect(field(page, label)).toHaveValue(text);
    await expect(submit(page)).toBeFocused();
    await expect(page.getByRole('main').getByRole('link', { name: /on your profile/ })).toBeVisible();
    expect(pitchesSent(site).at(-1)?.fields).toEqual({
      fullName: 'Sample Writer',
      age: 14,
      school: 'Harbour School',
      section: 'view',
      articleTitle: 'On waking late',
      articleSummary: 'A short case for the morning.',
      fullEssay: essay(900),
    });
    await fillPitch(page);
    await submit(page).click();
    await expect.poll(() => keys(attempt).size).toBe(2);
    const mine = async () =>
      JSON.parse((await site.send('GET', '/api/submissions/mine', { as: 'writer' })).body);
    await expect.poll(mine).toHaveLength(2);
  });
  await step('personal details in the text are pointed out until they are removed', async () => {
    const notice = page.locator('.safety-notice');
    await field(page, 'Full essay').fill('Call me on 030 1234567, or ask @anna_b.');
    await expect(notice.getByRole('listitem')).toHaveText([
      'Telephone numbers: Strangers would call them. 030 1234567',
      'Handles: They lead strangers to private profiles. @anna_b',
    ]);
    await expectAccessible(page, 'with what leads to people');
    await field(page, 'Full essay').fill('');
    await expect(notice).toBeEmpty();
  });
  await step('an expired session is shown, and the text is kept', async () => {
    await openSignedIn(page, site, '/contact');
    await fillPitch(page);
    await page.context().clearCookies();
    await sendAndExpect('Please sign in');
    await expect(submit(page)).toHaveText('Login Required');
    const notice = page.locator('.pitch-send').getByRole('alert');
    await expect(notice).toContainText('You are no longer signed in.');
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, 'no longer signed in');
    const again = notice.getByRole('link', { name: 'Sign in again' });
    await expect(again).toBeFocused();
    await again.click();
    await signInByForm(page);
    await page.waitForURL(`${site.url}/contact`);
    await expect(field(page, 'Full essay')).toHaveValue(essay(900));
    await expect(field(page, 'Section')).toHaveValue('view');
    await sendAndExpect('Submission received!');
  });
  // The browser logs refused requests.
  expect(
    faults.filter((fault) => !/responded with a status of|ERR_INTERNET_DISCONNECTED/.test(fault)),
  ).toEqual([]);
});

test('an essay’s words are counted, and a pitch is sent by keyboard and on a phone', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await page.clock.install();
  await openSignedIn(page, site, '/contact');
  await step('words are counted while typing, and announced after a pause of 1.5 s', async () => {
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
    await expect(count).toHaveText('1,201 words. 1 over 1,200. You can still send it.');
    await field(page, 'Full essay').fill('');
    await page.clock.resume();
  });
  await step('each text is typed in the direction of its language', async () => {
    for (const label of ['Article title', 'Full essay']) {
      const typed = field(page, label);
      await typed.fill('למה לקום מוקדם?');
      await expect(typed).toHaveCSS('direction', 'rtl');
      await typed.fill('Why wake early?');
      await expect(typed).toHaveCSS('direction', 'ltr');
      await typed.fill('');
    }
  });
  await step('a pitch is written and sent by keyboard', async () => {
    await field(page, 'Full name').focus();
    const named = page.locator('.byline-choice summary');
    for (const typed of [
      'Sample Writer',
      '13',
      'Harbour School',
      named,
      '',
      'A title',
      'A summary',
      'An essay',
    ]) {
      if (typed === named) await expect(named).toBeFocused();
      else if (typeof typed === 'string' && typed) await page.keyboard.type(typed);
      else for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      await page.keyboard.press('Tab');
    }
    await expect(submit(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => pitchesSent(site)).toHaveLength(1);
    expect(pitchesSent(site)[0]?.fields).toMatchObject({ section: 'view', articleTitle: 'A title' });
    await expect(toastOf(page)).toContainText('Submission received!');
  });
  await step('on a phone the essay’s field grows with its text', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await reload(page);
    const height = async () => (await field(page, 'Full essay').boundingBox())?.height ?? 0;
    const before = await height();
    await field(page, 'Full essay').fill('Some words to fill the lines. '.repeat(60));
    expect(await height()).toBeGreaterThan(before);
  });
  await step('the confirmation stays in view, although the emptied form is much shorter', async () => {
    await fillPitch(page);
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    await expect(page.getByText('Your pitch is with the editors.')).toBeInViewport({ ratio: 1 });
    await expect(submit(page)).toBeInViewport({ ratio: 1 });
  });
  expect(faults).toEqual([]);
});

test('the form with errors and drafts, and the list of own pitches, are accessible', async ({
  page,
  site,
}) => {
  const longWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
  await open(page, site, '/contact');
  await expectAccessible(page, 'signed out');
  await openSignedIn(page, site, '/contact');
  await submit(page).click();
  await page.getByText('Article title is required').waitFor();
  await expectAccessible(page, 'with errors');
  await fillPitch(page);
  await field(page, 'Full essay').fill(longWord);
  await page.getByText(/^Saved (?:on this device|to your account)\.$/).waitFor();
  await expectAccessible(page, 'with a draft');
  // Same as if another tab had written a different draft.
  await page.evaluate((title) => {
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('journal-pitch-draft'));
    const draft = JSON.parse(localStorage.getItem(key) ?? '');
    draft.aside = [{ ...draft.texts, articleTitle: title }];
    localStorage.setItem(key, JSON.stringify(draft));
  }, longWord);
  await reload(page);
  await page.getByRole('button', { name: 'Show that one instead' }).waitFor();
  await expectAccessible(page, 'with two drafts');
  for (const [articleTitle, method, action] of [
    [longWord, undefined, ''],
    ['Published', 'POST', '/publish'],
    ['Deleted', 'DELETE', ''],
  ] as const) {
    const pitch = await site.pitch(samplePitch(1, { articleTitle }));
    if (method) await site.send(method, pitch + action, { as: 'editor' });
  }
  await open(page, site, '/profile');
  await expectAccessible(page, 'own pitches');
});
