import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test } from '../../tools/testing/started-system.ts';
import { editorBrowser, expectToast, open, openThreeBrowsers } from './browsers.ts';
import { createNewsroom, join, joinAsEditor, pitch } from './newsroom.ts';

const { step } = test;

const note = 'A strong beginning.\n\nPlease say what your brother did when he had won.';
const reply = 'He kept it until dessert. I added that.';
const texts = {
  fullName: 'Sample Writer',
  age: 15,
  school: null,
  section: 'view',
  articleSummary: 'What two people at one table want.',
  fullEssay: `${'It began with a word. '.repeat(100).trim()}\n\nIt ended with another.`,
};

/** Actions of an editor on the pitch that is open in the reader of a desk. */
function deskOf(page: Page) {
  const { rowOf, reader } = editorBrowser(page);
  return {
    rowOf,
    reader,
    dialog: page.getByRole('dialog'),
    read: (title: string) => rowOf(title).getByRole('heading').getByRole('link').click(),
    press: (name: string) => reader.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
  };
}

async function send(request: APIRequestContext, path: string, data?: object): Promise<void> {
  const answer = await request.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

test('a pitch is returned for changes, sent again, accepted, scheduled and published', async ({
  browser,
  request,
  journal,
}, { repeatEachIndex }) => {
  const person = (name: string) => ({
    fullName: `Sample ${name}`,
    email: `${name}-${repeatEachIndex}@desk.example`.toLowerCase(),
  });
  const [writers, editors, others] = await openThreeBrowsers(
    browser,
    '198.51.100',
    120 + 3 * repeatEachIndex,
  );
  await join(writers.page.request, person('Writer'));
  await joinAsEditor(editors.page.request, person('Editor'));
  await joinAsEditor(others.page.request, person('Other'));
  const pitched = `The argument I lost ${repeatEachIndex}`;
  const argument = await pitch(writers.page.request, { ...texts, articleTitle: pitched });
  /** Resolves with the message with this subject once it has arrived. */
  async function mailed(subject: string, to = 'Writer'): Promise<string> {
    let message: string | undefined;
    await expect
      .poll(async () => {
        message = await journal.mailbox.find(person(to).email, subject);
        return message;
      })
      .toBeDefined();
    return message ?? '';
  }
  const desk = deskOf(editors.page);
  const { dialog } = desk;
  const main = writers.page.getByRole('main');
  const state = main.locator('.own-pitch-state');
  const form = writers.page.getByRole('form', { name: `Work on “${pitched}”` });

  // Plans are checked every few seconds: this one is carried out while the pitch is being discussed.
  const outdated = await createNewsroom(request).publish({ title: `Until today ${repeatEachIndex}` });
  const article = `/api/articles/${outdated.id}`;
  const headline = others.page.getByRole('heading', { level: 1 });
  await step('the editor schedules another article to be taken down', async () => {
    await others.page.request.get(article, { headers: { 'journal-position': outdated.position } });
    await open(others.page, `/article/${outdated.id}`);
    await expect(headline).toContainText('Until today');
    const unpublishAt = new Date(Date.now() + 1_000).toISOString();
    await send(editors.page.request, `${article}/schedule-unpublish`, { unpublishAt });
  });
  await step(
    'the editor requests changes, is notified of a concurrent assignment, and keeps the note',
    async () => {
      await open(editors.page, '/admin?tab=submissions');
      await desk.read(pitched);
      await desk.press('Request changes…');
      await dialog.getByLabel('Note').fill(note);
      const { id } = await (await others.page.request.get('/api/auth/session')).json();
      await send(others.page.request, `/api/submissions/${argument}/assign`, { userId: id });
      await dialog.getByRole('button', { name: 'Request changes' }).click();
      await expect(dialog.getByRole('alert')).toContainText('It is “Reading” now. Assignee: Sample Other.');
      await expect(dialog.getByLabel('Note')).toHaveValue(note);
      editors.faults.splice(0);
      await dialog.getByRole('button', { name: 'Request changes' }).click();
      await expectToast(editors.page, 'Changes requested.');
    },
  );
  await step(
    'the writer gets a mail, reads the note beside the text, and sends the pitch again',
    async () => {
      const mail = await mailed('An editor has answered');
      expect(mail).toContain(`/profile/pitches/${argument}`);
      expect(mail).not.toContain('your brother');
      await open(writers.page, `/profile/pitches/${argument}`);
      await expect(state).toContainText('An editor has a note for you.');
      await expect(main.getByRole('complementary')).toContainText('Please say what your brother did');
      await form.getByLabel('Article title').fill(`${pitched} at dinner`);
      await form.getByLabel('Your reply to the editors').fill(reply);
      await form.getByRole('button', { name: 'Send it again' }).click();
      await expect(state).toContainText('Back with the editors.');
      expect(await mailed('A pitch is back', 'Other')).toContain(`#${argument}`);
    },
  );
  const title = `${pitched} at dinner`;
  await step(
    'the editor ticks a point of the checklist, accepts the pitch, and the writer gets a mail',
    async () => {
      await expect(desk.rowOf(title)).toContainText('Back from the writer');
      await desk.read(title);
      const checklist = desk.reader.locator('.checklist');
      await checklist.locator('summary').click();
      await checklist.getByRole('checkbox', { name: /^The people named have agreed/ }).check();
      await expect(checklist).toContainText('Noted on');
      await desk.press('Accept…');
      await dialog.getByRole('button', { name: 'Accept' }).click();
      await expectToast(editors.page, 'Submission accepted.');
      await expect(state).toContainText('Accepted.');
      expect(await mailed('is accepted')).toContain(`/profile/pitches/${argument}`);
    },
  );
  await step('the editor schedules publication in the journal’s time zone, and cancels it', async () => {
    const year = new Date().getUTCFullYear() + 1;
    await desk.read(title);
    await desk.press('Schedule…');
    const time = dialog.getByLabel('Date and time (Asia/Kathmandu)');
    const plan = dialog.getByRole('button', { name: 'Plan' });
    await plan.click();
    await expect(dialog).toContainText('Choose a date and a time');
    await time.fill('2020-01-01T08:00');
    await expect(dialog).toContainText('This time has passed');
    await time.fill(`${year}-03-29T08:00`);
    await plan.click();
    await expectToast(editors.page, 'Publication planned.');
    await desk.read(title);
    await expect(desk.reader).toContainText(`29 Mar ${year}, 08:00 (Asia/Kathmandu)`);
    await expect(state).toContainText(`March 29, ${year}, at 08:00 (Asia/Kathmandu).`);
    await desk.press('Cancel plan');
    await expect(state).toContainText('Accepted.');
  });
  await step(
    'the pitch is published automatically at the scheduled time, and the writer gets a mail',
    async () => {
      const publishAt = new Date(Date.now() + 2_000).toISOString();
      await send(editors.page.request, `/api/submissions/${argument}/schedule`, { publishAt });
      await expect(state).toContainText('Published.', { timeout: 30_000 });
      await expect(desk.rowOf(title)).toHaveCount(0);
      await state.getByRole('link', { name: 'Read it in the journal' }).click();
      await writers.page.waitForURL('**/article/*');
      await expect(writers.page.getByRole('heading', { level: 1 })).toHaveText(title);
      expect(await mailed('is published')).toContain(new URL(writers.page.url()).pathname);
    },
  );
  await step('the other article is taken down as scheduled, and the editor restores it', async () => {
    await expect(headline).toHaveText('Article Not Found', { timeout: 30_000 });
    await send(editors.page.request, `${article}/restore`);
  });
  await step('the audit shows who decided what', async () => {
    await open(editors.page, `/admin/audit?q=${encodeURIComponent(pitched)}`);
    const entries = editorBrowser(editors.page).audit;
    const told = [
      ['Sample Editor', 'Published an article'],
      ['Sample Editor', 'Published a pitch'],
      ['Sample Editor', 'Planned the publication of a pitch'],
      ['Sample Editor', 'Cancelled the planned publication of a pitch'],
      ['Sample Editor', 'Planned the publication of a pitch'],
      ['Sample Editor', 'Accepted a pitch'],
      ['Sample Editor', 'Noted that the people named in a pitch have agreed'],
      ['Sample Writer', 'Sent a pitch again'],
      ['Sample Editor', 'Asked for changes to a pitch'],
      ['Sample Other', 'Assigned a pitch'],
      ['Sample Writer', 'Sent a pitch'],
    ];
    await expect(entries).toHaveCount(told.length);
    for (const [index, words] of told.entries())
      for (const word of words) await expect(entries.nth(index)).toContainText(word);
    const ofOther = await editors.page.request.get(`/api/audit?entity=article:${outdated.id}`);
    const steps: { actor: { name: string }; kind: string }[] = await ofOther.json();
    expect(steps.slice(0, -1).map(({ actor, kind }) => [actor.name, kind])).toEqual([
      ['Sample Editor', 'ArticleRestored'],
      ['Sample Editor', 'ArticleDeleted'],
      ['Sample Editor', 'ArticleUnpublishScheduled'],
    ]);
  });
  expect(editors.faults).toEqual([]);
  for (const { faults } of [writers, others])
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});
