import type { Route } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, open, openAsAdmin, openSignedIn, test, toastOf } from '../test.ts';

const { step } = test;

test('an administrator sends and withdraws an invitation, and users and visitors open its link', async ({
  page,
  site,
}) => {
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const invitations = page.getByRole('list', { name: 'Invitations' });

  await step('the administrator sends an invitation, and sees until when it is open', async () => {
    await openAsAdmin(page, site, '/admin/people');
    const form = page.getByRole('region', { name: 'Invite somebody' });
    await form.getByLabel('Email').fill('Invited@example.org');
    await form.getByLabel('Role').selectOption('reviewer');
    const send = form.getByRole('button', { name: 'Send Invitation' });
    // The answer to the first attempt is lost.
    const path = '**/api/newsroom/invitations';
    const loseAnswer = (route: Route) => route.fetch().then(() => route.abort());
    await page.route(path, (route) =>
      route.request().method() === 'POST' ? loseAnswer(route) : route.continue(),
    );
    await send.click();
    await expect(form.getByRole('alert').first()).toContainText('There was no answer');
    await page.unroute(path);
    await send.click();
    await expect(toastOf(page)).toContainText('The invitation is on its way.');
    const sent = await site.send('GET', '/api/audit?kind=InvitationSent', { as: 'editor' });
    expect(JSON.parse(sent.body), 'one mail').toHaveLength(1);
    await expect(invitations).toContainText('invited@example.org');
    await expect(invitations).toContainText(/Open until [A-Z][a-z]+ \d{1,2}, \d{4}/);
    await expectAccessible(page, 'with an invitation');
  });
  await step('the administrator withdraws it', async () => {
    await invitations.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(invitations).toHaveCount(0);
  });
  await step('a signed-in user who accepts an invalid one reads that it is no longer valid', async () => {
    await openSignedIn(page, site, '/invitation?token=x');
    await expectAccessible(page, 'asked to accept');
    await main.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(title).toHaveText('This invitation is no longer valid');
  });
  await step('a visitor is asked to sign in first; the page is neither stored nor indexed', async () => {
    await page.context().clearCookies();
    const answer = await page.request.get(new URL('/invitation?token=x', site.url).href);
    expect(answer.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(await answer.text()).toContain('noindex');
    await open(page, site, '/invitation?token=x');
    await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      '/login?next=%2Finvitation%3Ftoken%3Dx',
    );
    await expectAccessible(page, 'led to an account');
  });
});
