import { findMessage } from '../../../tools/testing/outbox-message.ts';
import { expectAccessible } from '../axe.ts';
import {
  callsOf,
  expect,
  expectFieldError,
  open,
  openAs,
  openSignedIn,
  people,
  reload,
  samplePitch,
  signInByForm,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { afterUndoPeriod, withClockAhead } from './pitch-site.ts';

const { step } = test;

const note = 'A strong beginning.\n\nPlease say what your brother did when he had won.';
const reply = 'He kept it until dessert. I added that.';

test('a writer follows a pitch from the first note to the published changes', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const state = main.locator('.own-pitch-state');
  const steps = main.locator('.own-pitch-history li');
  const news = main.getByRole('complementary', { name: 'What the editors say' });
  const path = await site.pitch(samplePitch(1, { articleTitle: 'The argument I lost' }));
  const ownPath = path.replace('/api/submissions', '/profile/pitches');
  const edit = async (way: string, body?: object) => {
    const sending = { as: 'editor', ...(body && { body }) } as const;
    const answer = await site.send('POST', `${path}/${way}`, sending);
    expect(answer.status, answer.body).toBeLessThan(300);
  };
  const expectAccessibleOnDesktop = async (what: string) => {
    await expectAccessible(page, what);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  await step('a visitor is denied access, and returns here after signing in', async () => {
    await open(page, site, ownPath);
    await expect(title).toHaveText('Access Denied');
    const link = main.getByRole('link', { name: 'Sign In' });
    await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent(ownPath)}`);
  });
  await step('the profile links to the pitch, which is with the editors and shown whole', async () => {
    await openSignedIn(page, site, '/profile');
    await main.getByRole('link', { name: 'The argument I lost' }).click();
    await page.waitForURL(`**${ownPath}`);
    await expect(title).toHaveText('The argument I lost');
    await expect(page).toHaveTitle(/^The argument I lost · /);
    await expect(state).toContainText('With the editors.');
    await expect(main).toContainText('By Sample Writer, 13, Sample School');
    await expect(main).toContainText('Paragraph 8 of pitch 1.');
    await expect(steps).toHaveText([/You pitched it/]);
    await expectAccessibleOnDesktop('a pitch with the editors');
  });
  await step('editors’ actions appear immediately, and repeated assignments are listed once', async () => {
    const { body } = await site.send('GET', '/api/auth/session', { as: 'editor' });
    const { id: userId } = JSON.parse(body);
    await edit('assign', { userId });
    await expect(state).toContainText('An editor is reading it.');
    await edit('unassign');
    await expect(state).toContainText('With the editors.');
    await edit('assign', { userId });
    await expect(steps).toHaveText([/You pitched it/, /An editor began to look after it/]);
    await expect(main.getByRole('button', { name: 'Edit' })).toBeVisible();
  });
  await step('the writer changes how they are named, and the keyboard stays there', async () => {
    const named = main.locator('.byline-choice summary');
    await named.press('Enter');
    await main.getByRole('radio', { name: /^First name and initial/ }).check();
    await main.getByRole('button', { name: 'Save how I am named' }).press('Enter');
    await expect(named).toHaveText('How you are named: By Sample W., 13, Sample School');
    await expect(toastOf(page)).toContainText('Your piece will say so.');
    await expect(named).toBeFocused();
  });
  const form = page.getByRole('form', { name: 'Work on “The argument I lost”' });
  const essay = form.getByLabel('Full essay');
  const replied = form.getByLabel('Your reply to the editors');
  const again = form.getByRole('button', { name: 'Send it again' });
  await step('a note opens the form beside it, filled with the pitch', async () => {
    await edit('request-changes', { note, dueAt: '2026-12-04T12:00:00.000Z' });
    await expect(state).toContainText('An editor has a note for you.');
    await expect(state).toContainText('by Friday, December 4.');
    await expect(news).toContainText('Please say what your brother did when he had won.');
    await expect(essay).toHaveValue(/Paragraph 8 of pitch 1\./);
    await expect(form.getByLabel('Article title')).toHaveValue('The argument I lost');
    const [noted, written] = await Promise.all([news.boundingBox(), form.boundingBox()]);
    expect(noted?.x, 'beside').toBeGreaterThan((written?.x ?? 0) + (written?.width ?? 0));
    await expectAccessibleOnDesktop('a pitch with a note');
    await page.setViewportSize({ width: 360, height: 740 });
    const [above, below] = await Promise.all([news.boundingBox(), form.boundingBox()]);
    expect(above?.y, 'above').toBeLessThan(below?.y ?? 0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await step('the profile and the account menu show that a note is waiting', async () => {
    await openSignedIn(page, site, '/profile');
    const item = main.getByRole('listitem').filter({ hasText: 'The argument I lost' });
    await expect(item).toContainText('An editor has a note for you.');
    await expectAccessibleOnDesktop('a profile with a note');
    await page.getByRole('banner').getByRole('link', { name: 'Sample Writer account menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile A note for you' }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Profile A note for you' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await item.getByRole('link').click();
    await expect(essay).toBeVisible();
  });
  await step('typed text is validated, and restored after a reload', async () => {
    await form.getByLabel('Article title').fill('');
    await again.click();
    await expectFieldError(page, 'Article title', 'Article title is required');
    await form.getByLabel('Article title').fill('The argument that I lost');
    await replied.fill(reply);
    page.once('dialog', (dialog) => void dialog.accept());
    await reload(page);
    await expect(form.getByLabel('Article title')).toHaveValue('The argument that I lost');
    await expect(replied).toHaveValue(reply);
  });
  await step('another version is not overwritten without a confirmation', async () => {
    const { body } = await site.send('GET', path, { as: 'editor' });
    const { fullName, age, school, section, articleTitle, articleSummary, fullEssay } = JSON.parse(body);
    const fields = { fullName, age, school, section, articleTitle, articleSummary };
    const theirs = { ...fields, fullEssay: fullEssay.replace('Paragraph 1', 'Theirs') };
    await site.send('PUT', path, { as: 'editor', body: theirs });
    const before = site.calls.length;
    await again.click();
    await expect(form.getByRole('alert')).toContainText('This pitch was changed meanwhile');
    const writes = site.calls
      .slice(before)
      .filter(({ method, path }) => method !== 'GET' && !/drafts/.test(path));
    expect(writes).toHaveLength(1);
    // A draft saved while the page was being reloaded may have been refused, too, and saved again.
    const [first, ...others] = faults.splice(0);
    for (const fault of [first, ...others]) expect(fault).toContain('status of 412');
    expect(others.length).toBeLessThanOrEqual(1);
    await form.getByText('Read the version that is saved').click();
    await expect(form.getByText('Theirs of pitch 1.')).toBeVisible();
    await expect(replied).toHaveValue(reply);
    await expectAccessibleOnDesktop('a pitch changed meanwhile');
  });
  await step('an expired session loses no text', async () => {
    await page.context().clearCookies();
    await again.click();
    await expect(form.getByRole('alert')).toContainText('You are no longer signed in.');
    expect(faults.splice(0)).toEqual([expect.stringContaining('status of 401')]);
    await form.getByRole('link', { name: 'Sign in again' }).click();
    await signInByForm(page);
    await page.waitForURL(`${site.url}${ownPath}`);
    await expect(replied).toHaveValue(reply);
  });
  await step(
    'the writer sends it again with a reply; a retry after a lost response has the same key',
    async () => {
      const resubmit = `**${path}/resubmit`;
      await page.route(resubmit, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await again.click();
      await expect(form.getByRole('alert')).toContainText('There was no answer');
      await page.unroute(resubmit);
      faults.splice(0);
      await again.click();
      await expect(toastOf(page)).toContainText('Your pitch is back with the editors.');
      await expect(state).toContainText('Back with the editors.');
      await expect(form).toHaveCount(0);
      await expect(title).toHaveText('The argument that I lost');
      await expect(title).toBeFocused();
      await expect(steps.last()).toContainText('You sent it again');
      await expect(steps.last()).toContainText(reply);
      await expect(news).toContainText('Please say what your brother did');
      const sent = callsOf(site, 'POST', `${path}/resubmit`);
      expect(new Set(sent.slice(-2).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(reply);
      await expectAccessibleOnDesktop('a pitch back with the editors');
    },
  );
  await step('it is accepted for an issue and published', async () => {
    await edit('accept', { issueNumber: 24 });
    await expect(state).toContainText('Accepted for issue 24.');
    await expectAccessibleOnDesktop('an accepted pitch');
    const { body } = await site.send('GET', path, { as: 'editor' });
    const { fullName, age, school, section, articleSummary, fullEssay } = JSON.parse(body);
    const fields = { fullName, age, school, section, articleSummary, fullEssay };
    await site.send('PUT', path, { as: 'editor', body: { ...fields, articleTitle: 'The argument I won' } });
    await edit('publish');
    await expect(state).toContainText('Published.');
    await expect(state.getByRole('link', { name: 'Read it in the journal' })).toHaveAttribute(
      'href',
      /^\/article\/\d+$/,
    );
  });
  await step('the page shows word by word what the editors changed', async () => {
    const changes = main.getByRole('region', { name: 'What the editors changed' });
    await expect(changes.getByRole('deletion')).toHaveText(['[removed: that ] ', '[removed: lost] ']);
    await expect(changes.getByRole('insertion')).toHaveText('[added: won] ');
    await expect(changes.getByText('Article title')).toBeVisible();
    await reload(page);
    await expect(changes.getByRole('insertion')).toHaveText(/won/);
    await expectAccessibleOnDesktop('a published pitch');
  });
  expect(faults).toEqual([]);
});

test('a pitch is declined and pitched again, another is withdrawn, and other writers see neither', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const main = page.getByRole('main');
  const state = main.locator('.own-pitch-state');
  const title = page.getByRole('heading', { level: 1 });
  const declined = await site.pitch(samplePitch(1, { articleTitle: 'On shoes' }));
  const pageOf = (path: string) => path.replace('/api/submissions', '/profile/pitches');
  const expectAccessibleOnDesktop = async (what: string) => {
    await expectAccessible(page, what);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  await step('a rejection is not shown for a minute, and then with its message', async () => {
    await page.clock.install();
    await openSignedIn(page, site, '/contact');
    await main.getByLabel('Article title').fill('On hats');
    const byline = { name: 'first', showAge: false, showSchool: false };
    const own = declined.replace('submissions', 'submissions/mine');
    await site.send('PUT', `${own}/byline`, { as: 'writer', body: byline });
    await openSignedIn(page, site, pageOf(declined));
    const freshResponse = page.waitForResponse((answer) => 'journal-fresh-for' in answer.headers());
    await site.send('POST', `${declined}/decline`, {
      as: 'editor',
      body: { message: 'We had two on shoes this month. Your ending is the best of the three.' },
    });
    await freshResponse;
    await expect(state).toContainText('With the editors.');
    const expectShown = () => expect(state).toContainText('Not taken this time.', { timeout: 1_000 });
    await afterUndoPeriod(page, expectShown, async () => {
      await expect(main).toContainText('Your ending is the best of the three.');
      await expect(main.getByRole('button', { name: /Edit|Withdraw/ })).toHaveCount(0);
      await expectAccessibleOnDesktop('a declined pitch');
    });
  });
  await step('a mail is sent after the minute as well, without the message', async () => {
    const read = () => findMessage(site.folder, 'pitch-declined', people.pitcher.email);
    // Another writer's pitch, because the mail to this writer may exist already.
    const gloves = await site.pitch(samplePitch(1, { articleTitle: 'On gloves' }), 'pitcher');
    await withClockAhead(async () => {
      await site.send('POST', `${gloves}/decline`, { as: 'editor', body: { message: 'Too warm for May.' } });
      await expect.poll(read).toContain(pageOf(gloves));
    });
    expect(await read()).not.toContain('Too warm');
  });
  await step('the declined text is pitched again with one click, and an existing draft is kept', async () => {
    await main.getByRole('link', { name: 'Pitch again' }).click();
    await page.waitForURL('**/contact');
    await expect(main.getByLabel('Article title')).toHaveValue('On shoes');
    await expect(main).toContainText('another draft of “On hats”');
    await expect(main.locator('.byline-choice summary')).toHaveText('How you are named: By Sample');
    await expect(main.getByLabel('Full essay')).toHaveValue(/Paragraph 8 of pitch 1\./);
    await main.getByLabel('Article title').fill('On other shoes');
    await main.getByRole('button', { name: 'Submit Your Pitch' }).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    await expect(main).toContainText('Your pitch is with the editors.');
    await expect(main).toContainText('another draft of “On hats”');
  });
  await step('typed text is kept if the editors act meanwhile', async () => {
    const accepted = await site.pitch(samplePitch(1, { articleTitle: 'In passing' }));
    const form = page.getByRole('form', { name: 'Work on “In passing”' });
    const request = async () => {
      const body = { note: 'A little more of the end, please.' };
      await site.send('POST', `${accepted}/request-changes`, { as: 'editor', body });
    };
    await openSignedIn(page, site, pageOf(accepted));
    await expect(state).toContainText('With the editors.');
    await main.getByRole('button', { name: 'Edit' }).click();
    const edited = page.getByRole('form', { name: 'Edit “In passing”' }).getByLabel('Article summary');
    await edited.fill('Typed before the note came.');
    await request();
    await expect(form.getByLabel('Article summary')).toHaveValue('Typed before the note came.');
    await expect(form.getByRole('button', { name: 'Send it again' })).toBeVisible();
    await site.send('POST', `${accepted}/accept`, { as: 'editor' });
    await expect(state).toContainText('Accepted.');
    await form.getByRole('button', { name: 'Send it again' }).click();
    await expect(form.getByRole('alert')).toContainText('Nobody has asked for changes');
    await expect(form.getByLabel('Article summary')).toHaveValue('Typed before the note came.');
    // The form that is closed and the one that follows it may save the draft at the same time: one of them is refused.
    const isOutdated = (fault: string) => fault.includes('status of 412');
    expect(faults.filter(isOutdated).length).toBeLessThanOrEqual(1);
    const others = faults.splice(0).filter((fault) => !isOutdated(fault));
    expect(others).toEqual([expect.stringContaining('status of 409')]);
    await page.evaluate(() => localStorage.clear());
    page.once('dialog', (dialog) => void dialog.accept());
    await reload(page);
    await expect(form).toHaveCount(0);
  });
  await step('a pitch with requested changes is withdrawn after a confirmation', async () => {
    const withdrawn = await site.pitch(samplePitch(1, { articleTitle: 'A slip' }));
    await site.send('POST', `${withdrawn}/request-changes`, { as: 'editor', body: { note: 'Longer.' } });
    await openSignedIn(page, site, pageOf(withdrawn));
    await expect(page.getByRole('form', { name: 'Work on “A slip”' })).toBeVisible();
    const question = page.getByRole('alertdialog', { name: 'Withdraw this pitch?' });
    await main.getByRole('button', { name: 'Withdraw' }).click();
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await expect(toastOf(page)).toContainText('Your pitch is withdrawn.');
    await expect(state).toContainText('Withdrawn.');
    await expect(title).toBeFocused();
    await expect(page.getByRole('form', { name: /A slip/ })).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'Pitch again' })).toBeVisible();
    await expectAccessibleOnDesktop('a withdrawn pitch');
  });
  expect(faults.splice(0)).toEqual([]);
  await step('another writer gets 404, as for an unknown pitch', async () => {
    for (const path of [
      pageOf(declined),
      '/profile/pitches/5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c',
      '/profile/pitches/x',
    ]) {
      await openAs(page, site, 'pitcher', path);
      await expect(title).toHaveText('Submission Not Found');
      await expect(main).not.toContainText('shoes');
      expect(faults.splice(0)).toEqual([expect.stringContaining('status of 404')]);
    }
    await expectAccessibleOnDesktop('a pitch that is not there');
  });
});
