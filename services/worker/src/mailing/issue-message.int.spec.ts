import { createPublicKey, generateKeyPairSync, hash, verify } from 'node:crypto';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { createMessageWriter } from '../mail/mailer.ts';
import { copyOfIssue, issueMessage, testMessage } from './issue-message.ts';

const journal = { journalName: 'The Fórum', publicUrl: 'https://journal.example' };
const issue = {
  ...{ number: 7, title: 'Snow', date: '2027-01-31', letter: 'Dear all,\n\nit snows. שלום' },
  isPublished: true,
  pieces: [
    {
      heading: null,
      article: { id: 1, title: 'White', excerpt: 'All of it', authorName: 'Ada', authorAge: 15 },
    },
  ],
};
const copy = copyOfIssue(issue, journal);
const reader = {
  mailingId: '7-1',
  subscriberId: 'reader-1',
  email: 'ada@example.org',
  unsubscribeToken: 'tok-1',
};
const from = { name: journal.journalName, address: 'mail@journal.example', replyTo: 'desk@journal.example' };

it('an issue message has list headers and its reader’s one-click unsubscribe link', async () => {
  const { bytes, to } = await createMessageWriter(from)(issueMessage(copy, journal, reader));
  const mail = await PostalMime.parse(bytes);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(to).toBe('ada@example.org');
  expect(mail).toMatchObject({
    subject: 'The Fórum: Snow',
    messageId: '<7-1.reader-1@journal.example>',
    from: { name: 'The Fórum', address: 'mail@journal.example' },
    replyTo: [{ address: 'desk@journal.example' }],
  });
  expect(header('list-id')).toContain('<issues.journal.example>');
  expect(header('list-unsubscribe')).toBe('<https://journal.example/api/newsletter/unsubscribe?token=tok-1>');
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(header('auto-submitted')).toBe('no');
  const way = 'https://journal.example/newsletter/unsubscribe?token=tok-1';
  expect(mail.html?.split(`href="${way}"`)).toHaveLength(2);
  expect(mail.text?.split(way)).toHaveLength(2);
  expect(`${mail.html}${mail.text}`).not.toContain('UNSUBSCRIBE-');
  expect(mail.html).toContain('שלום');
});

it('no text of an issue can contain its reader’s token, whatever somebody wrote there', async () => {
  const link = 'https://elsewhere.example/?UNSUBSCRIBE-9f2c7d51';
  const article = { id: 1, title: link, excerpt: link, authorName: link, authorAge: 15 };
  const pieces = [{ heading: link, article }];
  const written = { ...issue, title: link, letter: link, pieces };
  const { bytes } = await createMessageWriter(from)(
    issueMessage(copyOfIssue(written, journal), journal, reader),
  );
  const { subject, html = '', text = '' } = await PostalMime.parse(bytes);
  expect(`${subject}${html}${text}`.split('elsewhere.example/?…').length).toBeGreaterThan(5);
  expect(`${subject}${html}${text}`.split('tok-1')).toHaveLength(3);
});

it('the Message-ID is the same each time for a reader, and differs for another reader', async () => {
  const idOf = (subscriberId: string) => issueMessage(copy, journal, { ...reader, subscriberId }).messageId;
  expect(idOf('reader-1')).toBe(idOf('reader-1'));
  expect(idOf('reader-2')).not.toBe(idOf('reader-1'));
});

it('the content hash is the same for the same issue, and differs for another title', () => {
  expect(copyOfIssue(issue, journal)).toEqual(copy);
  expect(copyOfIssue({ ...issue, title: 'Rain' }, journal).contentHash).not.toBe(copy.contentHash);
  expect(copy.contentHash).toMatch(/^[0-9a-f]{64}$/);
});

it('a test message is marked in its subject and has no unsubscribe link', async () => {
  const message = testMessage(copy, journal, { userId: 'editor', to: 'eve@example.org' });
  const mail = await PostalMime.parse((await createMessageWriter(from)(message)).bytes);
  expect(mail.subject).toBe('[Test] The Fórum: Snow');
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  expect(`${mail.html}${mail.text}`).not.toContain('UNSUBSCRIBE-');
});

it('the DKIM signature covers the unsubscribe headers, and is invalid after tampering', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const write = createMessageWriter({ ...from, dkim: { domain: 'journal.example', selector: 'mail', key } });
  const { bytes } = await write(issueMessage(copy, journal, reader));
  const signature = verified(
    bytes.toString('latin1'),
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  expect(signature).toMatchObject({ d: 'journal.example', s: 'mail', a: 'rsa-sha256', isValid: true });
  const names = signature.h?.toLowerCase().split(':');
  for (const name of ['from', 'to', 'subject', 'list-id', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(names).toContain(name);
  const tampered = bytes
    .toString('latin1')
    .replace('token=3Dtok-1', 'token=3Dtok-2')
    .replace('tok-1>', 'tok-2>');
  expect(verified(tampered, publicKey.export({ type: 'spki', format: 'pem' }).toString()).isValid).toBe(
    false,
  );
});

/** Returns the tags of a message's DKIM signature and whether it is valid (RFC 6376, relaxed canonicalization). */
function verified(message: string, publicKey: string): Record<string, string> & { isValid?: never } {
  const end = message.indexOf('\r\n\r\n');
  const headers = message.slice(0, end).split(/\r\n(?![ \t])/);
  const relaxed = (header: string) => {
    const colon = header.indexOf(':');
    const value = header
      .slice(colon + 1)
      .replaceAll('\r\n', '')
      .replaceAll(/[ \t]+/g, ' ')
      .trim();
    return `${header.slice(0, colon).trim().toLowerCase()}:${value}`;
  };
  const signed = headers.find((header) => /^dkim-signature:/i.test(header)) ?? '';
  const tags = Object.fromEntries(
    relaxed(signed)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).trim()]),
  ) as Record<string, string>;
  const body = message
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd())
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  const unused = [...headers];
  const chosen = (tags['h'] ?? '').split(':').flatMap((name) => {
    const at = unused.findLastIndex((header) =>
      header.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`),
    );
    return at < 0 ? [] : unused.splice(at, 1).map(relaxed);
  });
  const bare = relaxed(signed).replace(/b=[A-Za-z0-9+/= ]*$|b=[A-Za-z0-9+/= ]*(?=;)/, 'b=');
  const isBody = hash('sha256', Buffer.from(body, 'latin1'), 'base64') === tags['bh']?.replaceAll(' ', '');
  const text = [...chosen, bare].join('\r\n');
  const isSigned = verify(
    'sha256',
    Buffer.from(text, 'latin1'),
    createPublicKey(publicKey),
    Buffer.from(tags['b']?.replaceAll(' ', '') ?? '', 'base64'),
  );
  return { ...tags, isValid: isBody && isSigned } as never;
}
