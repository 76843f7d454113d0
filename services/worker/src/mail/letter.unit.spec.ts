import { expect, it } from 'vitest';
import { senderOf } from './mailer.ts';
import { periodInWords, temporaryPasswordMessage } from './messages.ts';

const journal = { journalName: 'The Forum', publicUrl: 'https://forum.example.org' };
const mail = {
  userId: 'user-1',
  to: 'ada@example.org',
  temporaryPassword: '7KQM-3CDE-9FGH-4JKM',
  validMilliseconds: 3_599_000,
};

it('a message has the same content as text and as HTML', () => {
  const { text, html } = temporaryPasswordMessage(journal, mail);
  expect(text).toBe(`Your temporary password

Someone asked for a temporary password for your account at The Forum. Here it is:

    7KQM-3CDE-9FGH-4JKM

It is valid for one hour. Sign in with it, then choose a new password on your profile page.

Sign in: https://forum.example.org/login

If it wasn’t you: ignore this message. Your old password still works.

-- \nThe Forum
`);
  for (const part of ['7KQM-3CDE-9FGH-4JKM', 'valid for one hour', 'https://forum.example.org/login'])
    expect(html).toContain(part);
  expect(html).toContain('If it wasn’t you');
});

it('the HTML escapes the journal name and loads no external content', () => {
  const { html } = temporaryPasswordMessage({ ...journal, journalName: '<b onclick="x">&\'' }, mail);
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;');
  expect(html).not.toContain('<b ');
  expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/);
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('width=device-width');
});

it.each([
  [1_000, 'one minute'],
  [300_000, '5 minutes'],
  [3_600_000, 'one hour'],
  [3_598_000, 'one hour'],
  [7_200_000, '2 hours'],
  [5_400_000, '90 minutes'],
])('a period of %d ms is written as %s', (milliseconds, words) => {
  expect(periodInWords(milliseconds)).toBe(words);
});

it.each([
  [undefined, 'https://forum.example.org', { name: 'The Forum', address: 'no-reply@forum.example.org' }],
  [undefined, 'http://localhost:3000', { name: 'The Forum', address: 'no-reply@localhost' }],
  [undefined, 'http://192.0.2.1', { name: 'The Forum', address: 'no-reply@localhost' }],
  [undefined, 'http://[::1]:3000', { name: 'The Forum', address: 'no-reply@localhost' }],
  ['post@example.org', 'https://x.org', { name: 'The Forum', address: 'post@example.org' }],
  ['The Post <post@example.org>', 'https://x.org', { name: 'The Post', address: 'post@example.org' }],
  ['<post@example.org>', 'https://x.org', { name: 'The Forum', address: 'post@example.org' }],
])('the sender is derived from MAIL_FROM %s at %s', (chosen, publicUrl, sender) => {
  expect(senderOf(chosen, 'The Forum', publicUrl)).toEqual(sender);
});
