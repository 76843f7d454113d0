import { type Browser, expect, type Page } from '@playwright/test';

type Root = { getElementById(id: string): object | null };

/** Resolves when React has taken the page over, and forms do what they should. */
const hydrated = (page: Page) =>
  // A function: the pages' policy lets no text be evaluated but at the first look.
  page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: Root };
    return Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'));
  });

/** A browser of one person's own, and what went wrong on its pages. Limits count by network: each test has its own. */
export async function openBrowser(browser: Browser, network: string) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': network } });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  return { page, faults };
}

/** Opens a page, and waits until its forms do what they should. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** The one notification that is shown. */
export const expectToast = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toContainText(text);
