import { type APIRequestContext, expect } from '@playwright/test';
import { expectToast, open, openThreeBrowsers } from '../../../infra/e2e/browsers.ts';
import { createNewsroom, join, joinAsEditor, pitch } from '../../../infra/e2e/newsroom.ts';
import { runsAllChecks, test } from '../../../tools/testing/started-system.ts';
import { expectAccessible } from '../axe.ts';

const { step } = test;
const subscribers = 200;
const wholeLetter = 'Dear reader,\n\nthe tide is in.\nThe editors';
const texts = {
  fullName: 'Other Issue Editor',
  age: 16,
  section: 'view',
  articleSummary: 'What the water brings.',
  fullEssay: 'The water brings what it brings.',
};

async function send(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

/** All URLs in a part of a message, without duplicates. */
const linksOf = (body = '') => [
  ...new Set(Array.from(body.matchAll(/https?:[^\s"<>)]+/g), ([link]) => link.replaceAll('&amp;', '&'))),
];

test('an editor composes an issue, and readers see all of it at once', async ({ browser, request, journal }, {
  repeatEachIndex,
}) => {
  const newsroom = createNewsroom(request);
  const number = 300 + repeatEachIndex;
  const titles = ['Anchorage', 'Breakwater', 'Capstan'].map((word) => `${word} ${number}`);
  const [first = '', second = '', third = ''] = titles;
  const fourth = `Dockside ${number}`;
  const pitched = [`Estuary ${number}`, `Fairway ${number}`];
  const [fifth = ''] = pitched;
  const everything = [...titles, ...pitched, fourth];
  const year = new Date().getUTCFullYear() + 1;
  const [editors, readers, others] = await openThreeBrowsers(browser, '203.0.113', 180 + 3 * repeatEachIndex);
  const { page } = editors;
  const main = page.getByRole('main');
  await joinAsEditor(others.page.request, {
    fullName: 'Other Issue Editor',
    email: `other-issues-${repeatEachIndex}@journal.example`,
  });
  // The issue is made by a user with only the editor role; the second one is an administrator.
  const email = `issues-${repeatEachIndex}@journal.example`;
  await join(page.request, { fullName: 'Issue Editor', email });
  let token: string | undefined;
  await expect
    .poll(async () => {
      const mail = await journal.mailbox.find(email, 'confirm your address');
      [, token] = /\/confirm-email\?token=([\w-]+)/.exec(mail ?? '') ?? [];
      return token;
    })
    .toBeDefined();
  await send(page.request, '/api/auth/email-confirmation', { token });
  await send(others.page.request, '/api/newsroom/people', { email, role: 'editor' });
  let seen = '';
  for (const title of titles) seen = (await newsroom.publish({ title })).position;
  await page.request.get('/api/articles', { headers: { 'journal-position': seen } });
  const path = `/issues/${number}`;
  const heading = readers.page.getByRole('heading', { level: 1 });
  const reads = readers.page.request;
  /** Titles of the newest articles, as readers see them. */
  async function listedTitles(): Promise<string[]> {
    const listed = await reads.get('/api/articles?limit=10');
    return ((await listed.json()) as { title: string }[]).map(({ title }) => title);
  }

  const addresses = Array.from({ length: subscribers }, (_, n) => `reader-${n}@issue-${number}.example`);
  const mailed = (subject: string) => journal.mailbox.messages(`@issue-${number}.example`, subject);
  /** Sends a request from a given network; many can run at the same time. */
  const post = async (path: string, data: object, network = '198.51.100.9') => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': network };
    const answer = await fetch(journal.url + path, { method: 'POST', headers, body: JSON.stringify(data) });
    return answer.status;
  };
  /** Resolves once all readers have confirmed that they want the newsletter. */
  async function subscribe(): Promise<void> {
    const statuses = await Promise.all(
      addresses.map((email, n) =>
        post('/api/newsletter/subscriptions', { email }, `198.51.100.${1 + (n % 8)}`),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([202]));
    const confirmations = () => mailed('confirm your subscription');
    await expect.poll(async () => (await confirmations()).length, { timeout: 60_000 }).toBe(subscribers);
    const tokens = (await confirmations()).map(
      ({ text = '' }) => /\/newsletter\/confirm\?token=([\w-]+)/.exec(text)?.[1],
    );
    const confirmed = await Promise.all(
      tokens.map((token) => post('/api/newsletter/confirmation', { token })),
    );
    expect(new Set(confirmed)).toEqual(new Set([200]));
  }

  await step('the issue is opened with a number, a date and a working title', async () => {
    await open(page, '/admin');
    await main.getByRole('link', { name: 'Issues' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible();
    await expectAccessible(page, 'the issues of the newsroom');
    await main.getByRole('button', { name: 'Open an issue…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Number').fill(String(number));
    await dialog.getByRole('button', { name: 'Open Issue' }).click();
    await expect(dialog.getByLabel('Date')).toHaveAccessibleDescription('Date is required');
    await dialog.getByLabel('Date').fill('0020-01-31');
    await dialog.getByLabel('Working title (optional)').fill(`Harbour ${number}`);
    await dialog.getByRole('button', { name: 'Open Issue' }).click();
    await expect(dialog.getByLabel('Date')).toHaveAccessibleDescription(
      'Date must be a day between 1900 and 2199',
    );
    await dialog.getByLabel('Date').fill('2027-01-31');
    await expectAccessible(page, 'an issue that is opened');
    await dialog.getByRole('button', { name: 'Open Issue' }).click();
    await page.waitForURL(`/admin${path}`);
    await expect(main.getByRole('heading', { level: 1, name: `Harbour ${number}` })).toBeVisible();
  });
  if (runsAllChecks())
    await step('an issue opened with a wrong number is discarded', async () => {
      const wrong = number * 10;
      await send(page.request, '/api/issues', { number: wrong, date: '2027-01-31' });
      await open(others.page, `/admin/issues/${wrong}`);
      await open(page, `/admin/issues/${wrong}`);
      await main.getByRole('button', { name: 'Discard…' }).click();
      await expectAccessible(page, 'an issue that is discarded');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await expectToast(page, 'The issue is discarded.');
      await expect(main.getByRole('link', { name: `Harbour ${number}` })).toBeVisible();
      await expect(main.getByRole('link', { name: `Issue ${wrong}`, exact: true })).toHaveCount(0);
      // A user who has the issue open sees it disappear.
      await expect(others.page.getByRole('heading', { level: 1 })).toHaveText('Issue Not Found');
      await open(page, `/admin${path}`);
    });
  await step(
    'articles are placed, reordered by keyboard and by dragging, and divided by a heading',
    async () => {
      await main.getByLabel('Title or author').fill(String(number));
      for (const title of titles) await main.getByRole('button', { name: `Add ${title}` }).click();
      const placed = main.getByRole('list', { name: 'Pieces in their order' }).getByRole('listitem');
      await main.getByRole('button', { name: `Up ${third}` }).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await expect(main.getByRole('status').filter({ hasText: /./ })).toHaveText(
        `${third} is now number 1 of 3.`,
      );
      await page.setViewportSize({ width: 1280, height: 800 });
      await placed.nth(2).locator('.placed-name').dragTo(placed.nth(1).locator('.placed-name'));
      for (const [place, title] of [third, second, first].entries())
        await expect(placed.nth(place)).toContainText(title);
      await placed.nth(1).getByLabel('Heading above it (optional)').fill('At the quay');
      await main.getByRole('button', { name: 'Save Pieces' }).click();
      await expectToast(page, 'The pieces are saved.');
      await main.getByLabel('Letter from the editors (optional)').fill(wholeLetter);
      await main.getByRole('button', { name: 'Save', exact: true }).click();
      await expectToast(page, 'Saved.');
      await main.locator('.issue-preview summary').click();
      await expect(main.locator('.issue-preview')).toContainText('the tide is in.');
      await expectAccessible(page, 'an issue that is composed');
    },
  );
  if (runsAllChecks())
    await step(
      'two editors change it at the same time, and neither overwrites the other or loses text',
      async () => {
        const theirs = others.page.getByRole('main');
        await open(others.page, `/admin${path}`);
        await theirs.getByLabel('Letter from the editors (optional)').fill('Dear reader, it is low tide.');
        await theirs.getByRole('button', { name: `Down ${third}` }).click();
        await main.getByRole('button', { name: `Remove ${first}` }).click();
        await expect(main.getByText('Save what you have changed before you publish it.')).toBeVisible();
        await main.getByRole('button', { name: 'Save Pieces' }).click();
        await expectToast(page, 'The pieces are saved.');
        // A change of the pieces does not conflict with one of the letter.
        await theirs.getByRole('button', { name: 'Save', exact: true }).click();
        await expectToast(others.page, 'Saved.');
        await expect(theirs.getByText('Someone else has changed the pieces in the meantime.')).toContainText(
          `${third} · ${second}.`,
        );
        await expect(theirs.getByRole('listitem').filter({ hasText: first })).toBeVisible();
        await expectAccessible(others.page, 'an issue of which others have changed the pieces');
        await theirs.getByRole('button', { name: 'Save Pieces' }).click();
        await expectToast(others.page, 'The pieces are saved.');
        await main.getByLabel('Title (optional)').fill(`Lock ${number}`);
        await main.getByLabel('Letter from the editors (optional)').fill('Dear reader, mind the lock.');
        await main.getByRole('button', { name: 'Save', exact: true }).click();
        await main.getByRole('group', { name: 'Letter' }).getByLabel('Take theirs').check();
        await expectAccessible(page, 'an issue of which others have changed the letter');
        await main.getByRole('button', { name: 'Save what I chose' }).click();
        await expectToast(page, 'Saved.');
        await expect(main.getByRole('heading', { level: 1 }).first()).toHaveText(`Lock ${number}`);
        await expect(main.getByLabel('Letter from the editors (optional)')).toHaveValue(
          'Dear reader, it is low tide.',
        );
        await main.getByLabel('Title (optional)').fill(`Harbour ${number}`);
        await main.getByLabel('Letter from the editors (optional)').fill(wholeLetter);
        await main.getByRole('button', { name: 'Save', exact: true }).click();
        await expectToast(page, 'Saved.');
        const placed = main.getByRole('list', { name: 'Pieces in their order' }).getByRole('listitem');
        await expect(placed.locator('.placed-name')).toContainText([second, third, first]);
        await main.getByRole('button', { name: `Up ${third}` }).click();
        await main.getByRole('button', { name: 'Save Pieces' }).click();
        await expectToast(page, 'The pieces are saved.');
      },
    );
  await step('accepted pitches are placed like articles, and wait for the issue', async () => {
    const theirs = others.page.getByRole('main');
    const [waiting] = await Promise.all(
      pitched.map(async (articleTitle) => {
        const id = await pitch(others.page.request, { ...texts, articleTitle });
        await send(page.request, `/api/submissions/${id}/accept`, { issueNumber: number });
        return id;
      }),
    );
    await newsroom.publish({ title: fourth });
    const takenBack = `Gale ${number}`;
    const gone = await pitch(others.page.request, { ...texts, articleTitle: takenBack });
    await send(page.request, `/api/submissions/${gone}/accept`, { issueNumber: number });
    await open(others.page, `/profile/pitches/${waiting}`);
    await expect(theirs.getByText(`Accepted for issue ${number}.`)).toBeVisible();
    for (const title of [...pitched, fourth, takenBack])
      await main.getByRole('button', { name: `Add ${title}` }).click();
    await main.getByRole('button', { name: 'Save Pieces' }).click();
    await expectToast(page, 'The pieces are saved.');
    // Open pages show the new states of the pitches.
    await expect(theirs.getByText(`Waits for issue ${number}.`)).toBeVisible();
    await send(others.page.request, `/api/submissions/${gone}/withdraw`, {});
    await expect(
      main.getByText('Its writer has withdrawn it: the issue comes out without it.'),
    ).toBeVisible();
    await main.getByRole('button', { name: `Remove ${takenBack}` }).click();
    await main.getByRole('button', { name: 'Save Pieces' }).click();
    await expectToast(page, 'The pieces are saved.');
    await main.locator('.issue-preview').getByRole('link', { name: fifth }).waitFor();
    await expectAccessible(page, 'an issue that pitches wait for');
  });
  if (runsAllChecks())
    await step('its publication is planned, shown to others, and cancelled', async () => {
      await main.getByRole('button', { name: 'Plan…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^Date and time/).fill(`${year}-03-29T08:00`);
      await expectAccessible(page, 'the plan of an issue');
      await dialog.getByRole('button', { name: 'Plan' }).click();
      await expectToast(page, 'Publication planned.');
      await expect(main.locator('.planned')).toContainText(`Planned for `);
      await expect(main.locator('.planned')).toContainText(`29 Mar ${year}, 08:00 (`);
      await open(others.page, '/admin/issues');
      const row = others.page.getByRole('listitem').filter({ hasText: `Harbour ${number}` });
      await expect(row).toContainText(`29 Mar ${year}, 08:00`);
      await expect(row).toContainText('6 pieces');
      await expect(row).toHaveCSS('border-bottom-style', 'solid');
      await main.getByRole('button', { name: 'Cancel plan' }).click();
      await expectToast(page, 'The plan is cancelled.');
      await expect(main.locator('.planned')).toHaveCount(0);
    });
  await step('readers see nothing of it before its planned time, and then all of it', async () => {
    expect((await readers.page.goto(path))?.status()).toBe(404);
    await expect(heading).toHaveText('Issue Not Found');
    const at = new Date(Date.now() + 2_000).toISOString();
    await send(page.request, `/api${path}/publish`, { at });
    // Reads the lists first and the issue second: a reader who sees a piece must see the issue.
    const observed = new Set<string>();
    const published = expect
      .poll(
        async () => {
          const seen = (await listedTitles()).filter((title) => pitched.includes(title));
          const status = (await reads.get(`/api${path}`)).status();
          observed.add(`${seen.length} pieces, ${status}`);
          return status;
        },
        { intervals: [50], timeout: 60_000 },
      )
      .toBe(200);
    // Plans are polled every few seconds; readers subscribe meanwhile.
    await Promise.all([published, subscribe()]);
    const whole = ['0 pieces, 404', '0 pieces, 200', '2 pieces, 200'];
    expect([...observed].filter((one) => !whole.includes(one))).toEqual([]);
    const out: { publishedAt: string; pieces: object[] } = await (await reads.get(`/api${path}`)).json();
    expect(Date.parse(out.publishedAt)).toBeGreaterThanOrEqual(Date.parse(at));
    expect(out.pieces).toHaveLength(6);
    // The page that is open shows it.
    await expect(main.getByRole('link', { name: 'View issue' })).toBeVisible();
    await expect(main.getByRole('list', { name: 'Pieces in their order' })).not.toContainText('A pitch');
    await expect(async () => {
      await open(readers.page, '/issues');
      await expect(readers.page.getByRole('link', { name: `Harbour ${number}` })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expectAccessible(readers.page, 'the archive of issues');
    const inHead = readers.page.getByRole('banner').getByRole('link', { name: `Issue No. ${number} ·` });
    // A page is sent without reads that take too long.
    await expect(async () => {
      await open(readers.page, '/');
      await expect(inHead).toHaveAttribute('href', path, { timeout: 1_000 });
    }).toPass();
    const band = readers.page.getByRole('region', { name: 'The Newest Issue' });
    const inside = band.getByRole('list', { name: 'In this issue' }).getByRole('listitem');
    await expect(inside).toHaveText([third, second, first, ...pitched, fourth]);
    await expectAccessible(readers.page, 'Home with the newest issue');
    await band.getByRole('link', { name: `Harbour ${number}` }).click();
    await expect(heading).toHaveText(`Harbour ${number}`);
    const reader = readers.page.getByRole('main');
    await expect(reader.getByRole('heading', { level: 3 })).toHaveText([
      ...[third, second, first],
      ...[...pitched, fourth],
    ]);
    await expect(reader.getByRole('heading', { name: 'At the quay' })).toBeVisible();
    const letter = reader.getByText('the tide is in.');
    const lines = /^the tide is in\.\nThe editors$/;
    await expect(letter).toHaveText(lines, { useInnerText: true });
    await expectAccessible(readers.page, 'an issue');
    const downloading = readers.page.waitForEvent('download');
    await reader.getByRole('link', { name: 'Download as EPUB' }).click();
    expect((await downloading).suggestedFilename()).toBe(`issue-${number}.epub`);
    await reader.getByRole('link', { name: 'Print or save as PDF' }).click();
    await expect(reader.getByRole('heading', { level: 2 })).toHaveText([
      'In this issue',
      'Letter from the editors',
      ...[third, second, first],
      ...[...pitched, fourth],
    ]);
    await expect(letter).toHaveText(lines, { useInnerText: true });
    await expectAccessible(readers.page, 'an issue to print');
    const pdf = String(await readers.page.pdf({ preferCSSPageSize: true, tagged: true, outline: true }));
    // The cover, the contents with the letter, and each piece start on a separate page.
    expect(pdf.match(/\/Type \/Page$/gm)?.length).toBeGreaterThanOrEqual(2 + everything.length);
    const headings = Array.from(pdf.matchAll(/\/Title \((.*?)\)/g), ([, text]) => text);
    expect(headings).toEqual(expect.arrayContaining(['Letter from the editors', ...everything]));
    await reader.getByRole('link', { name: 'Back to the issue' }).click();
    await readers.page.waitForURL(path);
    await expect(reader.getByRole('heading', { level: 3, name: first })).toBeVisible();
    await readers.page.emulateMedia({ media: 'print' });
    await expect(readers.page.getByRole('banner')).toBeVisible();
    await readers.page.emulateMedia({ media: null });
    await reader.getByRole('link', { name: first }).click();
    await expect(heading).toHaveText(first);
    const inIssue = reader.getByRole('region', { name: 'In this issue' });
    await expect(inIssue.getByRole('listitem')).toHaveText([third, second, first, ...pitched, fourth]);
    await inIssue.getByRole('link', { name: third }).click();
    await expect(heading).toHaveText(third);
    await expectAccessible(readers.page, 'an article of an issue');
    await reader.getByRole('link', { name: `Issue ${number}: Harbour ${number}` }).click();
    await expect(heading).toHaveText(`Harbour ${number}`);
  });
  await step('an editor previews and sends the mailing, and each subscriber gets one copy', async () => {
    await main.getByRole('link', { name: 'Mailing' }).click();
    await expect(main.getByRole('heading', { name: `Mailing: Harbour ${number}` })).toBeVisible();
    await open(others.page, `/admin${path}/mailing`);
    const theirs = others.page.getByRole('main');
    await theirs.getByRole('link', { name: 'Sending mail' }).click();
    const found = theirs.getByRole('list', { name: 'What was found' });
    await expect(found.getByRole('heading', { name: 'Address of the journal' })).toBeVisible();
    await expectAccessible(others.page, 'what is missing to send mail');
    await main.getByText('As a mail', { exact: true }).click();
    const mail = main.frameLocator('iframe');
    await expect(mail.getByText('the tide is in.')).toBeVisible();
    await main.getByText('As a mail', { exact: true }).click();
    await main.getByText('As plain text', { exact: true }).click();
    await expect(main.locator('.mail-text')).toContainText('the tide is in.');
    await expectAccessible(page, 'the mailing of an issue before it is prepared');
    await main.getByRole('button', { name: 'Prepare Mailing' }).click();
    await main.getByLabel('Send a test to').fill(`test@issue-${number}.example`);
    await main.getByRole('button', { name: 'Send Test' }).click();
    await expectToast(page, 'A test is on its way.');
    await expect
      .poll(async () => (await mailed(`Harbour ${number}`)).map(({ subject }) => subject))
      .toEqual([expect.stringContaining(`[Test] The Forum: Harbour ${number}`)]);
    // Other tests may have added subscribers.
    const expected = async () =>
      Number(
        /go to ([\d,]+)/
          .exec((await main.getByText('It would go to').textContent()) ?? '')?.[1]
          ?.replace(',', ''),
      );
    await expect.poll(expected).toBeGreaterThanOrEqual(subscribers);
    await expectAccessible(page, 'a mailing that is prepared');
    await main.getByRole('button', { name: 'Start…' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('can’t be recalled');
    await question.getByRole('button', { name: /^Send to [\d,]+ people$/ }).click();
    await expect(main.getByRole('status').first()).toHaveText('Completed', { timeout: 60_000 });
    await expect(main.getByText(/^[\d,]+ sent$/)).toBeVisible();
    await expectAccessible(page, 'a mailing that has gone out');
    const copies = (await mailed(`Harbour ${number}`)).filter(
      ({ subject }) => !subject?.startsWith('[Test]'),
    );
    expect(copies.map(({ to }) => to?.[0]?.address).sort()).toEqual(addresses.sort());
    for (const { subject, text, html } of copies) {
      expect(subject).toContain(`Harbour ${number}`);
      for (const body of [text, html]) for (const title of everything) expect(body).toContain(title);
      expect(linksOf(html)).toEqual(expect.arrayContaining(linksOf(text)));
    }
    const messageIds = copies.map(({ messageId }) => messageId);
    expect(new Set(messageIds).size).toBe(subscribers);
    const links = linksOf(copies[0]?.html);
    // The issue, its pieces, sections or the pitch page, and unsubscribing.
    expect(links.length).toBeGreaterThanOrEqual(everything.length + 2);
    for (const link of links) expect((await reads.get(link)).status(), link).toBe(200);
    // Mail programs unsubscribe with one click and without cookies.
    const [copy] = copies;
    const oneClick = copy?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const [, way = ''] = /<(https?:[^>]+)>/.exec(oneClick) ?? [];
    const left = await request.post(way, { form: { 'List-Unsubscribe': 'One-Click' } });
    expect(left.status()).toBe(200);
    await main.getByRole('link', { name: `Issue ${number}` }).click();
  });
  await step('readers see a change and a withdrawal without a reload', async () => {
    await main.getByLabel('Title (optional)').fill(`Lagoon ${number}`);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Saved.');
    await expect(heading).toHaveText(`Lagoon ${number}`);
    await main.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expectToast(page, 'The issue is withdrawn.');
    await expect(heading).toHaveText('Issue Withdrawn');
    await expectAccessible(readers.page, 'an issue that was taken back');
    for (const end of ['', '/print', '/issue.epub', '/cover.png'])
      expect((await reads.get(`${path}${end}`)).status()).toBe(410);
    // The articles stay published.
    expect(await listedTitles()).toEqual(expect.arrayContaining(pitched));
  });
  if (runsAllChecks())
    await step('a planned issue is published before its time', async () => {
      await send(page.request, `/api${path}/publish`, { at: `${year}-03-29T06:00:00Z` });
      await expect(main.locator('.planned')).toContainText(`29 Mar ${year}`);
      await expectAccessible(page, 'an issue that is planned');
      await main.getByRole('button', { name: 'Publish…' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('It will not wait for the planned time.');
      await question.getByRole('button', { name: 'Publish' }).click();
      await expectToast(page, 'The issue is out.');
      await expect(main.locator('.planned')).toHaveCount(0);
      await expect.poll(async () => (await reads.get(`/api${path}`)).status()).toBe(200);
      await main.getByRole('link', { name: 'History' }).click();
      await expect(main.locator('.version')).toHaveCount(20);
      await expect(main.getByRole('link', { name: 'Audit' })).toHaveCount(0);
      await expectAccessible(page, 'the history of an issue', ['']);
      await open(others.page, '/admin/audit');
      const entries = others.page.locator('.audit-entry');
      await expect(entries.first()).toContainText('Published an issue');
      await expect(entries.nth(1)).toContainText('Planned the publication of an issue');
      await expect(entries.nth(2)).toContainText('Withdrew an issue');
    });
  const faults = [...editors.faults, ...readers.faults, ...others.faults];
  expect(faults.filter((fault) => !/\b(?:404|410|412)\b/.test(fault))).toEqual([]);
});
