import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

const { step } = test;

/** What throws where a browser is told to store nothing. */
function blockStorage() {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
    Object.defineProperty(
      globalThis,
      name,
      name === 'BroadcastChannel' ? { value: refuse } : { get: refuse },
    );
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
}

// Arabic has digits of its own, and Thai a calendar; between the two zones it is always another day.
const looks = [
  { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati', colorScheme: 'dark', isBlocked: false },
  { locale: 'th-TH', timezoneId: 'America/Los_Angeles', colorScheme: 'light', isBlocked: true },
] as const;

test('every page hydrates within the policy, wherever its reader is and whatever the browser stores', async ({
  browser,
  site,
  task,
}) => {
  // How parts are joined has nothing to do with languages.
  for (const { isBlocked, ...look } of task ? looks.slice(0, 1) : looks)
    await step(`${look.locale}, storing ${isBlocked ? 'nothing' : 'what it may'}`, async () => {
      const context = await browser.newContext(look);
      const page = await context.newPage();
      if (isBlocked) await page.addInitScript(blockStorage);
      const faults = await watchPage(page, site.url);
      const isExpected = (fault: string) =>
        // The browser itself reports every 404.
        fault.includes('status of 404') ||
        // A busy system may answer later than a page waits: the browser then reads it by itself, and says so.
        (task !== undefined && fault.includes('React error #419'));
      const expectNoFaults = (where: string) =>
        expect(
          faults.splice(0).filter((fault) => !isExpected(fault)),
          where,
        ).toEqual([]);
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
        await page.mouse.wheel(0, 500);
        expect((await following).headers()['content-type'], name).toContain('text/event-stream');
        expectNoFaults(name);
      }
      expect(policies.length).toBeGreaterThan(0);
      expect(new Set(policies).size).toBe(policies.length);
      await page.getByTitle('Dark').click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await page.goto(site.url);
      expect(await page.locator('html').getAttribute('data-theme')).toBe(isBlocked ? null : 'dark');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
      expectNoFaults('a theme, and a link');
      await context.close();
    });
});
