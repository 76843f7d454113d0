import { articleSubject, contributorSubject, userSubject } from '@journal/events';
import { describe, expect } from 'vitest';
import type { JournalLog } from '../testing/journal-log.ts';
import { projectionTest as it, type Model } from '../testing/projection-test.ts';
import { accountsProjection } from './accounts/accounts.projection.ts';
import { articlesProjection } from './articles/articles.projection.ts';
import { auditProjection } from './audit/audit.projection.ts';
import { commentsProjection } from './comments/comments.projection.ts';
import { submissionsProjection } from './submissions/submissions.projection.ts';
import { createWordsProjection } from './words/words.projection.ts';

const models = {
  accounts: accountsProjection,
  articles: articlesProjection,
  audit: auditProjection,
  comments: commentsProjection,
  submissions: submissionsProjection,
};
/** Returns the projections; the words follow the schemas with the prefix `of`. */
const projectionsOf = (database: Model['pool'], of: string) => ({
  ...models,
  words: createWordsProjection({
    database,
    articlesSchema: `${of}_articles`,
    submissionsSchema: `${of}_submissions`,
  }),
});
const userId = 'user-1';
/** The articles' own text contains "Zindle"; all other data of the forgotten user contains "Quorvex". */
const byline = { authorName: 'Quorvex Writer', authorSchool: 'Quorvex School' };
const text = { title: 'Zindle title', excerpt: 'Zindle excerpt', content: 'Zindle content' };
const pitched = {
  fullName: 'Quorvex Writer',
  school: 'Quorvex School',
  articleTitle: 'Quorvex title',
  articleSummary: 'Quorvex summary',
  fullEssay: 'Quorvex essay',
};

async function writePieces({ articles, submissions, comments, users }: JournalLog) {
  await users.register(userId, { email: 'quorvex@example.org', username: 'quorvex', fullName: 'Quorvex' });
  await users.register('user-2');
  await articles.publish(1, { ...byline, ...text, contributorId: userId });
  await articles.edit(1, { authorName: 'Quorvex II', title: 'Zindle again' });
  await articles.publish(2, { ...byline, ...text, contributorId: userId });
  await articles.delete(2);
  await articles.publish(3);
  await submissions.pitch('a pending', { ...pitched, userId });
  await submissions.edit('a pending', { articleTitle: 'Quorvex again' });
  await comments.comment('a pending', 'said', { quotation: 'Quorvex essay', note: 'Quorvex?' });
  await comments.reply('a pending', 'replied', 'said', 'Quorvex!');
  await submissions.pitch('b published', { ...pitched, userId });
  await submissions.publish('b published', 1);
  await submissions.pitch('c deleted', { ...pitched, userId });
  await submissions.delete('c deleted');
  return submissions.pitch('d other');
}
/** Appends events that were sealed before the keys were deleted. */
async function changePieces({ articles, submissions, comments }: JournalLog) {
  await articles.edit(1, { ...byline, excerpt: 'Zindle later' });
  await articles.publish(4, { ...byline, ...text, contributorId: userId });
  await articles.delete(4);
  await articles.restore(4);
  await submissions.edit('a pending', pitched);
  await comments.comment('a pending', 'said later', { note: 'Quorvex later' });
  await comments.reply('a pending', 'replied later', 'said', 'Quorvex still');
  await submissions.delete('a pending');
  return submissions.restore('a pending');
}

describe.each(['keep', 'remove'] as const)('a forgotten writer (pieces: %s)', (pieces) => {
  it.for(['after their pieces', 'in one batch with their pieces', 'before pieces', 'twice, without keys'])(
    'is in no table if the erasure is applied %s, and rebuilt tables are equal',
    async (when, { log, model }) => {
      const names = [...Object.keys(models), 'words'];
      const startAll = (of: string) =>
        Object.entries(projectionsOf(model.pool, of)).map(([name, projection]) =>
          model.start(projection, { schema: `${of}_${name}` }),
        );
      const allApplied = (position: string, of = model.schema) =>
        Promise.all(names.map((name) => model.applied(position, `${of}_${name}`)));
      const allContents = async (of = model.schema) =>
        Object.fromEntries(
          await Promise.all(
            names.map(async (name) => [name, await model.contents(`${of}_${name}`)] as const),
          ),
        );
      const deleteKeys = async () => {
        await log.vault.forget(userSubject({ userId }));
        await log.vault.forget(contributorSubject({ contributorId: userId }));
        if (pieces === 'remove')
          for (const articleId of [1, 2, 4]) await log.vault.forget(articleSubject({ articleId }));
      };
      const forget = () => log.users.forget(userId, pieces);

      let last = '';
      if (when === 'after their pieces') {
        startAll(model.schema);
        await writePieces(log);
        await allApplied(await log.users.showOtherPieces(userId));
        last = await forget();
      } else if (when === 'in one batch with their pieces') {
        await writePieces(log);
        await log.users.showOtherPieces(userId);
        await forget();
        last = await changePieces(log);
        startAll(model.schema);
      } else if (when === 'before pieces') {
        startAll(model.schema);
        await allApplied(await forget());
        await writePieces(log);
        last = await changePieces(log);
      } else {
        await writePieces(log);
        await deleteKeys();
        startAll(model.schema);
        await forget();
        last = await forget();
      }
      await allApplied(last);

      const followed = await allContents();
      expect(JSON.stringify(followed)).not.toMatch(/quorvex/i);
      if (pieces === 'remove') expect(JSON.stringify(followed)).not.toMatch(/zindle/i);
      const { article, article_version: versions } = followed['articles'] ?? expect.fail();
      const title = pieces === 'keep' ? 'Zindle again' : null;
      expect(article[0]).toMatchObject({ title, author_name: null, author_age: null, author_school: null });
      expect(versions[1]).toMatchObject({ changed: ['authorName', 'title'], title, author_name: null });
      expect(article.map((row) => [row.id, row.listed])).toEqual(
        [
          [1, pieces === 'keep'],
          [2, false],
          [3, true],
          [4, pieces === 'keep'],
        ].filter(([id]) => article.some((row) => row.id === id)),
      );
      expect(article[2]).toMatchObject({ title: 'Title 3', author_name: 'Writer 3', author_age: 15 });
      expect(followed['articles']?.showing_contributor).toEqual([]);
      const { submission, submission_version: essays } = followed['submissions'] ?? expect.fail();
      expect(submission.map((row) => [row.id, row.status, row.known, row.searched.trim()])).toEqual([
        ['a pending', 'pending', false, ''],
        ['b published', 'published', false, ''],
        ['c deleted', 'deleted', false, ''],
        ['d other', 'pending', true, 'title d other sämple writer summary d other'],
      ]);
      expect(essays.at(-1).full_essay).toContain('First d other');
      const { entry } = followed['audit'] ?? expect.fail();
      const titles = (type: string) =>
        new Set(entry.filter((row) => row.entity_type === type).map((row) => row.title));
      expect(titles('submission')).toEqual(new Set([null, 'Title d other']));
      expect(titles('user')).toEqual(new Set([null]));

      await deleteKeys();
      startAll(`re_${model.schema}`);
      await allApplied(last, `re_${model.schema}`);
      expect(await allContents(`re_${model.schema}`)).toEqual(followed);
    },
  );
});
