import process from 'node:process';
import type { Article, ArticleFields } from '@journal/contracts';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { hydrated, watchPage } from './watch-page.ts';

// The real system, as `npm start` or `npm run start:split` runs it; the other specs look closer, before a fixture.

const headers = { authorization: `Bearer ${process.env.SERVICE_TOKEN}` };
const fields: ArticleFields = {
  title: 'Written while you read',
  content: 'The first paragraph.\n\nThe second paragraph.',
  excerpt: 'An article that comes and goes.',
  section: 'culture',
  authorName: 'Somebody New',
  authorAge: 15,
  readTime: 2,
  featured: 0,
};

async function publish(
  request: APIRequestContext,
  title: string,
): Promise<{ article: Article; position: string }> {
  const response = await request.post('/api/articles', { headers, data: { ...fields, title } });
  expect(response.status()).toBe(201);
  return {
    article: (await response.json()) as Article,
    position: response.headers()['journal-position'] ?? '',
  };
}

const remove = (request: APIRequestContext, { id }: Article) =>
  request.delete(`/api/articles/${id}`, { headers });

test('an article comes, changes and goes under its readers, without a reload', async ({
  page,
  request,
  baseURL,
}) => {
  const faults = await watchPage(page, baseURL ?? '');
  const connected = page.waitForRequest('**/api/changes**');
  await page.goto('/culture');
  await hydrated(page);
  await connected;
  const { article } = await publish(request, 'Written while you read');
  const link = page.getByRole('link', { name: 'Written while you read' }).first();
  await expect(link).toBeVisible();

  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Written while you read');
  const edited = { ...fields, title: 'Rewritten while you read' };
  expect((await request.put(`/api/articles/${article.id}`, { headers, data: edited })).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rewritten while you read');

  expect((await remove(request, article)).status()).toBe(204);
  await expect(page.getByRole('heading', { name: 'Article Not Found' })).toBeVisible();
  expect((await page.reload())?.status()).toBe(404);
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});

test('who has just written sees it on the page at once, and in the feed', async ({ request }) => {
  const { article, position } = await publish(request, 'Seen by its writer');
  const page = await request.get('/culture', { headers: { 'journal-position': position } });
  expect(await page.text()).toContain('Seen by its writer');
  const reader = await request.get(`/article/${article.id}`, { headers: { 'journal-position': position } });
  expect(reader.status()).toBe(200);
  const feed = await request.get('/culture/feed.xml');
  expect(await feed.text()).toContain('Seen by its writer');
  const gone = await remove(request, article);
  const after = await request.get('/culture', {
    headers: { 'journal-position': gone.headers()['journal-position'] ?? '' },
  });
  expect(await after.text()).not.toContain('Seen by its writer');
});
