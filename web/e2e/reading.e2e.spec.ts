import { expect, open, openAs, sampleArticle, test } from './test.ts';
import { hydrated, watchPage } from './watch-page.ts';

const { step } = test;

test('every page has its texts, between the masthead and the footer', async ({ page, site }) => {
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const region = (name: string) => page.getByRole('region', { name });
  const expectFrame = async () => {
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link', { name: 'The Forum' })).toHaveAttribute('href', '/');
    const links = banner.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveText(['Home', 'The Clash', 'The View', 'The Culture', 'Write for Us', 'About']);
    await expect(banner).toContainText(/Issue No\. \d+ · [A-Z][a-z]+ \d+, \d{4}/);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('aged 12-18');
    await expect(footer.getByRole('link')).toHaveText([
      'The Clash',
      'The View',
      'The Culture',
      'Home',
      'Write for Us',
      'About',
      'RSS',
      'Sign In',
      'Sign Up',
    ]);
    await expect(footer.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', '/feed.xml');
    await expect(page.locator('link[rel="alternate"][href="/feed.xml"]')).toHaveCount(1);
  };
  /** No control is there that does nothing. */
  const expectControls = async () => {
    await expect(page.getByRole('textbox')).toHaveCount(2);
    await expect(page.getByRole('textbox', { name: 'Search articles' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Get new issues by mail' })).toBeVisible();
    await expect(page.getByRole('button')).toHaveText(['Search', 'Subscribe']);
  };

  await step('Home', async () => {
    await page.goto(site.url);
    await expectFrame();
    await expectControls();
    await expect(title).toHaveText('The Forum');
    await expect(region('The Forum')).toContainText("Where young voices shape today's conversations.");
    await expect(region('The Forum').getByRole('listitem')).toHaveText([
      'Ages 12-18Authentic Voices',
      'First TakesFresh Perspectives',
      "Real ImpactToday's Conversations",
    ]);
    await expect(region('Featured This Week').getByRole('article')).toHaveCount(6);
    const latest = region('Latest Articles');
    await expect(latest.getByRole('article')).toHaveCount(6);
    const filters = latest.getByRole('navigation').getByRole('link');
    await expect(filters).toHaveText(['All', 'Debates', 'Essays', 'Culture']);
    await expect(latest.getByRole('link', { name: 'Load More Articles' })).toBeVisible();
    for (const [name, href] of [
      ['Read All Debates', '/clash'],
      ['Read All Essays', '/view'],
      ['Explore Culture', '/culture'],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
  });

  for (const [path, name, heading, points, colour] of [
    [
      '/clash',
      'The Clash',
      'Recent Debates',
      ['Multiple Perspectives', 'Respectful Discourse', 'Current Issues'],
      'rgb(196, 22, 42)',
    ],
    [
      '/view',
      'The View',
      'Recent Essays',
      ['Personal Stories', 'Evolving Perspectives', 'Authentic Voices'],
      'rgb(39, 70, 198)',
    ],
    [
      '/culture',
      'The Culture',
      'Recent Reviews & Commentary',
      ['Trend Analysis', 'Honest Reviews', 'Cultural Impact'],
      'rgb(10, 111, 71)',
    ],
  ] as const)
    await step(name, async () => {
      await page.goto(site.url + path);
      await expectFrame();
      await expect(title).toHaveText(name);
      await expect(title).toHaveCSS('color', colour);
      await expect(region(heading).getByRole('article')).toHaveCount(10);
      await expect(region(heading).locator('.badge')).toHaveText(Array(10).fill(name));
      await expect(region(`About ${name}`).getByRole('heading', { level: 3 })).toHaveText(points);
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
      await expect(link).toHaveAttribute('aria-current', 'page');
    });

  await step('About', async () => {
    await page.goto(`${site.url}/about`);
    await expectFrame();
    await expectControls();
    const values = region('What We Value').getByRole('heading', { level: 3 });
    await expect(values).toHaveText(['Inclusive Voices', 'Intellectual Growth', 'Authentic Impact']);
    await expect(region('How We Work').getByRole('listitem')).toHaveCount(4);
  });

  await step('Write for Us', async () => {
    await page.goto(`${site.url}/contact`);
    await expectFrame();
    await expect(title).toHaveText('Write for Us');
    await expect(main).toContainText("Submit by Sunday for the following week's issue.");
    await expect(main.getByText('You must be logged in to submit an essay.', { exact: true })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Login Required' })).toBeDisabled();
    await expect(main).toContainText('800-1200 Words');
    await expect(main).toContainText('contributors aged 12-18');
    for (const name of ['The Clash', 'The View', 'The Culture'])
      await expect(main.getByRole('heading', { name })).toBeVisible();
  });

  await step('a page and an article that are not there', async () => {
    expect((await page.goto(`${site.url}/nothing-here`))?.status()).toBe(404);
    await expectFrame();
    await expect(title).toHaveText('404 Page Not Found');
    expect((await page.goto(`${site.url}/article/999999`))?.status()).toBe(404);
    await expect(title).toHaveText('Article Not Found');
    const why = "The article you're looking for doesn't exist or has been removed.";
    await expect(page.getByText(why, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  });

  await step('a card has its day as the reader writes it, an article in full', async () => {
    for (const [locale, timezoneId, day] of [
      ['en-US', 'Pacific/Honolulu', 'Jan 13, 2026'],
      ['de-DE', 'Asia/Tokyo', '13.01.2026'],
    ] as const) {
      const context = await page.context().browser()?.newContext({ locale, timezoneId });
      const reader = await context?.newPage();
      if (!reader) throw new Error('There is no browser');
      await open(reader, site, '/?after=13');
      const card = reader.getByRole('article').filter({ hasText: 'Sample article number 12' }).last();
      await expect(card.getByRole('time')).toHaveText(day);
      await reader.goto(`${site.url}/article/12`);
      await expect(reader.getByRole('time')).toHaveText('January 13, 2026');
      await context?.close();
    }
  });
});

test.describe('an empty journal', () => {
  test.use({ siteOptions: { empty: true } });

  test('says so everywhere, and counts what comes', async ({ page, site }) => {
    for (const [path, ...texts] of [
      [
        '/',
        'No featured articles available',
        'No articles available',
        'No debates are published yet.',
        'A sample essay',
        'There is no commentary yet.',
      ],
      ['/clash', 'No debates available', 'Check back soon for fresh perspectives and heated discussions.'],
      ['/view', 'No essays available'],
      ['/culture', 'No cultural content available'],
      ['/admin', 'No articles published yet.', 'Published Articles (0)'],
      ['/admin?tab=submissions', 'No submissions yet.', 'Essay Submissions (0)'],
    ] as const) {
      if (path === '/admin') await openAs(page, site, 'editor', path);
      else await page.goto(site.url + path);
      for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    for (const id of [1, 2, 3])
      await site.publish(sampleArticle(id, id === 3 ? { authorName: 'Another Writer' } : {}));
    await page.goto(`${site.url}/about`);
    await expect(page.locator('dl > div')).toHaveText([
      'Age range12-18',
      'Core sections3',
      'Published articles3',
      'Young writers2',
      'PublicationBi-Weekly',
    ]);
  });
});

test('an article has all of its fields, and markup in them is text', async ({ page, site }) => {
  const early = await site.publish(
    sampleArticle(31, {
      title: 'On waking early',
      excerpt: 'A short case for the morning.',
      section: 'view',
      authorName: 'Zoë Ångström',
      authorAge: 15,
      authorSchool: 'Harbour School',
      readTime: 4,
      content: 'First paragraph.\nStill the first.\n\n  \n\nSecond paragraph.\r\n\r\nThird.',
    }),
  );
  const hostile = `</script><script>globalThis.broken = true</script><!--<script> <img src=x onerror="globalThis.broken = true"> ' " & \u2028 😀 ]]>`;
  const { id } = await site.publish(
    sampleArticle(32, {
      title: `Title ${hostile}`,
      excerpt: `Excerpt ${hostile}`,
      content: `First ${hostile}\n\nSecond ${hostile}`,
      authorName: `Name ${hostile}`.slice(0, 120),
      authorSchool: `School ${hostile}`.slice(0, 120),
      featured: 1,
    }),
  );
  await step('fields', async () => {
    await page.goto(`${site.url}/article/${early.id}`);
    const article = page.getByRole('article');
    await expect(article.locator('.badge')).toHaveText('The View');
    await expect(article).toContainText('4 min read');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText('On waking early');
    await expect(article).toContainText('A short case for the morning.');
    await expect(article.getByRole('separator')).toBeVisible();
    await expect(article.getByRole('time')).toHaveAttribute('datetime', early.createdAt);
    await expect(article.locator('.avatar')).toHaveText('ZÅ');
    await expect(article.locator('.byline')).toContainText('Zoë Ångström, 15');
    await expect(article.locator('.byline')).toContainText('Harbour School');
    await expect(article.locator('.prose p')).toHaveText([
      'First paragraph. Still the first.',
      'Second paragraph.',
      'Third.',
    ]);
    const back = article.getByRole('link', { name: 'Back to The View' });
    await expect(back).toHaveCount(2);
    for (const link of await back.all()) await expect(link).toHaveAttribute('href', '/view');
    await expect(article.getByRole('link', { name: 'Write for Us' })).toHaveAttribute('href', '/contact');
  });
  await step('markup', async () => {
    const faults = await watchPage(page, site.url);
    for (const path of ['/', '/clash', '/view', '/culture', `/article/${id}`]) {
      await page.goto(site.url + path);
      await hydrated(page);
      expect(await page.evaluate(() => 'broken' in globalThis), path).toBe(false);
      expect(faults, path).toEqual([]);
    }
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      '</script><script>globalThis.broken = true</script>',
    );
    expect(await page.title()).toContain('</script>');
    const data = await page.locator('script[type="application/ld+json"]').first().textContent();
    expect(JSON.parse(data ?? '')).toMatchObject({
      '@type': 'NewsArticle',
      headline: `Title ${hostile}`,
    });
  });
});
