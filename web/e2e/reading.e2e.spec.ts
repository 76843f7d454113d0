import type { Locator } from '@playwright/test';
import { expectAccessible, runAxe } from './axe.ts';
import { expect, open, openAs, sampleArticle, test } from './test.ts';
import { hydrated, isHydrated, watchPage } from './watch-page.ts';

const { step } = test;

test('every page has its content between the masthead and the footer', async ({ page, site }) => {
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
    await expect(footer).toContainText('aged 12–18');
    await expect(footer.getByRole('link')).toHaveText([
      // Link below the newsletter form.
      'Privacy',
      'The Clash',
      'The View',
      'The Culture',
      'Home',
      'Issues',
      'Write for Us',
      'About',
      'Privacy',
      'Terms',
      'Report a concern',
      'RSS',
      'Sign In',
      'Sign Up',
    ]);
    await expect(footer.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', '/feed.xml');
    await expect(page.locator('link[rel="alternate"][href="/feed.xml"]')).toHaveCount(1);
  };
  /** Expects only controls that have a function. */
  const expectControls = async () => {
    await expect(page.getByRole('textbox')).toHaveCount(2);
    await expect(page.getByRole('textbox', { name: 'Search articles' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Get new issues by email' })).toBeVisible();
    await expect(page.getByRole('button')).toHaveText(['Search', 'Subscribe']);
  };

  /** The lead's title and at least 30% of its cover; and the name at full size only once. */
  const expectStoryOnFirstScreen = async () => {
    const lead = region('Featured This Week').getByRole('article').first();
    for (const [width, height] of [
      [360, 740],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => document.fonts.ready);
      await expect(lead.getByRole('heading')).toBeInViewport({ ratio: 1 });
      await expect(lead.locator('.cover')).toBeInViewport({ ratio: 0.3 });
      const brand = page.getByRole('banner').getByRole('link', { name: 'The Forum' });
      const sizes = [title, brand].map((name) => name.evaluate((one) => one.getBoundingClientRect().height));
      const [large = 0, small = 0] = await Promise.all(sizes);
      expect(large, `${width} px`).toBeLessThan(height / 8);
      expect(small, `${width} px`).toBeLessThan(large * 1.2);
    }
  };
  const expectFeaturedGrid = async () => {
    const cards = await region('Featured This Week')
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ width, bottom }) => ({ width, bottom })),
      );
    const [lead, ...others] = cards.map(({ width }) => Math.round(width));
    expect(lead).toBeGreaterThan(2 * (others[0] ?? 0));
    expect(new Set(others).size, 'only the first spans columns').toBe(1);
    const last = cards.slice(-3).map(({ bottom }) => Math.round(bottom));
    expect(new Set(last).size, 'the last row is full').toBe(1);
  };
  const expectDetailsOfWhatIsSeenAbove = async () => {
    const sizeOf = (card: Locator) =>
      card.locator('.cover').evaluate((one) => {
        const frame = one.parentElement?.getBoundingClientRect();
        return one.getBoundingClientRect().height / (frame?.height ?? 1);
      });
    const featured = await region('Featured This Week').locator('.card-title').allTextContents();
    for (const card of await region('Latest Articles').getByRole('article').all()) {
      const isSeenAbove = featured.includes((await card.getByRole('heading').textContent()) ?? '');
      if (isSeenAbove) expect(await sizeOf(card)).toBeGreaterThan(2);
      else expect(await sizeOf(card)).toBeCloseTo(1, 1);
    }
    expect(featured).toContain(
      await region('Latest Articles').locator('.card:has(.card-detail) h3').first().textContent(),
    );
  };

  await step('Home shows featured and latest articles, filters and the sections', async () => {
    await page.goto(site.url);
    await expectFrame();
    await expectControls();
    await expect(title).toHaveText('The Forum');
    await expect(page.getByRole('banner')).toContainText("Where young voices shape today's conversations.");
    await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveText([
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
    await expectStoryOnFirstScreen();
    await expectFeaturedGrid();
    await expectDetailsOfWhatIsSeenAbove();
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

  await step('About shows the values and how we work', async () => {
    await page.goto(`${site.url}/about`);
    await expectFrame();
    await expectControls();
    const values = region('What We Value').getByRole('heading', { level: 3 });
    await expect(values).toHaveText(['Inclusive Voices', 'Intellectual Growth', 'Authentic Impact']);
    await expect(region('How We Work').getByRole('listitem')).toHaveCount(4);
  });

  await step('Write for Us shows the guidelines, the form and an example', async () => {
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
    const guidelines = region('Before You Write');
    const form = region('Your Pitch');
    const boxes = () =>
      Promise.all([guidelines, form].map((one) => one.evaluate((part) => part.getBoundingClientRect())));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel('Full essay').evaluate((essay) => essay.scrollIntoView({ block: 'end' }));
    await expect(guidelines.getByRole('heading')).toHaveCount(4);
    for (const heading of await guidelines.getByRole('heading').all()) await expect(heading).toBeInViewport();
    const [beside, desk] = await boxes();
    expect(beside?.left).toBeGreaterThan(desk?.right ?? 0);
    await page.setViewportSize({ width: 360, height: 740 });
    const [before, phone] = await boxes();
    expect(before?.bottom).toBeLessThanOrEqual(phone?.top ?? 0);
    await guidelines.getByRole('link', { name: 'Read an example' }).click();
    await expect(title).toHaveText('The argument I lost and kept thinking about');
    await expect(region('What We Like About It').getByRole('listitem')).toHaveCount(3);
    await main.getByRole('link', { name: 'Write your own' }).first().click();
    await expect(page).toHaveURL(`${site.url}/contact#pitch`);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await step('unknown pages and articles return 404', async () => {
    expect((await page.goto(`${site.url}/nothing-here`))?.status()).toBe(404);
    await expectFrame();
    await expect(title).toHaveText('404 Page Not Found');
    expect((await page.goto(`${site.url}/article/999999`))?.status()).toBe(404);
    await expect(title).toHaveText('Article Not Found');
    const why = "The article you're looking for doesn't exist or has been removed.";
    await expect(page.getByText(why, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  });

  await step('a card’s date follows the reader’s locale, an article’s is in full', async () => {
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
      await expect(reader.getByRole('time').first()).toHaveText('January 13, 2026');
      await context?.close();
    }
  });
});

test.describe('an empty journal', () => {
  const invitations: Readonly<Record<string, string>> = { '/admin': '/admin?tab=submissions' };
  test.use({ siteOptions: { empty: true } });

  test('shows that it is empty everywhere, and counts the first articles', async ({ page, site }) => {
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
      const empty = page.locator('.list-state:has(.cover)');
      await expect(empty).toHaveCount(path === '/' ? 2 : 1);
      for (const invitation of await empty.getByRole('link').all())
        await expect(invitation).toHaveAttribute('href', invitations[path] ?? '/contact');
      await expect(empty.getByRole('link')).toHaveCount(await empty.count());
      const heights = await empty
        .locator('.list-empty, a')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(heights, 'what is missing, then the invitation').toEqual(heights.toSorted((a, b) => a - b));
      if (path === '/' || path === '/clash') await expectAccessible(page, `${path}, empty`);
    }
    for (const [path, link] of [
      ['/admin?q=nothing', 'Show all'],
      ['/admin/audit?from=2099-11-02', 'Show all'],
      ['/profile', 'Write for Us'],
      ['/search?q=nothing', undefined],
    ] as const) {
      await page.goto(site.url + path);
      const empty = page.locator('.list-state');
      await expect(empty.locator('.cover'), path).toBeVisible();
      if (link) await expect(empty.getByRole('link', { name: link })).toBeVisible();
      if (path === '/profile') await expectAccessible(page, 'a profile without pitches');
    }
    await page.goto(site.url);
    await page.getByRole('link', { name: 'The argument I lost and kept thinking about' }).click();
    await expect(page).toHaveURL(`${site.url}/contact/example`);
    for (const id of [1, 2, 3])
      await site.publish(sampleArticle(id, id === 3 ? { authorName: 'Another Writer' } : {}));
    await page.goto(`${site.url}/about`);
    await expect(page.locator('dl > div')).toHaveText([
      'Age range12–18',
      'Core sections3',
      'Published articles3',
      'Young writers2',
      'PublicationBi-Weekly',
    ]);
  });
});

test('an article shows all its fields, and markup as text', async ({ page, site }) => {
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
  await step('all fields are shown', async () => {
    await page.goto(`${site.url}/article/${early.id}`);
    const article = page.getByRole('article').first();
    await expect(article.locator('.badge')).toHaveText('The View');
    await expect(article).toContainText('4 min read');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText('On waking early');
    await expect(article).toContainText('A short case for the morning.');
    await expect(article.getByRole('separator')).toBeVisible();
    await expect(article.getByRole('time')).toHaveAttribute('datetime', early.createdAt);
    await expect(article.locator('.monogram')).toHaveText('ZÅ');
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
    await expect(page.locator('.call').getByRole('link', { name: 'Write for Us' })).toHaveAttribute(
      'href',
      '/contact',
    );
  });
  await step('its end links to further articles, and shares the article', async () => {
    const further = page.locator('.further > li');
    await expect(further.getByRole('heading', { level: 2 })).toHaveText([
      'Next in The View',
      'On a similar note',
    ]);
    const next = further.first().getByRole('link');
    await expect(next).toHaveText('Sample article number 28');
    await expect(next).toHaveAttribute('href', '/article/28');
    await site.edit(28, { title: 'Renamed meanwhile' });
    await expect(next).toHaveText('Renamed meanwhile');
    const address = `https://journal.example/article/${early.id}`;
    const share = page.getByRole('link', { name: 'Share this piece' });
    await expect(share).toHaveAttribute('href', address);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'share', { value: undefined, writable: true }),
    );
    await share.click();
    await expect(page.locator('.share').getByRole('status')).toHaveText('Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.evaluate(() =>
      Object.assign(navigator, {
        share: async (data: ShareData) => Object.assign(globalThis, { shared: data }),
      }),
    );
    await share.click();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shared'))).toEqual({
      title: 'On waking early',
      url: address,
    });
    expect(await isHydrated(page)).toBe(false);
    await hydrated(page);
    await page.evaluate(() => Object.assign(navigator, { share: undefined }));
    await share.click();
    await expect(page.locator('.share').getByRole('status')).toHaveText('Link copied');
    await next.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed meanwhile');
    await expect(page.locator('.share').getByRole('status')).toHaveText('');
  });
  await step('the two articles of a debate link to each other while both exist', async () => {
    const pairing = { as: 'service', body: { statementId: 27 } } as const;
    await page.goto(`${site.url}/article/27`);
    await site.send('PUT', '/api/articles/30/opposing', pairing);
    const opening = page.locator('.reader-opposing').getByRole('link');
    for (const [from, to] of [
      [27, 30],
      [30, 27],
    ]) {
      await expect(opening).toHaveText(`Sample article number ${to}`);
      const headings = page.locator('.further').getByRole('heading', { level: 2 });
      await expect(headings).toHaveText(['The other side', 'Next in The Clash']);
      const end = page.locator('.further').getByRole('link').first();
      await expect(end).toHaveAttribute('href', `/article/${to}`);
      if (from === 27) await opening.click();
    }
    expect((await runAxe(page)).faults).toEqual([]);
    const cards = page.locator('.card').filter({ has: page.getByRole('link', { name: /number (27|30)$/ }) });
    await page.goto(`${site.url}/clash`);
    await expect(cards.locator('.card-kicker')).toContainText(['A reply', 'With a reply']);
    expect((await runAxe(page)).faults).toEqual([]);
    await site.remove(27);
    await expect(cards).toHaveCount(1);
    await expect(cards).not.toContainText('reply');
    await page.goto(`${site.url}/article/30`);
    await expect(opening).toHaveCount(0);
  });
  await step('markup is shown as text on every page', async () => {
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

test('text at 200% breaks no word of the journal’s name on the cover of an issue', async ({ page, site }) => {
  await site.send('POST', '/api/issues', { as: 'editor', body: { number: 7, date: '2026-06-01' } });
  await site.send('PUT', '/api/issues/7/pieces', { as: 'editor', body: { pieces: [{ articleId: 1 }] } });
  await site.send('POST', '/api/issues/7/publish', { as: 'editor', body: {} });
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(async () => expect((await page.goto(`${site.url}/issues/7`))?.status()).toBe(200)).toPass();
  await page.evaluate(() => {
    // Twice the size that the style sheet sets.
    document.documentElement.style.fontSize = '212.5%';
    return document.fonts.ready;
  });
  const name = page.locator('.issue-plate bdi');
  await expect(name).toHaveText('The Forum');
  const linesOfLastWord = await name.evaluate(({ firstChild: text }) => {
    const range = document.createRange();
    range.setStart(text as Node, 'The '.length);
    range.setEnd(text as Node, 'The Forum'.length);
    return range.getClientRects().length;
  });
  expect(linesOfLastWord).toBe(1);
});
