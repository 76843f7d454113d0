import { createMemoryEventStore } from '@journal/event-store/memory';
import {
  articleSubject,
  contributorSubject,
  type PiecesOfForgotten,
  submissionSubject,
  subscriberSubject,
  userSubject,
} from '@journal/events';
import { createEmbeddedIndex, searchModel } from '@journal/search';
import { createLogKey } from '@journal/vault';
import fc from 'fast-check';
import fastify from 'fastify';
import { expect } from 'vitest';
import { createLeaderElection } from '../engine/leader-election.ts';
import type { AnyProjection } from '../engine/projection.ts';
import { createJournalLog, type JournalLog } from '../testing/journal-log.ts';
import { contentsOf, createRunners, projectionTest as it, untilApplied } from '../testing/projection-test.ts';
import { accountsProjection } from './accounts/accounts.projection.ts';
import { articlesProjection } from './articles/articles.projection.ts';
import { auditProjection } from './audit/audit.projection.ts';
import { commentsProjection } from './comments/comments.projection.ts';
import { createLedgerProjection } from './ledger/ledger.projection.ts';
import { newsletterProjection } from './newsletter/newsletter.projection.ts';
import { createSearchProjection } from './search/search.projection.ts';
import { submissionsProjection } from './submissions/submissions.projection.ts';
import { createWordsProjection } from './words/words.projection.ts';

const users = ['user-0', 'user-1', 'user-2'] as const;
const user = fc.constantFrom(...users);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => !value.includes('\0')),
  fc.constantFrom('ärger Lantern', 'kites don’t', '東京 of the', '42 🍎'),
);
const age = fc.integer({ min: 12, max: 18 });
const section = fc.constantFrom('clash', 'view', 'culture');
const article = {
  title: text,
  excerpt: text,
  content: text,
  section,
  authorName: text,
  authorAge: age,
  authorSchool: fc.option(text),
  readTime: fc.integer({ min: 1, max: 20 }),
  featured: fc.constantFrom(0 as const, 1 as const),
  cover: fc.constantFrom('auto' as const, 'sea' as const, 'voices' as const),
};
const submission = {
  fullName: text,
  age,
  school: fc.option(text),
  section,
  articleTitle: text,
  articleSummary: text,
  fullEssay: text,
};
const restored = { restoredRevision: fc.nat(3) };

type Piece<Id> = { readonly id: Id; readonly owner: string; isDeleted: boolean };
/** Creates a log with a record of what has happened in it. */
function createHistory() {
  const store = createMemoryEventStore();
  return {
    store,
    log: createJournalLog(store),
    articles: [] as Piece<number>[],
    submissions: [] as Piece<string>[],
    comments: [] as { readonly pitch: string; readonly id: string; isDeleted: boolean }[],
    /** Erased pitches, which must be unreadable and have no further events. */
    erased: [] as Piece<string>[],
    erasedArticles: new Set<number>(),
    forgotten: new Map<string, PiecesOfForgotten>(),
    /** `waiting`: IDs of the articles that become visible once the issue is published. */
    issue: { next: 'open' as 'open' | 'close' | 'publish', waiting: [] as number[] },
    ended: [] as { readonly subscriberId: string }[],
    subscriber: undefined as ReturnType<JournalLog['subscriber']> | undefined,
  };
}
type History = ReturnType<typeof createHistory>;

/** Returns a step of a history; it does nothing if it is impossible after the previous steps. */
function step<Given>(
  name: string,
  weight: number,
  given: fc.Arbitrary<Given>,
  run: (history: History, given: Given) => Promise<unknown> | undefined,
) {
  const arbitrary = given.map((value) => ({
    run: (history: History) => run(history, value),
    [fc.toStringMethod]: () => `${name} ${fc.stringify(value)}`,
  }));
  return { weight, arbitrary };
}
/** Articles that are not erased: erased ones can only be deleted. */
const unerased = ({ articles, erasedArticles }: History) =>
  articles.filter(({ id }) => !erasedArticles.has(id));
const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length];
const toggle = (
  piece: Piece<never> | undefined,
  writer: Record<'delete' | 'restore', (id: never) => Promise<unknown>>,
) => {
  if (!piece) return;
  piece.isDeleted = !piece.isDeleted;
  return writer[piece.isDeleted ? 'delete' : 'restore'](piece.id);
};

const steps = fc.array(
  fc.oneof(
    step(
      'publish',
      3,
      fc.tuple(user, fc.record(article), fc.boolean()),
      ({ log, articles, issue }, [owner, data, isOfIssue]) => {
        const id = articles.push({ id: articles.length + 1, owner, isDeleted: false });
        if (isOfIssue && issue.next === 'publish') issue.waiting.push(id);
        return log.articles.publish(id, {
          ...data,
          contributorId: owner,
          ...(isOfIssue && { issueNumber: 7 }),
        });
      },
    ),
    step('work on the issue', 3, fc.nat(7), async ({ log, issue }, index) => {
      const pieces = issue.waiting.map((articleId) => ({ articleId, heading: null }));
      switch (issue.next) {
        case 'open':
          issue.next = 'close';
          return log.issues.open(7);
        case 'close':
          issue.next = 'publish';
          return log.issues.close(7);
        default:
          issue.waiting = [];
          issue.next = 'close';
          await log.issues.publish(7, pieces);
          return index > 3 ? log.issues.withdraw(7) : undefined;
      }
    }),
    step(
      'edit article',
      4,
      fc.tuple(fc.nat(7), fc.record({ ...article, ...restored }, { requiredKeys: [] })),
      (history, [index, data]) => {
        const piece = pick(unerased(history), index);
        return piece && history.log.articles.edit(piece.id, data);
      },
    ),
    step('choose byline', 2, fc.tuple(fc.nat(7), text), (history, [index, name]) => {
      const piece = pick(unerased(history), index);
      return piece && history.log.articles.chooseByline(piece.id, name);
    }),
    step(
      'hide article',
      2,
      fc.tuple(fc.nat(7), fc.constantFrom('hide', 'show', 'unname', 'remove')),
      (history, [index, what]) => {
        const piece = pick(unerased(history), index);
        return piece && history.log.articles[what](piece.id);
      },
    ),
    step('toggle article', 2, fc.nat(7), ({ log, articles }, index) =>
      toggle(pick(articles, index) as Piece<never> | undefined, log.articles),
    ),
    step('erase article', 1, fc.nat(7), ({ log, articles, erasedArticles }, index) => {
      const piece = pick(articles, index);
      if (!piece || erasedArticles.has(piece.id)) return undefined;
      erasedArticles.add(piece.id);
      return log.articles.erase(piece.id);
    }),
    step('pitch', 3, fc.tuple(user, fc.record(submission)), ({ log, submissions, erased }, [owner, data]) => {
      const id = `pitch-${submissions.length + erased.length}`;
      submissions.push({ id, owner, isDeleted: false });
      return log.submissions.pitch(id, { ...data, userId: owner });
    }),
    step(
      'edit pitch',
      3,
      fc.tuple(fc.nat(7), fc.record({ ...submission, ...restored }, { requiredKeys: [] })),
      ({ log, submissions }, [index, data]) => {
        const piece = pick(submissions, index);
        return piece && log.submissions.edit(piece.id, data);
      },
    ),
    step('toggle pitch', 2, fc.nat(7), ({ log, submissions }, index) =>
      toggle(pick(submissions, index) as Piece<never> | undefined, log.submissions),
    ),
    step(
      'work on pitch',
      3,
      fc.tuple(
        fc.nat(7),
        fc.constantFrom('assign', 'unassign', 'ask', 'resubmit', 'accept', 'sign', 'end'),
        text,
      ),
      ({ submissions: pieces, log: { submissions } }, [index, what, note]) => {
        const id = pick(pieces, index)?.id;
        if (id === undefined) return undefined;
        switch (what) {
          case 'assign':
            return submissions.assign(id, note);
          case 'unassign':
            return submissions.unassign(id);
          case 'ask':
            return submissions.requestChanges(id, note);
          case 'resubmit':
            return submissions.resubmit(id, { articleTitle: note }, note);
          case 'accept':
            return submissions.accept(id, index + 1);
          case 'sign':
            return submissions.chooseByline(id, note);
          default:
            return submissions.decline(id, note);
        }
      },
    ),
    step(
      'comment',
      3,
      fc.tuple(fc.nat(7), text, text),
      ({ log, submissions, comments }, [index, quotation, note]) => {
        const pitch = pick(submissions, index)?.id;
        if (pitch === undefined) return undefined;
        const id = `comment-${comments.length}`;
        comments.push({ pitch, id, isDeleted: false });
        const audience = index % 2 === 0 ? 'editors' : 'writer';
        return log.comments.comment(pitch, id, { quotation, note, audience });
      },
    ),
    step(
      'work on comment',
      4,
      fc.tuple(fc.nat(7), fc.constantFrom('reply', 'resolve', 'reopen', 'delete'), text),
      ({ log, comments }, [index, what, note]) => {
        const comment = pick(comments, index);
        if (!comment || comment.isDeleted) return undefined;
        const { pitch, id } = comment;
        if (what === 'reply') return log.comments.reply(pitch, crypto.randomUUID(), id, note);
        comment.isDeleted = what === 'delete';
        return log.comments[what](pitch, id);
      },
    ),
    step('publish pitch', 1, fc.nat(7), ({ log, submissions }, index) => {
      const piece = pick(submissions, index);
      return piece && log.submissions.publish(piece.id, index + 1);
    }),
    step('withdraw pitch', 1, fc.nat(7), ({ log, submissions }, index) => {
      const piece = pick(submissions, index);
      return piece && log.submissions.withdraw(piece.id);
    }),
    step('erase pitch', 1, fc.nat(7), ({ log, submissions, erased, comments }, index) => {
      const piece = pick(submissions, index);
      if (!piece) return undefined;
      for (const comment of comments) comment.isDeleted ||= comment.pitch === piece.id;
      submissions.splice(submissions.indexOf(piece), 1);
      erased.push(piece);
      return log.submissions.erase(piece.id);
    }),
    step(
      'change account',
      2,
      fc.tuple(
        user,
        fc.constantFrom('changePassword', 'grantAdmin', 'revokeAdmin', 'showOtherPieces', 'hideOtherPieces'),
      ),
      ({ log, forgotten }, [userId, change]) =>
        forgotten.has(userId) ? undefined : log.users[change](userId),
    ),
    step(
      'forget',
      2,
      fc.tuple(user, fc.constantFrom('keep', 'remove')),
      ({ log, forgotten }, [userId, pieces]) => {
        const chosen = forgotten.get(userId) ?? pieces;
        forgotten.set(userId, chosen);
        return log.users.forget(userId, chosen);
      },
    ),
    step('subscribe', 2, fc.constantFrom('request', 'confirm', 'end'), async (history, action) => {
      if (action === 'request' || !history.subscriber) {
        history.subscriber ??= history.log.subscriber('reader@example.org', 'ab'.repeat(32));
        return history.subscriber.request();
      }
      const { subscriber } = history;
      if (action === 'confirm') return subscriber.confirm();
      history.ended.push(subscriber);
      history.subscriber = undefined;
      return subscriber.end();
    }),
    { weight: 2, arbitrary: fc.constant('let it be applied' as const) },
  ),
  { minLength: 1, maxLength: 120 },
);

let rounds = 0;

it('a rebuilt read model equals the incrementally updated one, for any history and batches', async ({
  database: { url, pool },
}) => {
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      const round = ++rounds;
      const history = createHistory();
      const { store, log } = history;
      const { vault } = log;
      const worker = { pool, election: createLeaderElection(url, 'journal worker leader') };
      const runners = createRunners(url, log);
      const schemaOf = (kind: string, model: string) => `${kind}_${round}_${model}`;
      const models = [
        'accounts',
        'articles',
        'audit',
        'comments',
        'ledger',
        'newsletter',
        'search',
        'submissions',
        'words',
      ] as const;
      function start(kind: string) {
        const projections: Record<(typeof models)[number], AnyProjection> = {
          accounts: accountsProjection,
          articles: articlesProjection,
          audit: auditProjection,
          comments: commentsProjection,
          ledger: createLedgerProjection(createLogKey(vault)),
          newsletter: newsletterProjection,
          search: createSearchProjection({
            index: createEmbeddedIndex({ pool, schema: schemaOf(kind, 'search') }),
            model: searchModel,
            database: pool,
            articlesSchema: schemaOf(kind, 'articles'),
            log: fastify({ logger: { level: 'silent' } }).log,
          }),
          submissions: submissionsProjection,
          words: createWordsProjection({
            database: pool,
            articlesSchema: schemaOf(kind, 'articles'),
            submissionsSchema: schemaOf(kind, 'submissions'),
          }),
        };
        for (const model of models)
          runners.start(projections[model], { schema: schemaOf(kind, model), tickInterval: 50, ...worker });
      }
      async function applied(kind: string) {
        const position = (await store.head()) ?? '';
        for (const model of models) await untilApplied(pool, schemaOf(kind, model), position);
      }
      async function contents(kind: string) {
        const read = models.map(
          async (model) => [model, await contentsOf(pool, schemaOf(kind, model))] as const,
        );
        // The search index's versions count changes, including the deletion of a document.
        const { rows } = await pool.query(
          `select to_jsonb(document) - 'changed' as document from ${schemaOf(kind, 'search')}.document
           where words is not null order by id`,
        );
        return { ...Object.fromEntries(await Promise.all(read)), search: rows };
      }

      for (const userId of users) await log.users.register(userId);
      start('followed');
      for (const each of some) {
        if (each === 'let it be applied') await applied('followed');
        else await each.run(history);
      }
      await applied('followed');
      const followed: Record<string, unknown> = await contents('followed');
      for (const [userId, pieces] of history.forgotten) {
        await vault.forget(userSubject({ userId }));
        await vault.forget(contributorSubject({ contributorId: userId }));
        const theirs = history.articles.filter(({ owner }) => owner === userId && pieces === 'remove');
        for (const { id } of theirs) await vault.forget(articleSubject({ articleId: id }));
      }
      for (const articleId of history.erasedArticles) await vault.forget(articleSubject({ articleId }));
      for (const { id, owner } of history.erased)
        await vault.forget(submissionSubject({ submissionId: id, userId: owner }));
      for (const subscriber of history.ended) await vault.forget(subscriberSubject(subscriber));
      start('rebuilt');
      await applied('rebuilt');
      const rebuilt: Record<string, unknown> = await contents('rebuilt');
      await runners.stop();
      await worker.election.close();
      for (const model of models) expect(rebuilt[model], model).toEqual(followed[model]);
      const eventsOf = (stream: string) =>
        store.log.filter((event) => event.stream.startsWith(stream)).length;
      expect(rebuilt).toMatchObject({
        accounts: { account: { length: users.length - history.forgotten.size } },
        articles: { article_version: { length: eventsOf('article-') } },
        submissions: { submission_version: { length: eventsOf('submission-') } },
      });
      for (const kind of ['followed', 'rebuilt'])
        for (const model of models) await pool.query(`drop schema ${schemaOf(kind, model)} cascade`);
    }),
    { numRuns: 8, endOnFailure: true, includeErrorInReport: true },
  );
}, 180_000);
