import { expect } from '@playwright/test';
import { test } from '../../tools/testing/started-system.ts';
import { demoArticles } from '../demo/demo-content.ts';

const newest = demoArticles.at(-1);
const title = newest?.title ?? '';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader finds an article on its section page and reads it to the end', async ({ page }) => {
    await page.goto(`/${newest?.section}`);
    await page.getByRole('link', { name: title }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const lastParagraph = newest?.content.trim().split('\n').at(-1) ?? '';
    await expect(page.getByRole('main')).toContainText(lastParagraph);
    await expect(page.getByRole('main')).toContainText(newest?.authorName ?? '');
  });
});

test('the API lists five cards without content, and links to a page with other articles', async ({
  request,
}) => {
  const first = await request.get('/api/articles?limit=5&fields=card');
  const cards = (await first.json()) as { title: string; content?: string }[];
  expect(cards).toHaveLength(5);
  expect(cards.every(({ content }) => content === undefined)).toBe(true);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers()['link'] ?? '')?.[1] ?? '';
  const second = (await (await request.get(next)).json()) as { title: string }[];
  expect(second.map((card) => card.title)).not.toContain(cards[0]?.title);
});

test('sitemap and robots.txt respond with 200, and the home page links to a feed', async ({ request }) => {
  for (const path of ['/sitemap.xml', '/robots.txt'])
    expect((await request.get(path)).status(), path).toBe(200);
  const home = await (await request.get('/')).text();
  const feed = /<link[^>]+type="application\/(?:rss|atom)\+xml"[^>]*>/.exec(home)?.[0] ?? '';
  const href = /href="([^"]+)"/.exec(feed)?.[1] ?? '';
  expect(await (await request.get(new URL(href, 'http://localhost').pathname)).text()).toContain('<title');
});
