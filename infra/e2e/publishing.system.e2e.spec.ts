import { expect, test } from '@playwright/test';
import { createNewsroom } from './newsroom.ts';

test('an article that is published, edited and deleted does so before the eyes of a reader', async ({
  page,
  request,
}) => {
  const newsroom = createNewsroom(request);
  const unique = `Seen live ${Date.now()}`;
  await page.goto('/view');
  const { id } = await newsroom.publish({ title: unique, section: 'view' });
  await expect(page.getByRole('link', { name: unique }).first()).toBeVisible();

  await newsroom.edit(id, { title: `${unique}, corrected`, section: 'view' });
  await expect(page.getByRole('link', { name: `${unique}, corrected` }).first()).toBeVisible();

  await newsroom.remove(id);
  await expect(page.getByRole('link', { name: unique })).toHaveCount(0);
  expect((await page.goto(`/article/${id}`))?.status()).toBe(404);
});

test('who carries the position of a write reads that write', async ({ request }) => {
  const newsroom = createNewsroom(request);
  for (let round = 0; round < 5; round += 1) {
    const { id, position } = await newsroom.publish({ title: `Read your writes ${round}` });
    const answer = await request.get(`/api/articles/${id}`, { headers: { 'journal-position': position } });
    expect(answer.status()).toBe(200);
    await newsroom.remove(id);
  }
});

test('who carries the position of a write finds that write, with an error in it too', async ({ request }) => {
  const newsroom = createNewsroom(request);
  const word = `zq${Date.now().toString(36)}ville`;
  const { id, position } = await newsroom.publish({ title: `To ${word} and back` });
  for (const typed of [word, word.replace('ville', 'vlile'), word.slice(0, -3)]) {
    const answer = await request.get(`/api/search?q=${typed}`, { headers: { 'journal-position': position } });
    expect(answer.status(), await answer.text()).toBe(200);
    expect((await answer.json())[0]).toMatchObject({ id });
  }
  await newsroom.remove(id);
  await expect.poll(async () => (await request.get(`/api/search?q=${word}`)).json()).toEqual([]);
});

test('nobody writes without the token', async ({ request }) => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
    expect((await request.post('/api/articles', { headers, data: {} })).status()).toBe(401);
    expect((await request.delete('/api/articles/1', { headers })).status()).toBe(401);
  }
});
