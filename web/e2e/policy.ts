import { expect, type Page, type Response } from '@playwright/test';
import type { TargetSite } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

// Arabic has its own digits, and Thai its own calendar; the two time zones are always on different days.
export const looks = {
  arabic: { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati', colorScheme: 'dark' },
  thai: { locale: 'th-TH', timezoneId: 'America/Los_Angeles', colorScheme: 'light' },
} as const;

/** In a page: makes the APIs throw that throw in a browser configured to store nothing. */
export function blockStorage() {
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

/** Watches a walk through a site's pages, each of which must hydrate within its policy and follow the changes. */
export async function watchPolicy(
  page: Page,
  site: TargetSite,
  isExpected: (fault: string) => boolean = () => false,
) {
  const faults = await watchPage(page, site.url);
  let changes: Promise<Response> | undefined;
  /** Kept pages have the hashes of their scripts, all others a unique nonce. */
  const nonces: string[] = [];
  const expectNoFaults = (where: string) =>
    expect(
      // The browser itself logs every 404.
      faults.splice(0).filter((fault) => !fault.includes('status of 404') && !isExpected(fault)),
      where,
    ).toEqual([]);
  return {
    /** Opens a page, and resolves when it is hydrated. */
    async open(name: string, path: string): Promise<void> {
      changes = page.waitForResponse('**/api/changes**');
      const response = await page.goto(site.url + path);
      expect(response?.status(), name).toBe(['not found', 'missing article'].includes(name) ? 404 : 200);
      const policy = response?.headers()['content-security-policy'] ?? '';
      const [inline] =
        /(?<=script-src 'self' )(?:'nonce-[\w-]{20,}'|'sha256-[^']+'(?: 'sha256-[^']+')*)(?=;)/.exec(
          policy,
        ) ?? [];
      expect(inline, name).toBeDefined();
      if (inline?.startsWith("'nonce")) nonces.push(inline);
      await hydrated(page);
    },
    /** Expects that nothing has gone wrong on the open page. */
    async expectKept(name: string): Promise<void> {
      await page.mouse.wheel(0, 500);
      expect((await changes)?.headers()['content-type'], name).toContain('text/event-stream');
      expectNoFaults(name);
    },
    /** Chooses a theme, which persists if the browser stores it, and follows a link. */
    async end(isStored: boolean): Promise<void> {
      expect(nonces.length).toBeGreaterThan(0);
      expect(new Set(nonces).size).toBe(nonces.length);
      await page.getByTitle('Dark').click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await page.goto(site.url);
      expect(await page.locator('html').getAttribute('data-theme')).toBe(isStored ? 'dark' : null);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
      expectNoFaults('a theme, and a link');
    },
  };
}
