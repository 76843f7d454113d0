import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { acquireLock } from '../launcher/folder-lock.ts';
import { checkMailOf } from './mail.ts';
import { CommandError } from './terminal.ts';

const nothing = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
const dns = { resolveTxt: nothing, resolveMx: nothing, lookup: nothing, reverse: nothing };

async function check(environment: Record<string, string>, url?: string) {
  let said = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      said += chunk;
      done();
    },
  });
  const terminal = { environment, input: process.stdin, output: stream, messages: stream };
  const isWell = await checkMailOf(url === undefined ? {} : { url }, terminal, dns);
  return { isWell, said };
}

it('mail check reports what is missing and how to fix it, without revealing secrets', async () => {
  const environment = {
    PUBLIC_URL: 'https://forum.example',
    SMTP_URL: 'smtp://post:secret@127.0.0.1:1',
    MAIL_FROM: 'The Forum <desk@forum.example>',
  };
  const { isWell, said } = await check(environment);
  expect(isWell).toBe(false);
  expect(said).toContain('ok       Address of the journal: Links lead to https://forum.example.\n');
  expect(said).toContain(
    'MISSING  Mail server: 127.0.0.1 does not respond (ECONNREFUSED).\n           Compare SMTP_URL',
  );
  expect(said).toContain('name forum.example, type TXT, value v=spf1 ');
  expect(said).toMatch(/\n\d missing\.\n$/);
  expect(said).not.toContain('secret');
});

it('mail check uses the address that it is given', async () => {
  expect((await check({}, 'https://other.example')).said).toContain('Links lead to https://other.example.');
});

it('mail check uses the address of the journal running in the data folder, else that of a first start', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'journal-mail-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  expect((await check({ DATA_DIR })).said).toContain('http://localhost:3000');
  const lock = await acquireLock(DATA_DIR);
  onTestFinished(() => lock.release());
  await lock.listensAt('http://localhost:3123');
  expect((await check({ DATA_DIR })).said).toContain('http://localhost:3123');
  expect((await check({ DATA_DIR, PORT: '3456' })).said).toContain('http://localhost:3456');
});

it.each([
  { SMTP_URL: 'mail.example' },
  { PUBLIC_URL: 'forum.example' },
  { DKIM_DOMAIN: 'forum.example', DKIM_SELECTOR: 'mail', DKIM_KEY: 'secret' },
])(
  'mail check rejects an invalid setting without revealing secrets: %j',
  async (environment: Record<string, string>) => {
    const refused = await check(environment).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CommandError);
    expect(String(refused)).not.toContain('secret');
  },
);
