import { callsOf, expect, openAsAdmin, samplePitch, test, toastOf } from '../test.ts';

const { step } = test;

test('a button that is pressed twice acts once, and reports no failure', async ({ page, site }) => {
  const path = await site.pitch(samplePitch(1, { articleTitle: 'Pressed twice' }));
  await openAsAdmin(page, site, `/admin?tab=submissions#${path.split('/').at(-1)}`);
  const reader = page.locator('.reading');
  await expect(reader).toContainText('Pressed twice');
  await step('a pitch is taken', async () => {
    await reader.getByRole('button', { name: 'Take it' }).dblclick();
    await expect(reader.locator('.reading-standing')).toContainText('You');
    await expect(toastOf(page)).toContainText('Submission assigned successfully!');
    expect(callsOf(site, 'POST', `${path}/assign`)).toHaveLength(1);
  });
  await step('one preview link is made', async () => {
    const links = page.locator('.preview-links');
    await links.getByText('Preview link', { exact: true }).click();
    await links.getByRole('button', { name: 'Make a preview link' }).dblclick();
    await expect(links.getByLabel('The link')).toBeVisible();
    await expect(links.getByRole('listitem')).toHaveCount(1);
    expect(callsOf(site, 'POST', `${path}/previews`)).toHaveLength(1);
  });
});
