import { createMemoryEventStore } from '@journal/event-store/memory';
import { articleSubject, contributorSubject, type PiecesOfForgotten } from '@journal/events';
import { createEmbeddedIndex } from '@journal/search';
import { useTestDatabase } from '@journal/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createArticleLog } from '../../testing/article-log.ts';
import { untilApplied } from '../../testing/article-runner.ts';
import { createSearchRunners } from '../../testing/search-runner.ts';
import { createUserLog } from '../../testing/user-log.ts';

const database = useTestDatabase();
const { pool } = database;

/** What can be found, without the order in which it came to be so. */
async function contentsOf(schema: string): Promise<string[]> {
  const { rows } = await pool.query<{ document: string }>(
    `select (to_jsonb(document) - 'changed')::text as document from ${schema}.document where words is not null order by id`,
  );
  return rows.map(({ document }) => document);
}

const words = fc
  .array(fc.constantFrom('ärger', 'Lantern', 'kites', 'don’t', '東京', 'of', 'the', '42', '🍎'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((some) => some.join(' '));
const fields = { title: words, excerpt: words, content: words, authorName: words } as const;
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('publish'), user: fc.nat(2), data: fc.record(fields) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      id: fc.nat(7),
      data: fc.record(fields, { requiredKeys: [] }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('toggle'), id: fc.nat(7) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('forget'),
      user: fc.nat(2),
      pieces: fc.constantFrom('keep', 'remove'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('let it be applied') }) },
);

let round = 0;

it('an index that is built equals the one that followed, whatever the history and the batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const [articles, followed, built] = ['read', 'followed', 'built'].map((name) => `${name}_${round}`);
      if (!articles || !followed || !built) throw new Error('There are three');
      round++;
      const store = createMemoryEventStore();
      const log = createArticleLog(store);
      const users = createUserLog(store, log.vault);
      const runners = createSearchRunners(database.url, store, log);
      runners.articles(articles);
      runners.search(createEmbeddedIndex({ pool, schema: followed }), followed, articles);
      const pieces: { writer: string; isDeleted: boolean }[] = [];
      const forgotten = new Map<string, PiecesOfForgotten>();
      const publish = (user: number, data: object = {}) => {
        const writer = `user-${user}`;
        return log.publish(pieces.push({ writer, isDeleted: false }), { contributorId: writer, ...data });
      };
      let last = await publish(0);
      await untilApplied(pool, followed, last);
      for (const each of steps) {
        const target = 'id' in each ? each.id % pieces.length : 0;
        const piece = pieces[target];
        if (each.kind === 'publish' && 'user' in each && 'data' in each) {
          last = await publish(each.user, each.data);
        } else if (each.kind === 'forget' && 'pieces' in each) {
          const userId = `user-${each.user}`;
          if (forgotten.has(userId)) continue;
          forgotten.set(userId, each.pieces as PiecesOfForgotten);
          last = await users.forget(userId, each.pieces as PiecesOfForgotten);
        } else if (each.kind === 'let it be applied') {
          await untilApplied(pool, followed, last);
        } else if (each.kind === 'edit' && 'data' in each) {
          last = await log.edit(target + 1, each.data, piece?.writer);
        } else if (piece) {
          last = await (piece.isDeleted ? log.restore(target + 1) : log.delete(target + 1));
          piece.isDeleted = !piece.isDeleted;
        }
      }
      await untilApplied(pool, followed, last);
      for (const contributorId of forgotten.keys())
        await log.vault.forget(contributorSubject({ contributorId }));
      for (const [index, { writer }] of pieces.entries())
        if (forgotten.get(writer) === 'remove')
          await log.vault.forget(articleSubject({ articleId: index + 1 }));
      runners.search(createEmbeddedIndex({ pool, schema: built }), built, articles);
      await untilApplied(pool, built, last);
      await runners.stop();
      expect(await contentsOf(built)).toEqual(await contentsOf(followed));
      for (const schema of [articles, followed, built]) await pool.query(`drop schema ${schema} cascade`);
    }),
    { numRuns: 6 },
  );
}, 120_000);
