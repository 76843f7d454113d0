import { createMemoryEventStore } from '@journal/event-store/memory';
import { articleSubject, contributorSubject, type PiecesOfForgotten } from '@journal/events';
import { useTestDatabase } from '@journal/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createArticleLog } from '../../testing/article-log.ts';
import { contentsOf, createRunners, untilApplied } from '../../testing/article-runner.ts';
import { createUserLog } from '../../testing/user-log.ts';

const database = useTestDatabase();
const { pool } = database;

const section = fc.constantFrom('clash', 'view', 'culture');
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((value) => !value.includes('\0'));
const fields = {
  title: text,
  excerpt: text,
  content: text,
  section,
  authorName: text,
  authorAge: fc.integer({ min: 12, max: 18 }),
  authorSchool: fc.option(text),
  readTime: fc.integer({ min: 1, max: 20 }),
  featured: fc.constantFrom(0, 1),
} as const;
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('publish'),
      data: fc.record({ ...fields, contributorId: fc.constantFrom('user-0', 'user-1', 'user-2') }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('forget'),
      user: fc.nat(2),
      pieces: fc.constantFrom('keep', 'remove'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      id: fc.nat(7),
      data: fc.record({ ...fields, restoredRevision: fc.nat(3) }, { requiredKeys: [] }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('toggle'), id: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('let it be applied') }) },
);

let round = 0;

it('a rebuilt model equals the one that followed event by event, whatever the history and the batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const [followed, rebuilt] = [`followed_${++round}`, `rebuilt_${round}`];
      const store = createMemoryEventStore();
      const log = createArticleLog(store);
      const users = createUserLog(store, log.vault);
      const runners = createRunners(database.url, store, log);
      runners.start(followed);
      const deleted = [false];
      const contributors = ['user-0'];
      const forgotten = new Map<string, PiecesOfForgotten>();
      let last = await log.publish(1, { contributorId: 'user-0' });
      for (const each of steps) {
        const target = 'id' in each ? each.id % deleted.length : 0;
        if (each.kind === 'publish' && 'data' in each) {
          contributors.push(String(each.data.contributorId));
          last = await log.publish(deleted.push(false), each.data as never);
        } else if (each.kind === 'forget' && 'user' in each) {
          const userId = `user-${each.user}`;
          if (forgotten.has(userId)) continue;
          forgotten.set(userId, each.pieces);
          last = await users.forget(userId, each.pieces);
        } else if (each.kind === 'let it be applied') {
          await untilApplied(pool, followed, last);
        } else if (each.kind === 'edit' && 'data' in each) {
          last = await log.edit(target + 1, each.data as never, contributors[target]);
        } else {
          last = await (deleted[target] ? log.restore(target + 1) : log.delete(target + 1));
          deleted[target] = !deleted[target];
        }
      }
      await untilApplied(pool, followed, last);
      for (const contributorId of forgotten.keys())
        await log.vault.forget(contributorSubject({ contributorId }));
      for (const [index, contributorId] of contributors.entries())
        if (forgotten.get(contributorId) === 'remove')
          await log.vault.forget(articleSubject({ articleId: index + 1 }));
      runners.start(rebuilt);
      await untilApplied(pool, rebuilt, last);
      const contents = await contentsOf(pool, rebuilt);
      await runners.stop();
      expect(contents).toEqual(await contentsOf(pool, followed));
      expect(contents.versions).toHaveLength(
        store.log.filter((event) => event.type !== 'UserForgotten').length,
      );
      await pool.query(`drop schema ${followed} cascade; drop schema ${rebuilt} cascade`);
    }),
    { numRuns: 25 },
  );
});
