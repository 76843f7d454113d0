import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idempotencyKeyHeader } from '@journal/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoArticles } from './demo-articles.ts';
import { ensureDemoContent } from './demo-content.ts';
import type { Newsroom } from './newsroom.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Publishes by key, as the command side does; breaks off after `breaksAfter` articles. */
class FakeNewsroom implements Newsroom {
  readonly token = 'a token';
  readonly published = new Map<string, string>();
  readonly isAdministratorNamed = false;
  breaksAfter = Number.POSITIVE_INFINITY;
  holdsOthers = false;

  async head() {
    return 'where the administrator was made';
  }

  async hadArticle() {
    return this.published.size > 0 || this.holdsOthers;
  }

  async hadAdministrator() {
    return false;
  }

  async send({ method, headers, body = '' }: Parameters<Newsroom['send']>[0]) {
    if (method === 'POST') {
      if (this.published.size >= this.breaksAfter) throw new Error('the machine went down');
      expect(headers).toMatchObject({ authorization: 'Bearer a token' });
      this.published.set(headers[idempotencyKeyHeader] ?? '', body);
    }
    return { status: method === 'POST' ? 201 : 200, body: '' };
  }
}

test('a log without articles gets every demo article, in order', async () => {
  const newsroom = new FakeNewsroom();
  await ensureDemoContent(folder, newsroom);
  expect([...newsroom.published.values()].map((body) => JSON.parse(body))).toEqual(demoArticles);
});

test('what broke off in the middle is completed without doubles', async () => {
  const newsroom = new FakeNewsroom();
  newsroom.breaksAfter = 5;
  await expect(ensureDemoContent(folder, newsroom)).rejects.toThrow('went down');
  newsroom.breaksAfter = Number.POSITIVE_INFINITY;
  await ensureDemoContent(folder, newsroom);
  expect(newsroom.published.size).toBe(demoArticles.length);
});

test('a log that holds an article is left alone, for good', async () => {
  const newsroom = new FakeNewsroom();
  newsroom.holdsOthers = true;
  await ensureDemoContent(folder, newsroom);
  newsroom.holdsOthers = false;
  await ensureDemoContent(folder, newsroom);
  expect(newsroom.published.size).toBe(0);
});

test('demo articles that somebody has deleted do not come back', async () => {
  const newsroom = new FakeNewsroom();
  await ensureDemoContent(folder, newsroom);
  newsroom.published.clear();
  await ensureDemoContent(folder, newsroom);
  expect(newsroom.published.size).toBe(0);
});

test('a refused article stops the start with what the command side said, to be tried again', async () => {
  const newsroom = new FakeNewsroom();
  newsroom.send = async () => ({ status: 400, body: 'Title is missing' });
  await expect(ensureDemoContent(folder, newsroom)).rejects.toThrow('Title is missing');
  expect(await readFile(join(folder, 'demo-content'), 'utf8')).toBe('publishing');
});

test('progress that another version wrote is no reason to publish', async () => {
  const newsroom = new FakeNewsroom();
  newsroom.holdsOthers = true;
  await writeFile(join(folder, 'demo-content'), 'something else');
  await ensureDemoContent(folder, newsroom);
  expect(newsroom.published.size).toBe(0);
});
