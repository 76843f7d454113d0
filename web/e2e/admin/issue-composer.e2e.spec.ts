import { delayResponses, expect, openAsAdmin, test, toastOf } from '../test.ts';

const { step } = test;
const path = '/api/issues/7';

test('saving an issue loses nothing that is typed', async ({ page, site }) => {
  const body = { number: 7, date: '2026-06-01', title: 'At sea' };
  await site.send('POST', '/api/issues', { as: 'editor', body });
  const pieces = [30, 29, 28].map((articleId) => ({ articleId }));
  await site.send('PUT', `${path}/pieces`, { as: 'editor', body: { pieces } });
  await openAsAdmin(page, site, '/admin/issues/7');
  const front = page.getByRole('region', { name: 'Front' });

  await step('nothing can be typed into the front while it is being saved', async () => {
    const letter = front.getByLabel('Letter from the editors (optional)');
    await letter.fill('Dear reader,');
    const release = delayResponses(site, /^PUT /);
    await front.getByRole('button', { name: 'Save' }).click();
    await expect(front.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await letter.press('End');
    await page.keyboard.type(' the tide is in.');
    const seen = await letter.inputValue();
    release();
    await expect(toastOf(page)).toContainText('Saved.');
    await expect(letter).toHaveValue(seen);
    await letter.press('End');
    await page.keyboard.type(' the tide is out.');
    await expect(letter).toHaveValue('Dear reader, the tide is out.');
  });
});
