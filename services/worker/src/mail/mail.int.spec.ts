import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer } from '../testing/mail-server.ts';
import { createOutbox, createSmtpMailer, type Message, openMailer } from './mailer.ts';

const from = { name: 'The Forum', address: 'no-reply@example.org' };
const message: Message = {
  kind: 'try-out',
  subjectId: 'user-1',
  to: 'ada@example.org',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};

describe('the SMTP mailer', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeEach(async () => {
    server = await startMailServer({ user: 'post@example.org', password: 'p@ss: %/wörd' });
  });
  afterEach(() => server.close());
  const urlWith = (password: string) =>
    `smtp://${encodeURIComponent('post@example.org')}:${encodeURIComponent(password)}@127.0.0.1:${server.port}`;

  it('authenticates with the percent-decoded credentials of its URL', async () => {
    await createSmtpMailer(urlWith('p@ss: %/wörd'), from).send(message);
    expect(server.logins).toEqual([{ username: 'post@example.org', password: 'p@ss: %/wörd' }]);
    expect(server.raw).toHaveLength(1);
  });

  it('reports a rejected password as MailDelayed, without the password or an address', async () => {
    const failure: unknown = await createSmtpMailer(urlWith('wrong'), from)
      .send(message)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'MailDelayed' });
    expect(String((failure as Error).stack)).not.toMatch(/wrong|ada@|post@/);
    expect((failure as Error).cause).toBeUndefined();
  });

  it.each([
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'Eve <eve@example.org>',
    'ada@example.org> SIZE=1\r\nRCPT TO:<eve@example.org',
    '<eve@example.org>',
  ])('rejects an address that could name further recipients: %j', async (to) => {
    const mailer = createSmtpMailer(urlWith('p@ss: %/wörd'), from);
    await expect(mailer.send({ ...message, to })).rejects.toMatchObject({ name: 'MailRefused' });
    expect(server.recipients).toEqual([]);
  });

  it('prevents header injection by subject and sender name', async () => {
    const name = 'Forum\r\nBcc: eve@example.org';
    const mailer = createSmtpMailer(urlWith('p@ss: %/wörd'), { ...from, name });
    await mailer.send({ ...message, subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nAnd more' });
    const [raw = ''] = server.raw;
    expect(raw).not.toMatch(/^bcc:/im);
    const [parsed] = await server.messages();
    expect(parsed?.from).toMatchObject({ address: from.address });
    expect(parsed?.text?.trim()).toBe('Hello');
    expect(server.recipients).toEqual([message.to]);
  });

  it('rejects when aborted', async () => {
    server.plan({ hangs: 'greeting' });
    const stop = new AbortController();
    const sending = createSmtpMailer(urlWith('x'), from).send(message, stop.signal);
    stop.abort();
    await expect(sending).rejects.toMatchObject({ name: 'MailDelayed' });
  });
});

describe('the outbox', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'journal-outbox-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('stores each message in a file that only its owner can read', async () => {
    const folder = join(parent, 'outbox');
    const outbox = createOutbox(folder, from);
    await outbox.send(message);
    const names = await readdir(folder);
    expect(names).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z\.try-out\.user-1\.[0-9a-f]{8}\.eml$/)]);
    const [name = ''] = names;
    const stamp = /^(....)(..)(..)T(..)(..)(..)(...)Z/;
    const writtenAt = Date.parse(name.split('.', 1)[0]?.replace(stamp, '$1-$2-$3T$4:$5:$6.$7Z') ?? '');
    expect(Math.abs(Date.now() - writtenAt)).toBeLessThan(60_000);
    const path = join(folder, name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await PostalMime.parse(await readFile(path))).toMatchObject({
      subject: 'Hello',
      from,
      to: [{ address: 'ada@example.org' }],
      html: expect.stringContaining('<p>Hello</p>'),
    });
  });

  it('removes the messages of one subject only, and tolerates a missing folder', async () => {
    const folder = join(parent, 'outbox');
    const outbox = createOutbox(folder, from);
    await outbox.forget('user-1');
    for (const subjectId of ['user-1', 'user-1', 'user-11', 'a-user-1'])
      await outbox.send({ ...message, subjectId });
    await outbox.forget('user-1');
    const left = await readdir(folder);
    expect(left.map((name) => name.split('.')[2]).toSorted()).toEqual(['a-user-1', 'user-11']);
  });

  it('removes messages after 30 days, and keeps other files', async () => {
    const outbox = createOutbox(parent, from);
    await outbox.removeOld();
    await outbox.send(message);
    const [fresh = ''] = await readdir(parent);
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * 24 * 3_600_000).toISOString().replace(/[-:.]/g, '');
    const others = ['20200101.txt', `${daysAgo(29.9)}.try-out.user-1.00000000.eml`];
    const old = ['eml', 'eml.part'].map((end) => `${daysAgo(30.1)}.try-out.user-1.00000000.${end}`);
    for (const name of [...others, ...old]) await writeFile(join(parent, name), '');
    await outbox.removeOld();
    expect((await readdir(parent)).toSorted()).toEqual([...others, fresh].toSorted());
  });

  it('rejects a subject ID that contains a path', async () => {
    const outbox = createOutbox(parent, from);
    await expect(outbox.send({ ...message, subjectId: '../user-1' })).rejects.toThrow(
      'cannot be part of a file name',
    );
    expect(await readdir(parent)).toEqual([]);
  });

  it('is used without SMTP_URL, and the log names its folder', async () => {
    const logged: string[] = [];
    const { log } = fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } });
    await openMailer({ DATA_DIR: parent }, from, log).send(message);
    expect(logged.map((line) => JSON.parse(line).folder)).toEqual([join(parent, 'outbox')]);
    expect(await readdir(join(parent, 'outbox'))).toHaveLength(1);
  });
});
