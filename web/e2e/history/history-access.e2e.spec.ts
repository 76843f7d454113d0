import { examine } from '../axe.ts';
import { expect, open, test } from '../test.ts';
import { articlePath, auditPath, fillHistory, fillPitch, openAsAdmin, openVersion } from './history-site.ts';

const secret =
  /On waking|about rain|Sample Editor|Edited|Pitched|Restore|api\/audit|api\/articles|api\/submissions/;

test('all of it is closed to visitors and writers, and the HTML holds nothing of it', async ({
  page,
  site,
}) => {
  await fillHistory(site);
  const pitch = await fillPitch(site);
  const pages = [articlePath, pitch.path, auditPath, '/admin/articles/x/history'];
  for (const path of pages)
    for (const cookie of ['', site.cookie('writer')]) {
      const html = await (await page.request.get(site.url + path, { headers: { cookie } })).text();
      expect(html, path).toContain('Access Denied');
      expect(html, path).toContain('You need admin privileges to access this page.');
      expect(html.replaceAll(/<link[^>]*>/g, ''), path).not.toMatch(secret);
    }
  expect(site.calls.filter((one) => /history|audit/.test(one.path))).toEqual([]);
  for (const path of pages) {
    await open(page, site, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  }
});

test('axe finds nothing and nothing scrolls sideways, by day and by night, on a phone and on a desk', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillHistory(site);
  const pitch = await fillPitch(site);
  const check = async (what: string) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const face = `${what}, ${colorScheme}, ${width} px`;
        expect((await examine(page, colorScheme)).faults, face).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), face).toBe(width);
      }
    }
  };
  await openAsAdmin(page, site, `${auditPath}?q=ab`);
  await check('audit');
  await openAsAdmin(page, site, pitch.path);
  await check('history of a pitch');
  await openAsAdmin(page, site, articlePath);
  for (const number of [3, 2]) {
    const item = await openVersion(page, number);
    await item.getByText('The whole text').click();
  }
  await check('open versions');
  const small = await page
    .locator('main :is(a, button, summary):visible')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
    );
  expect(small).toEqual([]);
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('alertdialog').waitFor();
  await check('question');
});

test('public pages load nothing of its code', async ({ page, site }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url());
  });
  for (const path of ['/', '/article/7', '/profile']) await open(page, site, path);
  const code = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));
  expect(code.join('\n')).toContain('Latest Articles');
  expect(code.join('\n')).not.toMatch(/Restore this version|Filter the audit/);
});
