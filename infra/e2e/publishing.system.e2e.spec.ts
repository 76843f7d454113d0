import { expect } from '@playwright/test';
import { test } from '../../tools/testing/started-system.ts';
import { open, openBrowser } from './browsers.ts';
import { createNewsroom } from './newsroom.ts';

test('open pages show an article being published, edited and removed without a reload', async ({
  browser,
  request,
}, { repeatEachIndex }) => {
  const newsroom = createNewsroom(request);
  const { page, faults } = await openBrowser(browser, `198.51.100.${200 + repeatEachIndex}`);
  const title = `Seen live ${Date.now()}`;
  const link = (name: string) => page.getByRole('link', { name }).first();
  const heading = page.getByRole('heading', { level: 1 });
  const connected = page.waitForRequest('**/api/changes**');
  await open(page, '/culture');
  await connected;
  const { id } = await newsroom.publish({ title, section: 'culture' });
  await expect(link(title)).toBeVisible();
  await newsroom.edit(id, { title: `${title}, corrected`, section: 'culture' });
  await link(`${title}, corrected`).click();
  await expect(heading).toHaveText(`${title}, corrected`);
  await newsroom.edit(id, { title: `${title}, rewritten`, section: 'culture' });
  await expect(heading).toHaveText(`${title}, rewritten`);
  await page.goBack();
  await expect(link(`${title}, rewritten`)).toBeVisible();
  await page.goForward();
  await expect(heading).toHaveText(`${title}, rewritten`);
  await newsroom.remove(id);
  await expect(page.getByRole('heading', { name: 'Article Not Found' })).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText('The Culture');
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  expect((await page.goto(`/article/${id}`))?.status()).toBe(404);
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});

test('a read with the position of a write sees it in the API, the search and pages, and the feed has it', async ({
  request,
}) => {
  const newsroom = createNewsroom(request);
  const word = `zq${Date.now().toString(36)}ville`;
  for (let round = 0; round < 5; round += 1) {
    const { id, position } = await newsroom.publish({ title: `To ${word} and back`, section: 'culture' });
    const read = (path: string, at = position) => request.get(path, { headers: { 'journal-position': at } });
    expect((await read(`/api/articles/${id}`)).status()).toBe(200);
    // As written, with two letters swapped, and without the last three.
    for (const typed of [word, word.replace('ville', 'vlile'), word.slice(0, -3)]) {
      const answer = await read(`/api/search?q=${typed}`);
      expect(answer.status(), await answer.text()).toBe(200);
      expect((await answer.json())[0]).toMatchObject({ id });
    }
    expect(await (await read('/culture')).text()).toContain(word);
    expect((await read(`/article/${id}`)).status()).toBe(200);
    expect(await (await request.get('/culture/feed.xml')).text()).toContain(word);
    expect(await (await read('/culture', await newsroom.remove(id))).text()).not.toContain(word);
    await expect.poll(async () => (await request.get(`/api/search?q=${word}`)).json()).toEqual([]);
  }
});

test('writes without a valid token are rejected with 401', async ({ request }) => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
    expect((await request.post('/api/articles', { headers, data: {} })).status()).toBe(401);
    expect((await request.delete('/api/articles/1', { headers })).status()).toBe(401);
  }
});
