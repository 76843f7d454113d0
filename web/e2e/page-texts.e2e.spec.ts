import { expect, test } from '@playwright/test';
import { sampleArticle, sampleArticles } from '../testing/fixture-api.ts';
import { type FixtureSite, startFixtureSite, unhurried } from './fixture-site.ts';

let site: FixtureSite;

test.beforeEach(async () => {
  site = await startFixtureSite(undefined, unhurried);
});
test.afterEach(() => site.close());

test('an empty journal says so everywhere', async ({ page }) => {
  site.api.articles = [];
  await page.goto(site.url);
  await expect(page.getByText('No featured articles available', { exact: true })).toBeVisible();
  await expect(page.getByText('No articles available', { exact: true })).toBeVisible();
  await expect(page.getByText('No debates are published yet.', { exact: true })).toBeVisible();
  await expect(page.getByText('A sample essay', { exact: true })).toBeVisible();
  await expect(page.getByText('There is no commentary yet.', { exact: true })).toBeVisible();
  await page.goto(`${site.url}/clash`);
  await expect(page.getByText('No debates available', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Check back soon for fresh perspectives and heated discussions.', { exact: true }),
  ).toBeVisible();
  await page.goto(`${site.url}/view`);
  await expect(page.getByText('No essays available', { exact: true })).toBeVisible();
  await page.goto(`${site.url}/culture`);
  await expect(page.getByText('No cultural content available', { exact: true })).toBeVisible();
});

test('About counts articles and writers', async ({ page }) => {
  site.api.articles = [sampleArticle(3, { authorName: 'Another Writer' }), ...sampleArticles(2)];
  await page.goto(`${site.url}/about`);
  await expect(page.locator('dl > div')).toHaveText([
    'Age range12-18',
    'Core sections3',
    'Published articles3',
    'Young writers2',
    'PublicationBi-Weekly',
  ]);
});

test('an article', async ({ page }) => {
  site.api.articles = [
    sampleArticle(7, {
      title: 'On waking early',
      excerpt: 'A short case for the morning.',
      section: 'view',
      authorName: 'Zoë Ångström',
      authorAge: 15,
      authorSchool: 'Harbour School',
      readTime: 4,
      createdAt: '2026-03-01T23:30:00.000Z',
      content: 'First paragraph.\nStill the first.\n\n  \n\nSecond paragraph.\r\n\r\nThird.',
    }),
  ];
  await page.goto(`${site.url}/article/7`);
  const article = page.getByRole('article');
  await expect(article.locator('.badge')).toHaveText('The View');
  await expect(article).toContainText('4 min read');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('On waking early');
  await expect(article).toContainText('A short case for the morning.');
  await expect(article.getByRole('separator')).toBeVisible();
  await expect(article.locator('.avatar')).toHaveText('ZÅ');
  await expect(article.locator('.byline')).toContainText('Zoë Ångström, 15');
  await expect(article.locator('.byline')).toContainText('Harbour School');
  await expect(article.getByRole('time')).toHaveText('March 1, 2026');
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
