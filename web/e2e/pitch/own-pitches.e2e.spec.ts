import { fieldNames, submissionFields } from '@journal/contracts';
import { expectAccessible, runAxe } from '../axe.ts';
import {
  callsOf,
  delayResponses,
  expect,
  expectFieldError,
  expectFollowers,
  open,
  openAs,
  openSignedIn,
  pitching,
  problem,
  register,
  reload,
  samplePitch,
  signIn,
  signInByForm,
  signOutByMenu,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { afterUndoPeriod, draftOf, fillPitch, submit } from './pitch-site.ts';

const { step } = test;

test('the profile shows writers what becomes of their pitches', async ({ browser, page, site }) => {
  const faults = await watchPage(page, site.url);
  const pitches = page.getByRole('region', { name: 'Your pitches' });
  const items = pitches.getByRole('listitem');
  const openProfile = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
  };

  await step('a pitch shows its date in the reader’s format', async () => {
    await openAs(page, site, 'pitcher', '/profile');
    await expect(items.first().getByRole('time')).toHaveText('Mar 4, 2026');
  });
  await step('there is none at first, and a pitch appears as soon as it is sent', async () => {
    await openSignedIn(page, site, '/profile');
    await expect(pitches).toContainText('You have not pitched anything yet.');
    await pitches.getByRole('link', { name: 'Write for Us' }).click();
    await page.waitForURL('**/contact');
    await fillPitch(page);
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    const link = page.getByRole('main').getByRole('link', { name: /on your profile/ });
    await link.click();
    await page.waitForURL('**/profile#pitches');
    await expect(items.getByRole('heading')).toHaveText(['On waking early']);
  });
  const item = page.getByRole('article');
  const heading = page.getByRole('heading', { level: 1 });
  const editor = page.getByRole('form', { name: 'Edit “On waking early”' });
  const title = editor.getByLabel('Article title');
  let path = '';
  await step('the writer reads the whole pitch, and edits it while nobody has taken it up', async () => {
    await items.getByRole('link', { name: 'On waking early' }).click();
    await page.waitForURL('**/profile/pitches/*');
    path = new URL(page.url()).pathname;
    await expect(item.getByText('word word')).toBeVisible();
    await expect(item).toContainText('By Sample Writer, 14, Harbour School');
    await item.getByRole('button', { name: 'Edit' }).click();
    await expect(title).toBeFocused();
    await title.fill('');
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    await expectFieldError(page, 'Article title', 'Article title is required');
    await expectAccessible(page, 'editing a pitch');
    await page.setViewportSize({ width: 1280, height: 800 });
    await title.fill('On waking late');
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toastOf(page)).toContainText('Your pitch is saved.');
    await expect(heading).toHaveText('On waking late');
    await expect(heading).toBeFocused();
  });
  const late = page.getByRole('form', { name: 'Edit “On waking late”' });
  /** Changes the newest pitch through the API. */
  const change = async (as: 'writer' | 'editor', changed: object) => {
    const mine = await site.send('GET', '/api/submissions/mine', { as: 'writer' });
    const { id, ...pitch } = JSON.parse(mine.body)[0];
    const fields = Object.fromEntries(fieldNames(submissionFields).map((name) => [name, pitch[name]]));
    await site.send('PUT', `/api/submissions/${id}`, { as, body: { ...fields, ...changed } });
  };
  await step('no edit is left, discarded or overwritten without a confirmation', async () => {
    const summary = late.getByLabel('Article summary');
    const cancel = late.getByRole('button', { name: 'Cancel' });
    const question = page.getByRole('alertdialog');
    await item.getByRole('button', { name: 'Edit' }).click();
    await summary.fill('Mine.');
    const ways = {
      'Leave without saving?': page.getByRole('banner').getByRole('link', { name: 'The Clash' }),
      'Discard what you typed?': cancel,
    };
    for (const [title, way] of Object.entries(ways)) {
      await way.click();
      await expect(question).toContainText(title);
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(way).toBeFocused();
      await expect(summary).toHaveValue('Mine.');
    }
    await change('writer', { articleSummary: 'Theirs.' });
    await late.getByRole('button', { name: 'Save Changes' }).click();
    await expect(late.getByRole('alert')).toContainText('changed meanwhile, in another tab');
    expect(faults.splice(0)).toEqual([expect.stringContaining('status of 412')]);
    await late.getByText('Read the version that is saved').click();
    await expect(late.getByText('Theirs.')).toBeVisible();
    await expect(summary).toHaveValue('Mine.');
    await expectAccessible(page, 'a pitch changed meanwhile');
    await page.setViewportSize({ width: 1280, height: 800 });
    await late.getByRole('button', { name: 'Save Changes' }).click();
    await expect(heading).toBeFocused();
    await expect(item.getByText('Mine.')).toBeVisible();
    await item.getByRole('button', { name: 'Edit' }).click();
    await summary.fill('Not to be kept.');
    await cancel.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(heading).toBeFocused();
    await expect(item.getByText('Mine.')).toBeVisible();
  });
  const summary = late.getByLabel('Article summary');
  await step('signing out asks what to do with an edit; a kept one is shown to its writer only', async () => {
    await item.getByRole('button', { name: 'Edit' }).click();
    await summary.fill('Kept.');
    const question = page.getByRole('alertdialog', { name: 'Keep your draft?' });
    await signOutByMenu(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(summary).toHaveValue('Kept.');
    await signOutByMenu(page);
    await question.getByRole('button', { name: 'Keep and sign out' }).click();
    await page.waitForURL(`${site.url}/`);
    await openAs(page, site, 'pitcher', path);
    await expect(heading).toHaveText('Submission Not Found');
    expect(faults.splice(0)).toEqual([expect.stringContaining('status of 404')]);
    await openSignedIn(page, site, path);
    await expect(summary).toHaveValue('Kept.');
    await page.getByText('Saved to your account.').waitFor();
    await signOutByMenu(page);
    await question.getByRole('button', { name: 'Remove and sign out' }).click();
    await page.waitForURL(`${site.url}/`);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Kept.');
    // The account still has it.
    await openSignedIn(page, site, path);
    await expect(summary).toHaveValue('Kept.');
    await late.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect
      .poll(() => draftOf(site, 'writer', path.replace('/profile/pitches/', 'pitch-')))
      .toBe('null');
  });
  await step(
    'an expired session is shown beside the button, and the text is restored after signing in',
    async () => {
      await openSignedIn(page, site, path);
      await item.getByRole('button', { name: 'Edit' }).click();
      await summary.fill('Typed in vain?');
      await page.context().clearCookies();
      await late.getByRole('button', { name: 'Save Changes' }).click();
      await expect(late.getByRole('alert')).toContainText('You are no longer signed in.');
      // The change was refused, and the draft too if the browser has already sent it.
      const refused = faults.splice(0);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter((fault) => !fault.includes('status of 401'))).toEqual([]);
      await expectAccessible(page, 'editing, no longer signed in');
      await page.setViewportSize({ width: 1280, height: 800 });
      const again = late.getByRole('link', { name: 'Sign in again' });
      await expect(again).toBeFocused();
      await again.click();
      await signInByForm(page);
      await page.waitForURL(site.url + path);
      await expect(summary).toHaveValue('Typed in vain?');
      await late.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toastOf(page)).toContainText('Your pitch is saved.');
      await expect(heading).toBeFocused();
      // The draft could not be saved meanwhile either.
      const others = faults.splice(0).filter((fault) => !fault.includes('status of 401'));
      expect(others).toEqual([]);
    },
  );
  await step('a pitch that an editor has taken up shows it, and can’t be edited', async () => {
    await item.getByRole('button', { name: 'Edit' }).click();
    await change('editor', { articleTitle: 'On waking early' });
    await late.getByRole('button', { name: 'Save Changes' }).click();
    await expect(late.getByRole('alert')).toContainText('The editors have taken this pitch up');
    // The browser logs refused requests.
    expect(faults.splice(0)).toEqual([expect.stringContaining('status of 409')]);
    await late.getByRole('button', { name: 'Cancel' }).click();
    await expect(item).toContainText('An editor has taken it up');
    await expect(item.getByRole('button')).toHaveText(['Report a concern On waking early', 'Withdraw']);
  });
  await step('a pitch is withdrawn after a confirmation, and disappears from the newsroom', async () => {
    await site.pitch(samplePitch(1, { articleTitle: 'A slip' }));
    await item.getByRole('link', { name: 'Your pitches' }).click();
    await items.getByRole('link', { name: 'A slip' }).click();
    const withdraw = item.getByRole('button', { name: 'Withdraw' });
    const question = page.getByRole('alertdialog', { name: 'Withdraw this pitch?' });
    await withdraw.click();
    await expect(question).toContainText('Editors can still look up what it was');
    await expectAccessible(page, 'asked about withdrawing');
    await page.setViewportSize({ width: 1280, height: 800 });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(withdraw).toBeFocused();
    await withdraw.click();
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await expect(toastOf(page)).toContainText('Your pitch is withdrawn.');
    await expect(item).toContainText('Withdrawn.');
    await expect(heading).toBeFocused();
    await expect(item.getByRole('button')).toHaveText(['Report a concern A slip']);
    const list = await site.send('GET', '/api/submissions', { as: 'editor' });
    expect(list.body).not.toContain('A slip');
  });
  const first = await site.pitch(samplePitch(1, { articleTitle: 'First', section: 'culture' }));
  const second = await site.pitch(samplePitch(1, { articleTitle: 'Second', section: 'clash' }));
  await site.send('POST', `${second}/publish`, { as: 'editor' });
  await site.send('DELETE', first, { as: 'editor' });
  await step('the list shows states, and no deletion yet', async () => {
    await openSignedIn(page, site, '/profile');
    await expect(items.getByRole('heading')).toHaveText(['Second', 'First', 'A slip', 'On waking early']);
    await expect(items.locator('.badge')).toHaveText(['The Clash', 'The Culture', 'The View', 'The View']);
    await expect(items).toContainText(['Published.', 'With the editors.', 'Withdrawn.', 'With the editors.']);
    const article = items.first().getByRole('link', { name: 'Read it in the journal' });
    await expect(article).toHaveAttribute('href', '/article/31');
  });
  expect(faults.splice(0)).toEqual([]);
  await step('if pitches can’t be loaded, the profile is still shown, and they can be retried', async () => {
    site.fault(pitching, async () => problem('unavailable'));
    await openSignedIn(page, site, '/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
    site.heal();
    await pitches.getByRole('link', { name: 'Try again' }).click();
    await expect(items).toHaveCount(4);
  });
  await step(
    'a writer chooses whether their articles link to each other, and it applies immediately',
    async () => {
      const third = await site.pitch(samplePitch(1, { articleTitle: 'Third', section: 'culture' }));
      await site.send('POST', `${third}/publish`, { as: 'editor' });
      const toggle = page.getByRole('switch', { name: 'Show my other pieces at the end of each' });
      const reader = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
      const others = reader.getByRole('region', { name: 'More by Sample Writer' });
      const keptPage = async () => (await fetch(`${site.url}/article/31`)).text();
      await open(reader, site, '/article/32');
      await expect(others).toHaveCount(0);
      expect(await keptPage()).not.toContain('More by');
      await expect(toggle).not.toBeChecked();
      await toggle.check();
      await expect(toastOf(page)).toContainText('Your articles now lead to your other pieces.');
      await expect(others.getByRole('link')).toHaveText(['Second']);
      expect(await keptPage()).toContain('More by');
      await expectAccessible(page, 'other pieces shown, on the profile');
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await reader.emulateMedia({ colorScheme });
        expect((await runAxe(reader, colorScheme === 'light' ? 'all' : 'colours')).faults).toEqual([]);
      }
      site.fault(/^PUT \/api\/me\/settings/, async () => problem('unavailable'));
      await toggle.click();
      await expect(toastOf(page)).toContainText('Your choice could not be saved.');
      await expect(toggle).toBeChecked();
      site.heal();
      await toggle.uncheck();
      await expect(toastOf(page)).toContainText('Your other pieces are no longer shown.');
      await expect(others).toHaveCount(0);
      expect(await keptPage()).not.toContain('More by');
      const sent = () => callsOf(site, 'PUT', '/api/me/settings').length;
      const before = sent();
      const release = delayResponses(site, /^PUT \/api\/me\/settings/);
      await toggle.click();
      await expect.poll(sent).toBe(before + 1);
      await toggle.click();
      await expect(toggle).not.toBeChecked();
      release();
      await expect.poll(sent, 'what was chosen on the way is sent, too').toBe(before + 2);
      const fewerMails = page.getByRole('switch', { name: 'Send me fewer emails' });
      await fewerMails.check();
      await expect(toastOf(page)).toContainText('You now get fewer emails.');
      await reload(page);
      await expect(fewerMails).toBeChecked();
      await expect(toggle).not.toBeChecked();
      await expect(others).toHaveCount(0);
      await reader.context().close();
    },
  );
  await step('another user who signs in sees none of it', async () => {
    await register(site, 'Sample Writer', 'b@example.org');
    const toggle = page.getByRole('switch', { name: 'Show my other pieces' });
    await toggle.check();
    await expect(toastOf(page)).toContainText('Your articles now lead to your other pieces.');
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await signInByForm(page, 'b@example.org');
    await page.waitForURL(`${site.url}/`);
    await openProfile();
    await expect(pitches).toContainText('You have not pitched anything yet.');
    await expect(toggle).not.toBeChecked();
  });
  await step('changes by the newsroom appear to a user who has just signed in', async () => {
    await page.context().clearCookies();
    await page.clock.install();
    await open(page, site, '/login');
    await expectFollowers(site);
    await signInByForm(page);
    await page.waitForURL(`${site.url}/`);
    await expect.poll(() => site.followed.at(-1)).not.toBe('');
    await openProfile();
    const item = items.filter({ hasText: 'First' });
    await expect(item).toContainText('With the editors.');
    await site.send('POST', `${first}/restore`, { as: 'editor' });
    const freshResponse = page.waitForResponse((answer) => 'journal-fresh-for' in answer.headers());
    await site.send('DELETE', first, { as: 'editor' });
    await freshResponse;
    await expect(item).toContainText('With the editors.');
    await afterUndoPeriod(page, () => expect(item).toContainText('Not taken this time.', { timeout: 1_000 }));
    await site.send('POST', `${first}/restore`, { as: 'editor' });
    await expect(item).toContainText('With the editors.');
    await site.send('POST', `${first}/publish`, { as: 'editor' });
    await expect(item).toContainText('Published.');
  });
});

test('a writer finds every pitch on the profile, also without scripts', async ({ page, site, browser }) => {
  for (let number = 1; number <= 21; number++) await site.pitch(samplePitch(number));
  await openSignedIn(page, site, '/profile');
  const pitches = page.getByRole('region', { name: 'Your pitches' });
  await expect(pitches.getByRole('heading', { level: 3 })).toHaveCount(20);
  const older = pitches.getByRole('link', { name: 'Load Older Pitches' });
  const address = await older.getAttribute('href');
  await older.click();
  const first = 'Sample pitch number 1';
  await expect(pitches.getByRole('link', { name: first, exact: true })).toBeFocused();
  await expect(pitches.getByRole('heading', { level: 3 })).toHaveCount(21);
  await expect(older).toHaveCount(0);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const unscripted = await plain.newPage();
  await signIn(unscripted, site, 'writer');
  await unscripted.goto(site.url + address);
  await expect(
    unscripted.getByRole('region', { name: 'Your pitches' }).getByRole('heading', { level: 3 }),
  ).toHaveText([first]);
  await plain.close();
});

test('a draft that is set aside keeps the byline that was chosen for it', async ({ page, site }) => {
  const path = await site.pitch(samplePitch(1, { articleTitle: 'First' }));
  await site.send('POST', `${path}/withdraw`, { as: 'writer' });
  const byline = page.locator('.byline-choice summary');
  const title = page.getByRole('main').getByLabel('Article title', { exact: true });
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await byline.click();
  await page.locator('input[value=first]').check();
  await expect(page.getByText('Saved to your account.')).toBeVisible();
  await open(page, site, path.replace('/api/submissions', '/profile/pitches'));
  await page.getByRole('link', { name: 'Pitch again' }).click();
  await page.waitForURL('**/contact');
  await expect(title).toHaveValue('First');
  await expect(byline).toContainText('By Sample Writer, ');
  await page.getByRole('button', { name: 'Show that one instead' }).click();
  await expect(title).toHaveValue('On waking early');
  await expect(byline).toContainText('By Sample, 14, Harbour School');
  await page.getByRole('button', { name: 'Show that one instead' }).click();
  await expect(byline).toContainText('By Sample Writer, ');
});

test('the question before a piece is hidden stays the same if it is hidden elsewhere meanwhile', async ({
  page,
  site,
}) => {
  const path = await site.pitch(samplePitch(1));
  const { body } = await site.send('POST', `${path}/publish`, { as: 'editor' });
  await openSignedIn(page, site, path.replace('/api/submissions', '/profile/pitches'));
  await page.getByRole('button', { name: 'Hide my piece now' }).click();
  const question = page.getByRole('alertdialog', { name: 'Hide your piece?' });
  await expect(question).toBeVisible();
  await site.send('POST', `${path.replace('submissions', 'submissions/mine')}/hide`, { as: 'writer' });
  await expect(page.locator('.own-pitch-state')).toContainText('Hidden.');
  await question.getByRole('button', { name: 'Hide it now' }).click();
  await expect(toastOf(page)).toContainText('Your piece is hidden.');
  expect((await page.request.get(`${site.url}/article/${JSON.parse(body).id}`)).status()).toBe(404);
});

test('a concern is there again after a sign-out and a sign-in in another tab', async ({ page, site }) => {
  const path = await site.pitch(samplePitch(1));
  await openSignedIn(page, site, path.replace('/api/submissions', '/profile/pitches'));
  const report = page.getByRole('button', { name: /^Report a concern/ });
  const typed = page.getByRole('dialog', { name: 'Report a concern' }).getByLabel('What happened');
  await report.click();
  await typed.fill('Somebody asked for my number.');
  const tab = await page.context().newPage();
  await open(tab, site, '/profile');
  await tab.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(typed).toHaveCount(0);
  await tab.goto(`${site.url}/login`);
  await signInByForm(tab);
  await report.click();
  await expect(typed).toHaveValue('Somebody asked for my number.');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await report.click();
  await expect(typed).toHaveValue('');
});

test('signing out asks before it discards a reply that is being typed', async ({ page, site }) => {
  const path = await site.pitch(samplePitch(1));
  const body = { field: 'articleTitle', paragraph: 0, quotation: 'Sample', note: 'Who?', audience: 'writer' };
  await site.send('POST', `${path}/comments`, { as: 'editor', body });
  await openSignedIn(page, site, path.replace('/api/submissions', '/profile/pitches'));
  await page.getByRole('button', { name: /^Reply to/ }).click();
  const typed = page.getByLabel('Your reply');
  await typed.fill('My elder brother');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await signOutByMenu(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(typed).toHaveValue('My elder brother');
  await signOutByMenu(page);
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL(`${site.url}/`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('a writer whose name was taken off a piece reads that, and not how they had been named', async ({
  page,
  site,
}) => {
  const path = await site.pitch(samplePitch(1));
  const { body } = await site.send('POST', `${path}/publish`, { as: 'editor' });
  await openSignedIn(page, site, path.replace('/api/submissions', '/profile/pitches'));
  await expect(page.locator('.byline-choice summary')).toContainText('By Sample Writer, 13');
  // Screen readers announce a text only if the element that it appears in is already there.
  await page.evaluate(() => {
    for (const status of document.querySelectorAll('main [role=status]')) status.classList.add('there');
  });
  await site.send('POST', `/api/articles/${JSON.parse(body).id}/unname`, { as: 'editor' });
  const told = page.locator('.there', { hasText: 'The editors have taken your name off your piece.' });
  await expect(told).toBeVisible();
  await expect(page.locator('.byline-choice')).toHaveCount(0);
  await expectAccessible(page, 'a piece without its name');
});
