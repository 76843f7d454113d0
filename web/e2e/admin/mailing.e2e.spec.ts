import { callsOf, expect, openAsAdmin, test, toastOf } from '../test.ts';

test('a mailing that another editor has just paused is resumed only after a confirmation', async ({
  page,
  site,
}) => {
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    JSON.parse((await site.send(method, path, { as: 'editor', ...(body && { body }) })).body);
  await send('POST', '/api/issues', { number: 7, date: '2026-06-01' });
  await send('PUT', '/api/issues/7/pieces', { pieces: [{ articleId: 30 }] });
  await send('POST', '/api/issues/7/publish');
  const { id } = await send('POST', '/api/issues/7/mailing', { audience: 'everybody' });
  const prepared = await send('GET', `/api/mailings/${id}`);
  const show = (status: string) =>
    site.fault(new RegExp(`^GET /api/mailings/${id}$`), async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...prepared, status, reason: status === 'paused' ? 'editor' : null }),
    }));
  show('sending');
  await openAsAdmin(page, site, '/admin/issues/7/mailing');
  const pause = page.getByRole('button', { name: 'Pause' });
  const place = await pause.boundingBox();
  site.heal();
  show('paused');
  await page.reload();
  const resume = page.getByRole('button', { name: /^Resume/ });
  expect(await resume.boundingBox(), 'the place of the other button').toMatchObject({ x: place?.x });
  await resume.click();
  const question = page.getByRole('alertdialog', { name: 'Resume this mailing?' });
  await expect(question).toBeVisible();
  expect(callsOf(site, 'POST', `/api/mailings/${id}/resume`)).toEqual([]);
  await question.getByRole('button', { name: 'Resume' }).click();
  await expect(toastOf(page)).toBeVisible();
  expect(callsOf(site, 'POST', `/api/mailings/${id}/resume`)).toHaveLength(1);
});
