import { expect, problem, sampleArticle, samplePitch, signIn, test } from './test.ts';

const { step } = test;
test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

test('without scripts a visitor reaches every page, reads and searches', async ({ page, site }) => {
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const latest = page.getByRole('region', { name: 'Latest Articles' });

  await step('the menu leads to the links of the site', async () => {
    await page.goto(site.url);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await page.getByRole('link', { name: 'Menu' }).click();
    await expect(page).toHaveURL(/#site-links$/);
    const links = page.locator('#site-links');
    await expect(links).toBeInViewport();
    await links.getByRole('link', { name: 'The Culture' }).click();
    await expect(title).toHaveText('The Culture');
  });

  await step('Home is filtered and paginated by plain links', async () => {
    await page.goto(site.url);
    await latest.getByRole('link', { name: 'Essays' }).click();
    await expect(page).toHaveURL(/\?section=view(#latest)?$/);
    await expect(latest.getByRole('link', { name: 'Essays' })).toHaveAttribute('aria-current', 'true');
    await expect(latest.getByRole('article')).toHaveCount(6);
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The View'));
    const before = await latest.getByRole('heading', { level: 3 }).allTextContents();
    await latest.getByRole('link', { name: 'Load More Articles' }).click();
    await expect(page).toHaveURL(/\?section=view&after=\d+/);
    await expect(latest.getByRole('article')).toHaveCount(4);
    const after = await latest.getByRole('heading', { level: 3 }).allTextContents();
    expect(after.filter((one) => before.includes(one))).toEqual([]);
    await expect(latest.getByRole('link', { name: 'Load More Articles' })).toHaveCount(0);
    await latest.getByRole('link', { name: 'All' }).click();
    await expect(latest.getByRole('article')).toHaveCount(6);
  });

  await step('a search leads to results, further results and back, and to an article', async () => {
    await page.goto(`${site.url}/article/3`);
    await expect(page.locator('.prose > p').nth(1)).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await page.getByPlaceholder('Search articles...').fill('sample');
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    const results = main.locator('.result');
    await expect(page).toHaveURL(/\/search\?q=sample$/);
    await expect(results).toHaveCount(20);
    await page.getByRole('link', { name: 'More results' }).click();
    await expect(page).toHaveURL(/\/search\?q=sample&page=2$/);
    await expect(results).toHaveCount(10);
    await expect(main.getByRole('searchbox')).toHaveValue('sample');
    await page.getByRole('link', { name: 'Back to the best results' }).click();
    await expect(results).toHaveCount(20);
    site.fault(/ \/api\/search/, async () => problem('search-unavailable'));
    await page.goto(`${site.url}/search?q=sample`);
    await expect(main.getByText('Search failed')).toBeVisible();
    site.heal();
    await page.getByRole('link', { name: 'Try again' }).click();
    await results.first().getByRole('link').click();
    await expect(title).toHaveText('Sample article number 30');
  });

  await step('forms that need scripts say so, and send no fields in an address', async () => {
    await page.goto(`${site.url}/login`);
    await expect(title).toHaveText('Welcome Back');
    await expect(page.locator('main noscript p')).toContainText('This form needs JavaScript.');
    await expect(page.locator('main noscript p')).toBeVisible();
    await expect(page.locator('main form')).toHaveAttribute('method', 'post');
    await expect(main.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
    await page.goto(`${site.url}/contact`);
    await expect(page.locator('main noscript p')).toContainText('This form needs JavaScript.');
    await expect(main.getByRole('button', { name: 'Login Required' })).toBeDisabled();
    await expect(main.getByLabel('Full essay')).toBeDisabled();
    await expect(page.getByRole('heading', { name: 'Before You Write' })).toBeVisible();
    await expect(page.getByText('You must be logged in to submit an essay.')).toBeVisible();
  });

  await step(
    'pages do not follow changes, but show them after a reload, and a section is paginated',
    async () => {
      await page.goto(`${site.url}/culture`);
      for (let id = 31; id <= 45; id++)
        await site.publish(sampleArticle(id, { section: 'culture', title: `Published meanwhile ${id}` }));
      await page.reload();
      const list = page.getByRole('region', { name: 'Recent Reviews & Commentary' });
      await expect(list.getByRole('article').first()).toContainText('Published meanwhile 45');
      expect(site.followers).toBe(0);
      await expect(list.getByRole('article')).toHaveCount(24);
      await list.getByRole('link', { name: 'Load More Articles' }).click();
      await expect(page).toHaveURL(/\/culture\?after=\d+/);
      await expect(list.getByRole('article')).toHaveCount(1);
      await list.getByRole('link', { name: 'Back to the newest' }).click();
      await expect(list.getByRole('article')).toHaveCount(24);
    },
  );

  await step('an article of 60,000 characters is shown whole', async () => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, n) => `Paragraph ${n} begins. ${'word '.repeat(193)}ends ${n}.`,
    );
    const content = paragraphs.join('\n\n').slice(0, 60_000);
    const { id } = await site.publish(sampleArticle(46, { content }));
    await page.goto(`${site.url}/article/${id}`);
    const article = page.getByRole('article').first();
    await expect(article).toContainText('Paragraph 0 begins.');
    await expect(article).toContainText('Paragraph 58 begins.');
    expect(((await article.textContent()) ?? '').length).toBeGreaterThan(content.length - 1_000);
    expect(await page.locator('template').count()).toBe(0);
    const address = page.locator('.share noscript span');
    await expect(address).toHaveText(`Share this piece: https://journal.example/article/${id}`);
    await expect(address).toBeVisible();
    await expect(page.getByRole('link', { name: 'Share this piece' })).toBeHidden();
  });
});

test('without scripts, writers have their profile, and editors the history and the audit', async ({
  page,
  site,
}) => {
  const title = page.getByRole('heading', { level: 1 });
  const pitched = await site.pitch(samplePitch(1, { articleTitle: 'A pitch about rain' }));
  const { id } = await site.publish(sampleArticle(31, { title: 'On waking early' }));
  await site.edit(id, { title: 'On waking late', content: 'It was late.\n\nIt was dark.' }, 'editor');
  await site.edit(id, { featured: 1 });

  await step('a writer sees a page and their profile', async () => {
    await signIn(page, site, 'writer');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${site.url}/about`);
    await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
    await expect(title).toHaveText('Profile');
    const pitches = page.getByRole('region', { name: 'Your pitches' }).getByRole('listitem');
    await expect(pitches.first()).toContainText('With the editors.');
    await pitches.first().getByRole('link', { name: 'A pitch about rain' }).click();
    await expect(page.getByText('Paragraph 8 of pitch 1.')).toBeVisible();
    await site.send('POST', `${pitched}/request-changes`, { as: 'editor', body: { note: 'More rain.' } });
    await page.reload();
    await expect(page.getByText('More rain.')).toBeVisible();
    await expect(page.getByText('Paragraph 8 of pitch 1.')).toBeVisible();
    await expect(page.getByText('Opening the form...')).toBeHidden();
  });

  await step('an editor opens the history of an article', async () => {
    await signIn(page, site, 'editor');
    await page.goto(`${site.url}/admin/articles/${id}/history`);
    await page.getByRole('link', { name: 'Open version 2' }).click();
    await expect(page.locator('.version-title')).toHaveText([/^Version 2/, /^Version 1/]);
    const second = page.locator('.version').first();
    await expect(second.locator('.difference del').first()).toContainText('early');
    await second.getByText('The whole text as of version 2').click();
    await expect(second.getByText('It was dark.').last()).toBeVisible();
    await page.getByRole('link', { name: 'See the newest' }).click();
    await expect(page.locator('.version')).toHaveCount(3);
  });

  await step('an editor filters the audit', async () => {
    await page.goto(`${site.url}/admin/audit`);
    await page.getByLabel('What happened').selectOption('Sent a pitch');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByLabel('What happened')).toHaveValue('SubmissionPitched');
    await expect(page.locator('.audit-entry')).toHaveText(Array(4).fill(/Sent a pitch/));
  });
});
