import { expect } from '@playwright/test';
import { cookieOf } from '../../testing/fixture-accounts.ts';
import { sampleSubmissions } from '../../testing/fixture-newsroom.ts';
import { watchPage } from '../watch-page.ts';
import { open, openAsAdmin, reload, rowOf, test } from './admin-site.ts';

const denied = 'You need admin privileges to access this page.';
const secret = /Sample pitch number|Published Articles|Essay Submissions|api\/newsroom/;

test('is closed to visitors and writers, and its HTML holds nothing of the newsroom', async ({
  page,
  site,
}) => {
  site.api.newsroom.submissions = sampleSubmissions(3);
  for (const cookie of ['', cookieOf('user-1')]) {
    const answer = await page.request.get(`${site.url}/admin?tab=submissions`, { headers: { cookie } });
    const html = await answer.text();
    expect(html).toContain('Access Denied');
    expect(html).toContain(denied);
    expect(html).not.toMatch(secret);
  }
  expect(site.api.requests.filter(({ path }) => /newsroom|submissions/.test(path))).toEqual([]);
  await open(page, site, '/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await main.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/login');
});

test('has both tabs with their counts in the HTML, and the tab in the address', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await openAsAdmin(page, site);
  const html = await (await page.request.get(`${site.url}/admin`)).text();
  expect(html).toContain('Articles (30)');
  expect(html).toContain('Published Articles (30)');
  expect(html).toContain('Sample article number 30');
  const articles = page.getByRole('tab', { name: 'Articles (30)' });
  const submissions = page.getByRole('tab', { name: 'Submissions (3)' });
  await expect(articles).toHaveAttribute('aria-selected', 'true');
  await submissions.click();
  await page.waitForURL('**/admin?tab=submissions');
  await expect(page.getByRole('heading', { name: 'Essay Submissions (3)' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Published Articles/ })).toBeHidden();
  await reload(page);
  await expect(submissions).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(articles).toHaveAttribute('aria-selected', 'true');
  await articles.focus();
  await page.keyboard.press('ArrowRight');
  await expect(submissions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Essay Submissions (3)' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('is reached by a link, decided by the server', async ({ page, site }) => {
  await openAsAdmin(page, site, '/profile');
  await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click();
  await page.waitForURL('**/admin');
  await expect(page.getByRole('heading', { name: 'Published Articles (30)' })).toBeVisible();
  await expect(rowOf(page, 'Sample article number 30')).toBeVisible();
});

test('counts what others do, without a reload', async ({ page, site }) => {
  await openAsAdmin(page, site);
  await expect(page.getByRole('tab', { name: 'Submissions (3)' })).toBeVisible();
  site.api.newsroom.changeSubmission('pitch-1', { status: 'deleted' });
  await expect(page.getByRole('tab', { name: 'Submissions (2)' })).toBeVisible();
  site.api.change(site.api.articles.slice(1), ['articles', 'article:30', 'stats']);
  await expect(page.getByRole('tab', { name: 'Articles (29)' })).toBeVisible();
  await expect(rowOf(page, 'Sample article number 30')).toHaveCount(0);
});
