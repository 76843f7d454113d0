import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

const { step } = test;

const looks = [
  ['de-DE', 'Asia/Tokyo', 'dark'],
  ['en-US', 'Pacific/Honolulu', 'light'],
] as const;

test('every page hydrates within the policy, wherever its reader is', async ({ browser, site, task }) => {
  // How parts are joined has nothing to do with languages.
  for (const [locale, timezoneId, colorScheme] of task ? looks.slice(0, 1) : looks)
    await step(`${locale}, ${colorScheme}`, async () => {
      const context = await browser.newContext({ locale, timezoneId, colorScheme });
      const page = await context.newPage();
      const faults = await watchPage(page, site.url);
      /** Pages that are kept have the hashes of their scripts, the others a nonce of their own. */
      const policies: string[] = [];
      for (const [name, path] of Object.entries(site.pages)) {
        const following = page.waitForResponse('**/api/changes**');
        const response = await page.goto(site.url + path);
        expect(response?.status(), name).toBe(['not found', 'missing article'].includes(name) ? 404 : 200);
        const policy = response?.headers()['content-security-policy'] ?? '';
        const [inline] =
          /(?<=script-src 'self' )(?:'nonce-[\w-]{20,}'|'sha256-[^']+'(?: 'sha256-[^']+')*)(?=;)/.exec(
            policy,
          ) ?? [];
        expect(inline, name).toBeDefined();
        if (inline?.startsWith("'nonce")) policies.push(inline);
        await hydrated(page);
        expect((await following).headers()['content-type'], name).toContain('text/event-stream');
        const isExpected = (fault: string) =>
          // The browser itself reports every 404.
          fault.includes('status of 404') ||
          // A busy system may answer later than a page waits: the browser then reads it by itself, and says so.
          (task !== undefined && fault.includes('React error #419'));
        expect(
          faults.splice(0).filter((fault) => !isExpected(fault)),
          name,
        ).toEqual([]);
      }
      expect(policies.length).toBeGreaterThan(0);
      expect(new Set(policies).size).toBe(policies.length);
      await context.close();
    });
});
