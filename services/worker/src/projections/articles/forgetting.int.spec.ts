import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { articleSubject, contributorSubject } from '@journal/events';
import { listen } from '@journal/postgres';
import { type ChangeNotification, changesChannel, decodeChange } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArticleLog, createArticleLog } from '../../testing/article-log.ts';
import { contentsOf, createRunners, untilApplied } from '../../testing/article-runner.ts';
import { until } from '../../testing/until.ts';
import { createUserLog, type UserLog } from '../../testing/user-log.ts';

const writer = { contributorId: 'user-1', authorName: 'Sämple Writer', authorSchool: 'A School' };
const { contributorId, ...edit } = writer;
const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: ArticleLog;
let users: UserLog;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;

beforeEach(() => {
  schema = `forgetting_${++schemas}`;
  store = createMemoryEventStore();
  log = createArticleLog(store);
  users = createUserLog(store, log.vault);
  runners = createRunners(database.url, store, log);
});
afterEach(() => runners.stop());

const applied = (position: string) => untilApplied(pool, schema, position);
/** Nobody's name is anywhere: not in a row, not in a version. */
async function expectNoName() {
  const everything = JSON.stringify(await contentsOf(pool, schema));
  expect(everything).not.toContain(writer.authorName);
  expect(everything).not.toContain(writer.authorSchool);
}
/** The tables filled anew, as they are when the key has been deleted. */
async function rebuilt(position: string) {
  await log.vault.forget(contributorSubject({ contributorId }));
  const other = `rebuilt_${schemas}`;
  runners.start(other);
  await untilApplied(pool, other, position);
  return contentsOf(pool, other);
}

describe('a writer who is forgotten', () => {
  it('is named no more: not in the articles, not in their versions, and others still are', async () => {
    runners.start(schema);
    await log.publish(1, writer);
    await log.edit(1, { authorName: 'Sämple Writer II', title: 'Kept' }, contributorId);
    await log.publish(2, writer);
    await log.delete(2);
    await applied(await log.publish(3));
    const position = await users.forget('user-1');
    await applied(position);
    await expectNoName();
    const { articles, versions } = await contentsOf(pool, schema);
    expect(articles.map((row) => [row.title, row.author_name, row.author_age, row.author_school])).toEqual([
      ['Kept', null, null, null],
      ['Title 2', null, null, null],
      ['Title 3', 'Writer 3', 15, null],
    ]);
    expect(articles.map((row) => row.revision)).toEqual([1, 1, 0]);
    expect(versions[1]).toMatchObject({ changed: ['authorName', 'title'], title: 'Kept', author_name: null });
    expect(await contentsOf(pool, schema)).toEqual(await rebuilt(position));
  });

  it('stays so whatever comes in the same batch, before it or after it', async () => {
    await log.publish(1, writer);
    await log.publish(2, writer);
    await log.edit(1, { ...edit, title: 'Before' }, contributorId);
    await users.forget('user-1');
    await log.edit(2, { ...edit, title: 'After' }, contributorId);
    const position = await log.publish(3, writer);
    runners.start(schema);
    await applied(position);
    await expectNoName();
    expect((await contentsOf(pool, schema)).articles.map((row) => [row.title, row.listed])).toEqual([
      ['Before', true],
      ['After', true],
      ['Title 3', true],
    ]);
    expect(await contentsOf(pool, schema)).toEqual(await rebuilt(position));
  });

  it('stays so when pieces come later, sealed before the key was deleted', async () => {
    runners.start(schema);
    await applied(await users.forget('user-1'));
    await applied(await log.publish(1, writer));
    await applied(await log.edit(1, { title: 'Another', authorSchool: 'A School' }, contributorId));
    await log.delete(1);
    const position = await log.restore(1);
    await applied(position);
    await expectNoName();
    expect((await contentsOf(pool, schema)).articles[0]).toMatchObject({ title: 'Another', revision: 3 });
    expect(await contentsOf(pool, schema)).toEqual(await rebuilt(position));
  });

  it('was nameless already where the key had gone first, and it is no error to say so twice', async () => {
    await log.publish(1, writer);
    await log.vault.forget(contributorSubject({ contributorId }));
    runners.start(schema);
    await users.forget('user-1');
    const position = await users.forget('user-1');
    await applied(position);
    await expectNoName();
    expect(await contentsOf(pool, schema)).toEqual(await rebuilt(position));
  });

  it('changes what readers see of each listed piece, and is told once', async () => {
    const heard: ChangeNotification[] = [];
    const listening = Promise.withResolvers<void>();
    const listener = listen({
      url: database.url,
      applicationName: 'spec',
      channels: [changesChannel],
      onListening: listening.resolve,
      onNotification: (_channel, payload) => {
        const change = decodeChange(payload);
        if (change?.projection === schema) heard.push(change);
      },
    });
    await listening.promise;
    runners.start(schema);
    await log.publish(1, { ...writer, section: 'clash' });
    await log.publish(2, { ...writer, section: 'culture', featured: 1 });
    await log.publish(3, writer);
    await applied(await log.delete(3));
    const first = await users.forget('user-1');
    await until(() => expect(heard.at(-1)?.position).toBe(first));
    expect([...(heard.at(-1)?.topics ?? [])].sort()).toEqual(
      ['articles', 'article:1', 'article:2', 'section:clash', 'section:culture', 'featured', 'stats'].sort(),
    );
    const again = await users.forget('user-1');
    await until(() => expect(heard.at(-1)).toEqual({ projection: schema, position: again, topics: [] }));
    await listener.close();
  });
});

describe('a writer who is forgotten with all pieces', () => {
  it('leaves no text either, in what was there, in the same batch and in what comes', async () => {
    runners.start(schema);
    await log.publish(1, writer);
    await applied(await log.edit(1, { content: 'First, edited' }, contributorId));
    await runners.stop();
    await log.publish(2, writer);
    await users.forget('user-1', 'remove');
    await log.edit(2, { title: 'Title 2, edited', content: 'First, edited' }, contributorId);
    runners.start(schema);
    await applied(await log.publish(3, writer));
    await applied(await log.edit(1, { title: 'Title 1, edited' }, contributorId));
    const position = await log.delete(1);
    await applied(position);
    await expectNoName();
    const contents = await contentsOf(pool, schema);
    expect(JSON.stringify(contents)).not.toMatch(/Title|Excerpt|First/);
    expect(contents.articles.map((row) => [row.id, row.listed, row.deleted_at === null])).toEqual([
      [1, false, false],
      [2, false, true],
      [3, false, true],
    ]);
    for (const articleId of [1, 2, 3]) await log.vault.forget(articleSubject({ articleId }));
    expect(contents).toEqual(await rebuilt(position));
  });
});
