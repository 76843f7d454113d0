import { expect, it, vi } from 'vitest';
import { createSlotFiller } from './session-slots.ts';

const user = (name: string) => JSON.stringify({ id: name, fullName: name });
const pageOf = (area: string, links: string, session: string, text = 'text', notice = '') =>
  `<div class="account-area">${area}</div><div class="password-notice">${notice}</div><p>${text}</p><nav><div><h2 class="label">Account</h2><ul>${links}</ul></div></nav>` +
  `<script id="vike_pageContext" type="application/json">{"site":{"name":"F"},"session":${session},"pageId":"x"}</script>`;
const visitor = (text?: string) => pageOf('<a>Sign In</a>', '<li>Sign In</li>', 'null', text);
const pageFor = (session: string) => {
  const { fullName } = JSON.parse(session);
  return pageOf(`<b>${fullName}</b>`, `<li>${fullName}</li>`, session, 'text', `<p>${fullName}</p>`);
};

it('the slot filler inserts a session into any page, with one render per session', async () => {
  const render = vi.fn(async (_address: string, session: string) => pageFor(session));
  const fill = createSlotFiller(render);
  for (const name of ['$& Ann', 'Bob']) {
    const html = await Promise.all(['/', '/about'].map((address) => fill(address, visitor(), user(name))));
    expect(html).toEqual([pageFor(user(name)), pageFor(user(name))]);
  }
  expect(render).toHaveBeenCalledTimes(2);
});

it('the slot filler renders each page for an administrator, whose links depend on the page', async () => {
  const admin = JSON.stringify({ id: 'Eve', fullName: 'Eve', isAdmin: true });
  const fill = createSlotFiller(async (address, session) => pageOf(`<a>Edit ${address}</a>`, '', session));
  for (const address of ['/article/1', '/article/2', '/article/1'])
    expect(await fill(address, visitor(), admin)).toContain(`<a>Edit ${address}</a>`);
});

it('the slot filler fills a page’s slot for an edit link, for administrators only', async () => {
  const admin = JSON.stringify({ id: 'Eve', fullName: 'Eve', isAdmin: true });
  const place = (link: string) => `<span class="edit-link">${link}</span>`;
  const fill = createSlotFiller(async (address, session) =>
    pageOf(
      '',
      '',
      session,
      session === admin && address !== '/' ? place(`<a>Edit ${address}</a>`) : place(''),
    ),
  );
  for (const address of ['/article/1', '/article/2']) {
    expect(await fill(address, visitor(place('')), admin)).toContain(place(`<a>Edit ${address}</a>`));
    expect(await fill(address, visitor(place('')), user('Ann'))).toContain(place(''));
  }
  expect(await fill('/article/3', visitor(), admin)).not.toContain('Edit /article/3');
  expect(await fill('/about', visitor(), user('Ann'))).not.toContain('edit-link');
});

it('the slot filler fills only the session’s slots, even if names contain the same text', async () => {
  const inSite = (page: string) => page.replace('"name":"F"', '"name":"The {null} School","url":"null"');
  const fill = createSlotFiller(async (_address, session) => inSite(pageFor(session)));
  for (const name of ['{', 'Ann } "B" \\', '"session":null'])
    expect(await fill('/', inSite(visitor()), user(name))).toBe(inSite(pageFor(user(name))));
});

it.each([
  ['a page that has a slot twice', visitor('<div class="account-area"></div>')],
  ['a page that lacks a slot', visitor().replace('account-area', 'other')],
  ['a page of somebody', pageFor(user('Eve'))],
  ['a page with another shape', visitor().replace('<a>Sign In</a>', '<div></div>')],
])('the slot filler does not fill %s', async (_which, html) => {
  const fill = createSlotFiller(async (_address, session) => pageFor(session));
  expect(await fill('/', html, user('Ann'))).toBeUndefined();
});

it.each([
  ['was not rendered', undefined],
  ['is a visitor’s', visitor()],
  ['has another shape', '<p></p>'],
])(
  'the slot filler fills nothing if the page rendered for the session %s, and retries next time',
  async (_how, html) => {
    let rendered = html;
    const fill = createSlotFiller(async () => rendered);
    expect(await fill('/', visitor(), user('Ann'))).toBeUndefined();
    rendered = pageFor(user('Ann'));
    expect(await fill('/', visitor(), user('Ann'))).toBe(pageFor(user('Ann')));
  },
);
