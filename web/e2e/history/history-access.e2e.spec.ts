import { expect } from '@playwright/test';
import { cookieOf } from '../../testing/fixture-accounts.ts';
import { sampleAuditEntry } from '../../testing/fixture-audit.ts';
import { examine } from '../axe.ts';
import type { FixtureSite } from '../fixture-site.ts';
import {
  articlePath,
  fillHistory,
  fillPitch,
  open,
  openAsAdmin,
  openVersion,
  pitchPath,
  test,
} from './history-site.ts';

const pages = [articlePath, pitchPath, '/admin/audit', '/admin/articles/x/history'];
const secret =
  /On waking|about rain|Sample Editor|Edited|Pitched|Restore|api\/audit|api\/articles|api\/submissions/;

function fill(site: FixtureSite): void {
  fillHistory(site);
  fillPitch(site);
  site.api.audit.entries = [sampleAuditEntry(2, { title: 'On waking late' }), sampleAuditEntry(1)];
}

test('all of it is closed to visitors and writers, and the HTML holds nothing of it', async ({
  page,
  site,
}) => {
  fill(site);
  for (const path of pages)
    for (const cookie of ['', cookieOf('user-1')]) {
      const html = await (await page.request.get(site.url + path, { headers: { cookie } })).text();
      expect(html, path).toContain('Access Denied');
      expect(html, path).toContain('You need admin privileges to access this page.');
      expect(html.replaceAll(/<link[^>]*>/g, ''), path).not.toMatch(secret);
    }
  expect(site.api.requests.filter((one) => /history|audit/.test(one.path))).toEqual([]);
  for (const path of pages) {
    await open(page, site, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  }
});

test.describe('for everybody who may', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280])
      test(`axe finds nothing and nothing scrolls sideways, in ${colorScheme} at ${width} px`, async ({
        page,
        site,
      }) => {
        test.setTimeout(120_000);
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        fill(site);
        const check = async (what: string) => {
          expect((await examine(page, colorScheme)).faults, what).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(width);
        };
        await openAsAdmin(page, site, '/admin/audit?q=ab&person=user-1');
        await check('audit');
        await openAsAdmin(page, site, pitchPath);
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
