import {
  expect,
  following,
  open,
  openAs,
  openSignedIn,
  pitching,
  problem,
  register,
  samplePitch,
  signInByForm,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { fillPitch, submit } from './pitch-site.ts';

const { step } = test;

test('the profile tells writers what becomes of their pitches', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const pitches = page.getByRole('region', { name: 'Your pitches' });
  const items = pitches.getByRole('listitem');
  const openProfile = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
  };

  await step('a pitch has its day as the reader writes it', async () => {
    await openAs(page, site, 'pitcher', '/profile');
    await expect(items.first().getByRole('time')).toHaveText('Mar 4, 2026');
  });
  await step('none yet; one stands there as soon as it is sent', async () => {
    await openSignedIn(page, site, '/profile');
    await expect(pitches).toContainText('You have not pitched anything yet.');
    await pitches.getByRole('link', { name: 'Write for Us' }).click();
    await page.waitForURL('**/contact');
    await fillPitch(page);
    await submit(page).click();
    await expect(toastOf(page)).toContainText('Submission received!');
    const link = page.getByRole('main').getByRole('link', { name: /on your profile/ });
    await link.click();
    await page.waitForURL('**/profile#pitches');
    await expect(items.getByRole('heading')).toHaveText(['On waking early']);
  });
  const first = await site.pitch(samplePitch(1, { articleTitle: 'First', section: 'culture' }));
  const second = await site.pitch(samplePitch(1, { articleTitle: 'Second', section: 'clash' }));
  await site.send('POST', `${second}/publish`, { as: 'editor' });
  await site.send('DELETE', first, { as: 'editor' });
  await step('with the editors, published or not taken', async () => {
    await openSignedIn(page, site, '/profile');
    await expect(items.getByRole('heading')).toHaveText(['Second', 'First', 'On waking early']);
    await expect(items.locator('.badge')).toHaveText(['The Clash', 'The Culture', 'The View']);
    await expect(items).toContainText(['Published.', 'Not taken this time.', 'With the editors.']);
    await expect(items.first().getByRole('link')).toHaveAttribute('href', '/article/31');
  });
  expect(faults.splice(0)).toEqual([]);
  await step('where they can not be read the profile stands, and they can be tried again', async () => {
    site.fault(pitching, async () => problem('unavailable'));
    await openSignedIn(page, site, '/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
    site.heal();
    await pitches.getByRole('link', { name: 'Try again' }).click();
    await expect(items).toHaveCount(3);
  });
  await step('who signs in after another sees none of the other', async () => {
    await register(site, 'Sample Writer', 'b@example.org');
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await signInByForm(page, 'b@example.org');
    await page.waitForURL(`${site.url}/`);
    await openProfile();
    await expect(pitches).toContainText('You have not pitched anything yet.');
  });
  await step('what the newsroom does shows to who has only just signed in', async () => {
    await page.context().clearCookies();
    await open(page, site, '/login');
    await following(site);
    await signInByForm(page);
    await page.waitForURL(`${site.url}/`);
    await expect.poll(() => site.followed.at(-1)).not.toBe('');
    await openProfile();
    const item = items.filter({ hasText: 'First' });
    await expect(item).toContainText('Not taken this time.');
    await site.send('POST', `${first}/restore`, { as: 'editor' });
    await expect(item).toContainText('With the editors.');
    await site.send('DELETE', first, { as: 'editor' });
    await expect(item).toContainText('Not taken this time.');
    await site.send('POST', `${first}/restore`, { as: 'editor' });
    await site.send('POST', `${first}/publish`, { as: 'editor' });
    await expect(item).toContainText('Published.');
  });
});
