import { essay, field, fillPitch, keptDraft, pitchesSent, submit } from './pitch/pitch-site.ts';
import { callsOf, expect, expectFollowers, people, signIn, signInByForm, test, toastOf } from './test.ts';
import { holdScripts, isHydrated, watchPage } from './watch-page.ts';

const { step } = test;
/** The scripts that hydration needs. */
const pageScripts = '**/assets/entries/pages_*.js';

test('pages with forms are not hydrated before somebody interacts with them', async ({ page, site }) => {
  for (const path of ['/login', '/signup', '/contact']) {
    await page.goto(site.url + path);
    await expectFollowers(site);
    await page.waitForLoadState('networkidle');
    expect(await isHydrated(page), path).toBe(false);
    expect(await page.locator('link[rel=modulepreload]').count(), path).toBe(0);
  }
});

test('drafts are shown without an interaction, including one from another tab', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const title = field(page, 'Article title');
  await page.goto(`${site.url}/contact`);
  await expectFollowers(site);
  const other = await page.context().newPage();
  await step('text typed before hydration becomes the draft', async () => {
    const release = await holdScripts(other, pageScripts);
    await other.goto(`${site.url}/contact`);
    await field(other, 'Full essay').fill('Words of the other tab');
    await field(other, 'Section').selectOption('view');
    release();
    await expect(other.locator('.word-count p').first()).toContainText('5 words.');
    await expect(field(page, 'Full essay')).toHaveValue('Words of the other tab');
    await expect(field(page, 'Section')).toHaveValue('view');
  });
  await step('if there is a draft already, both are kept', async () => {
    const release = await holdScripts(other, pageScripts);
    await other.reload();
    await field(other, 'Full essay').fill('Typed before the draft was shown');
    await title.fill('Of the first tab');
    await expect.poll(async () => (await keptDraft(page))?.texts['articleTitle']).toBe('Of the first tab');
    release();
    await expect(field(other, 'Article title')).toHaveValue('Of the first tab');
    await expect(field(other, 'Full essay')).toHaveValue('Typed before the draft was shown');
    await other.getByRole('button', { name: 'Show that one instead' }).click();
    await expect(field(other, 'Full essay')).toHaveValue('Words of the other tab');
    await other.close();
  });
  await step(
    'a value that the browser restores on going back does not bring back a discarded draft',
    async () => {
      await page.getByRole('button', { name: 'Discard draft' }).click();
      await title.fill('Sent meanwhile');
      await expect.poll(async () => (await keptDraft(page))?.texts['articleTitle']).toBe('Sent meanwhile');
      await page.goto(`${site.url}/about`);
      await page.evaluate(() => localStorage.clear());
      await page.goBack();
      await expectFollowers(site);
      await expect(title).toBeEnabled();
      await expect(title).toHaveValue('');
      await field(page, 'Full name').fill('Somebody else');
      await expect.poll(async () => (await keptDraft(page))?.texts).toMatchObject({ articleTitle: '' });
    },
  );
  expect(faults).toEqual([]);
});

test('if the form’s scripts are missing, the typed text is kept and nothing is sent', async ({
  page,
  site,
}) => {
  let loaded = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded += 1;
  });
  await signIn(page, site, 'writer');
  const sent = Promise.withResolvers<void>();
  await page.route(pageScripts, async (route) => {
    if (loaded > 1) await sent.promise;
    await route.fulfill({ status: 404, body: '' });
  });
  await page.goto(`${site.url}/contact`);
  const again = page.waitForEvent('load');
  await field(page, 'Full essay').focus();
  await again;
  await fillPitch(page);
  await submit(page).click();
  await expect(page.locator('html[data-loading]')).toBeAttached();
  sent.resolve();
  await expect(submit(page)).toBeDisabled();
  await expect(field(page, 'Full essay')).toHaveValue(essay(900));
  await expect(field(page, 'Full essay')).toBeEditable();
  await field(page, 'Article title').press('Enter');
  expect(pitchesSent(site)).toEqual([]);
  expect(page.url()).toBe(`${site.url}/contact`);
  expect(loaded).toBe(2);
});

test('a form whose scripts are missing keeps what is typed when another tab signs in', async ({
  page,
  context,
  site,
}) => {
  await page.route(pageScripts, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${site.url}/contact`);
  const again = page.waitForEvent('load');
  await field(page, 'Full essay').focus();
  await again;
  await field(page, 'Full essay').fill('Words');
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const other = await context.newPage();
  await signIn(other, site, 'writer');
  await other.goto(`${site.url}/about`);
  // Listens before the other tab tells.
  const told = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    new BroadcastChannel('journal-session').onmessage = resolve;
    return { promise };
  });
  await other.evaluate(() => new BroadcastChannel('journal-session').postMessage('changed'));
  await told.evaluate(({ promise }) => promise.then(() => {}));
  await page.evaluate(() => fetch('/api/auth/session'));
  expect(requests).toEqual([`${site.url}/api/auth/session`]);
  await expect(submit(page)).toBeDisabled();
  await expect(field(page, 'Full essay')).toHaveValue('Words');
});

test('from a form whose scripts are missing, Back leads to the page before it', async ({ page, site }) => {
  await page.goto(`${site.url}/nothing-here`);
  await expect.poll(() => isHydrated(page)).toBe(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(`${site.url}/about`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write for Us' }).click();
  await expect(page).toHaveURL(`${site.url}/contact`);
  await page.route(pageScripts, (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await field(page, 'Full essay').focus();
  await expect(submit(page)).toBeDisabled();
  await page.unroute(pageScripts);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About The Forum');
});

test('a form whose scripts were lost with the network works once that is back, with what was typed', async ({
  page,
  context,
  site,
}) => {
  await signIn(page, site, 'writer');
  await page.goto(`${site.url}/contact`);
  await expectFollowers(site);
  await context.setOffline(true);
  await field(page, 'Full essay').focus();
  await expect(submit(page)).toBeDisabled();
  await fillPitch(page);
  const again = page.waitForEvent('load');
  await context.setOffline(false);
  await again;
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(field(page, 'Full essay')).toHaveValue(essay(900));
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
});

test('a form on a reloaded page whose scripts were lost works soon after the network answers again', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'writer');
  await page.goto(`${site.url}/contact`);
  await page.reload();
  await expectFollowers(site);
  await page.route('**/*', (route) => route.abort('connectionfailed'));
  await field(page, 'Full essay').focus();
  await expect(submit(page)).toBeDisabled();
  await fillPitch(page);
  // The browser believes that the network is back before it answers.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const again = page.waitForEvent('load');
  await page.unrouteAll();
  await again;
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(field(page, 'Full essay')).toHaveValue(essay(900));
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
});

test('if loading a script fails, the typed text is still there after the page has reloaded', async ({
  page,
  site,
}) => {
  const name = page.getByLabel('Full name');
  const email = page.getByLabel('Email', { exact: true });
  const typed = Promise.withResolvers<void>();
  let requestCount = 0;
  await page.route(pageScripts, async (route) => {
    requestCount += 1;
    if (requestCount > 1) return route.continue();
    await typed.promise;
    return route.abort('connectionreset');
  });
  await page.goto(`${site.url}/signup`);
  await name.fill('Ọlájùmọ̀kẹ́ Żółć');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await email.fill('sample.writer@example.com');
  const again = page.waitForEvent('load');
  typed.resolve();
  await again;
  await expect(email).toBeFocused();
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(name).toHaveValue('Ọlájùmọ̀kẹ́ Żółć');
  await expect(email).toHaveValue('sample.writer@example.com');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.goto(`${site.url}/about`);
  await page.goto(`${site.url}/signup`);
  await expect(name).toHaveValue('');
});

test('if loading a script fails, the chosen byline is still there after the page has reloaded', async ({
  page,
  site,
}) => {
  const chosen = Promise.withResolvers<void>();
  let requestCount = 0;
  await page.route(pageScripts, async (route) => {
    requestCount += 1;
    if (requestCount > 1) return route.continue();
    await chosen.promise;
    return route.abort('connectionreset');
  });
  await signIn(page, site, 'writer');
  await page.goto(`${site.url}/contact`);
  await page.locator('.byline-choice summary').click();
  await page.locator('input[value=first]').check();
  await page.getByRole('switch', { name: /^My age/ }).uncheck();
  await field(page, 'Full essay').fill('Words');
  const again = page.waitForEvent('load');
  chosen.resolve();
  await again;
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(field(page, 'Full essay')).toHaveValue('Words');
  await expect(page.locator('.byline-choice summary')).toHaveText('How you are named: By Sample');
});

test('text typed and forms sent before hydration are neither lost nor sent twice', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  await step('a half-typed login keeps its text, focus and caret', async () => {
    const release = await holdScripts(page, pageScripts);
    await page.goto(`${site.url}/login`);
    await password.fill('correct horse');
    await email.fill('sample.writer@example.com');
    await email.press('ArrowLeft');
    await email.press('Shift+ArrowLeft');
    await email.press('Shift+ArrowLeft');
    release();
    await expect.poll(() => isHydrated(page)).toBe(true);
    await expect(password).toHaveValue('correct horse');
    await page.keyboard.type('o');
    await expect(email).toHaveValue('sample.writer@example.om');
    await page.unrouteAll();
  });
  await step('the buttons for showing the password and for a forgotten one work', async () => {
    for (const [name, shown] of [
      ['Show password', page.getByRole('button', { name: 'Hide password' })],
      ['Forgot your password?', page.getByRole('dialog', { name: 'Reset your password' })],
    ] as const) {
      await page.goto(`${site.url}/login`);
      await page.getByRole('button', { name }).dispatchEvent('click');
      await expect(shown).toBeVisible();
    }
  });
  await step('a login submitted twice is sent once', async () => {
    const release = await holdScripts(page, pageScripts);
    await page.goto(`${site.url}/login?next=/contact`);
    await signInByForm(page);
    await password.press('Enter');
    await expect(page.locator('html[data-loading]')).toBeAttached();
    expect(callsOf(site, 'POST', '/api/auth/login')).toEqual([]);
    expect(page.url()).toBe(`${site.url}/login?next=/contact`);
    release();
    await page.waitForURL(`${site.url}/contact`);
    const { email: address, password: secret } = people.writer;
    expect(callsOf(site, 'POST', '/api/auth/login').map(({ fields }) => fields)).toEqual([
      { email: address, password: secret },
    ]);
    await page.unrouteAll();
  });
  await step('a byline chosen meanwhile stays chosen', async () => {
    const named = page.locator('.byline-choice summary');
    const age = page.getByRole('switch', { name: /^My age/ });
    const release = await holdScripts(page, pageScripts);
    await page.goto(`${site.url}/contact`);
    await named.click();
    await expect(page.locator('input[value=full]')).toBeChecked();
    await expect(age).toBeChecked();
    await page.locator('input[value=first]').check();
    await age.uncheck();
    release();
    await expect.poll(() => isHydrated(page)).toBe(true);
    await expect(named).toHaveText('How you are named: By Sample');
    await expect(page.locator('input[value=first]')).toBeChecked();
    await expect(age).not.toBeChecked();
    await page.reload();
    await field(page, 'Full essay').focus();
    await expect(named).toHaveText('How you are named: By Sample');
    await page.evaluate(() => localStorage.clear());
    await page.unrouteAll();
  });
  await step('a pitch submitted twice is sent once', async () => {
    const release = await holdScripts(page, pageScripts);
    await page.goto(`${site.url}/contact`);
    await fillPitch(page);
    await submit(page).dblclick();
    expect(pitchesSent(site)).toEqual([]);
    release();
    await expect(toastOf(page)).toContainText('Submission received!');
    expect(pitchesSent(site)).toHaveLength(1);
    expect(pitchesSent(site)[0]?.fields).toMatchObject({ age: 14, section: 'view', fullEssay: essay(900) });
    expect(await keptDraft(page)).toBeNull();
  });
  expect(faults).toEqual([]);
});

test('signing in in one tab signs in forms in other tabs that have not been hydrated', async ({
  page,
  context,
  site,
}) => {
  const login = await context.newPage();
  await login.goto(`${site.url}/login`);
  await page.goto(`${site.url}/contact`);
  await expectFollowers(site, 2);
  const other = await context.newPage();
  await other.goto(`${site.url}/login`);
  await signInByForm(other);
  await login.waitForURL(`${site.url}/`);
  await expect(submit(page)).toHaveText('Submit Your Pitch');
  await expect(submit(page)).toBeEnabled();
  await expect(field(page, 'Full essay')).toBeEnabled();
  expect(await isHydrated(page)).toBe(false);
  await fillPitch(page);
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
});
