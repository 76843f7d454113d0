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
  search: '/search',
  'search-found': '/search?q=the',
  'search-nothing': '/search?q=qqqqqqqq',
  login: '/login',
  signup: '/signup',
  'profile-visitor': '/profile',
};
/** What a reader sees who has just joined: a page, and what is pressed on it. */
const own: Record<string, { path: string; press?: string }> = {
  'home-own': { path: '/' },
  profile: { path: '/profile' },
  'profile-password': { path: '/profile', press: 'Change Password' },
  'profile-erase': { path: '/profile', press: 'Erase my account' },
};

await mkdir(folder, { recursive: true });
const executablePath = process.env.CHROMIUM;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
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
    const open = `search-open-${width}-${colorScheme}.png`;
    if (open.includes(only)) {
      await page.goto(base, { waitUntil: 'networkidle' });
      await page.getByPlaceholder('Search articles...').pressSequentially('th');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.screenshot({ path: `${folder}${open}` });
    }
    const wanted = Object.entries(own).filter(([name]) => `${name}-${width}-${colorScheme}`.includes(only));
    if (wanted.length > 0) {
      const person = `${Date.now().toString(36)}@example.org`;
      const data = { fullName: 'Sample Writer', email: person, password: 'correct horse' };
      await page.request.post(new URL('/api/auth/register', base).href, { data });
    }
    for (const [name, { path, press }] of wanted) {
      await page.goto(new URL(path, base).href, { waitUntil: 'networkidle' });
      if (press) {
        await page.getByRole('button', { name: press }).click();
        await page.getByRole('dialog').getByRole('button', { name: press }).click();
      }
      await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png`, fullPage: !press });
    }
    await context.close();
  }
}
await browser.close();
