import type { Article, ArticleCard, Stats } from '@journal/contracts';
import { expect } from '@playwright/test';
import { test } from './target-site.ts';

test('every page has the masthead, its links, and the footer', async ({ page, site }) => {
  for (const path of ['/', '/clash', '/about', '/contact', '/article/3', '/nothing-here']) {
    await page.goto(site.url + path);
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
  }
});

test('no control is there that does nothing yet', async ({ page, site }) => {
  for (const path of ['/', '/about']) {
    await page.goto(site.url + path);
    await expect(page.getByRole('textbox')).toHaveCount(2);
    await expect(page.getByRole('textbox', { name: 'Search articles' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Get new issues by mail' })).toBeVisible();
    await expect(page.getByRole('button')).toHaveText(['Search', 'Subscribe']);
  }
});

test('Home', async ({ page, request, site }) => {
  const featuredCards = await request.get(`${site.url}/api/articles/featured?limit=24&fields=card`);
  const listed = (await featuredCards.json()) as ArticleCard[];
  expect(listed.length).toBeGreaterThan(2);
  await page.goto(site.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Forum');
  const hero = page.getByRole('region', { name: 'The Forum' });
  await expect(hero).toContainText("Where young voices shape today's conversations.");
  await expect(hero.getByRole('listitem')).toHaveText([
    'Ages 12-18Authentic Voices',
    'First TakesFresh Perspectives',
    "Real ImpactToday's Conversations",
  ]);
  const featured = page.getByRole('region', { name: 'Featured This Week' });
  await expect(featured.getByRole('article')).toHaveCount(listed.length);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  await expect(latest.getByRole('article')).toHaveCount(6);
  await expect(latest.getByRole('navigation').getByRole('link')).toHaveText([
    'All',
    'Debates',
    'Essays',
    'Culture',
  ]);
  await expect(latest.getByRole('link', { name: 'Load More Articles' })).toBeVisible();
  for (const [name, href] of [
    ['Read All Debates', '/clash'],
    ['Read All Essays', '/view'],
    ['Explore Culture', '/culture'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
  }
});

test('the first featured card spans two columns', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(site.url);
  const cards = page.getByRole('region', { name: 'Featured This Week' }).getByRole('listitem');
  // In one go: a font that arrives may move them all.
  const [first, second, third] = await cards.evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect()).map(({ width, y }) => ({ width, y })),
  );
  expect((first?.width ?? 0) / (second?.width ?? 1)).toBeGreaterThan(1.9);
  expect(second?.y).toBe(first?.y);
  expect(third?.width).toBeCloseTo(second?.width ?? 0, 0);
});

for (const { path, name, heading, points, colour } of [
  {
    path: '/clash',
    name: 'The Clash',
    heading: 'Recent Debates',
    points: ['Multiple Perspectives', 'Respectful Discourse', 'Current Issues'],
    colour: 'rgb(196, 22, 42)',
  },
  {
    path: '/view',
    name: 'The View',
    heading: 'Recent Essays',
    points: ['Personal Stories', 'Evolving Perspectives', 'Authentic Voices'],
    colour: 'rgb(39, 70, 198)',
  },
  {
    path: '/culture',
    name: 'The Culture',
    heading: 'Recent Reviews & Commentary',
    points: ['Trend Analysis', 'Honest Reviews', 'Cultural Impact'],
    colour: 'rgb(10, 111, 71)',
  },
]) {
  test(`${name}`, async ({ page, request, site }) => {
    const listed = await request.get(`${site.url}/api/articles/section${path}?limit=24&fields=card`);
    const cards = (await listed.json()) as ArticleCard[];
    expect(cards.length).toBeGreaterThan(2);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(site.url + path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(name);
    await expect(title).toHaveCSS('color', colour);
    const list = page.getByRole('region', { name: heading });
    await expect(list.getByRole('article')).toHaveCount(cards.length);
    for (const badge of await list.locator('.badge').all()) await expect(badge).toHaveText(name);
    const about = page.getByRole('region', { name: `About ${name}` });
    await expect(about.getByRole('heading', { level: 3 })).toHaveText(points);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
}

test('About', async ({ page, request, site }) => {
  const stats = (await (await request.get(`${site.url}/api/stats`)).json()) as Stats;
  await page.goto(`${site.url}/about`);
  await expect(page.locator('dl > div')).toHaveText([
    'Age range12-18',
    'Core sections3',
    `Published articles${stats.articles}`,
    `Young writers${stats.writers}`,
    'PublicationBi-Weekly',
  ]);
  await expect(
    page.getByRole('region', { name: 'What We Value' }).getByRole('heading', { level: 3 }),
  ).toHaveText(['Inclusive Voices', 'Intellectual Growth', 'Authentic Impact']);
  await expect(page.getByRole('region', { name: 'How We Work' }).getByRole('listitem')).toHaveCount(4);
});

test('an article', async ({ page, request, site }) => {
  const article = (await (await request.get(`${site.url}/api/articles/3`)).json()) as Article;
  await page.goto(`${site.url}/article/3`);
  const reader = page.getByRole('article');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(article.title);
  await expect(reader).toContainText(article.excerpt);
  await expect(reader).toContainText(`${article.readTime} min read`);
  await expect(reader.locator('.byline')).toContainText(`${article.authorName}, ${article.authorAge}`);
  await expect(reader.getByRole('time')).toHaveAttribute('datetime', article.createdAt);
  await expect(reader.locator('.prose > p').first()).toBeVisible();
  const back = reader.getByRole('link', { name: /^Back to The / });
  await expect(back).toHaveCount(2);
  for (const link of await back.all()) await expect(link).toHaveAttribute('href', `/${article.section}`);
  await expect(reader.getByRole('link', { name: 'Write for Us' })).toHaveAttribute('href', '/contact');
});

test('Write for Us', async ({ page, site }) => {
  await page.goto(`${site.url}/contact`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write for Us');
  const main = page.getByRole('main');
  await expect(main).toContainText("Submit by Sunday for the following week's issue.");
  await expect(main.getByText('You must be logged in to submit an essay.', { exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Login Required' })).toBeDisabled();
  await expect(main).toContainText('800-1200 Words');
  await expect(main).toContainText('contributors aged 12-18');
  for (const name of ['The Clash', 'The View', 'The Culture']) {
    await expect(main.getByRole('heading', { name })).toBeVisible();
  }
});

test('a page that is not there, and an article that is not there', async ({ page, site }) => {
  const nowhere = await page.goto(`${site.url}/nothing-here`);
  expect(nowhere?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  for (const id of ['999999', '0', 'abc']) {
    const gone = await page.goto(`${site.url}/article/${id}`);
    expect(gone?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Not Found');
    await expect(
      page.getByText("The article you're looking for doesn't exist or has been removed.", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  }
});
