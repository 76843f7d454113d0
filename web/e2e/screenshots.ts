import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import { chromium } from '@playwright/test';

/**
 * Takes a picture of every page at three widths, by day and by night, of a journal that runs:
 * `node web/e2e/screenshots.ts http://localhost:3000 [part of a name]`. Pictures go to `web/e2e/screenshots/`,
 * which Git ignores. `CHROMIUM` names a browser where Playwright has none of its own.
 */
const [base = 'http://localhost:3000', only = ''] = process.argv.slice(2);
const folder = new URL('./screenshots/', import.meta.url).pathname;
const widths = [360, 768, 1280];
const paths: Record<string, string> = {
  home: '/',
  clash: '/clash',
  view: '/view',
  culture: '/culture',
  about: '/about',
  contact: '/contact',
  article: '/article/1',
  'article-missing': '/article/999999',
  missing: '/nothing-here',
};

await mkdir(folder, { recursive: true });
const executablePath = process.env.CHROMIUM;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of widths) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(paths)) {
      const file = `${name}-${width}-${colorScheme}.png`;
      if (!file.includes(only)) continue;
      await page.goto(new URL(path, base).href, { waitUntil: 'networkidle' });
      await page.screenshot({ path: `${folder}${file}`, fullPage: true });
    }
    await context.close();
  }
}
await browser.close();
