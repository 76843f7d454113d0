import { randomUUID } from 'node:crypto';
import { allAuditKinds, topics } from '@journal/contracts';
import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import {
  type Actor,
  accessStream,
  articleSubject,
  contributorSubject,
  createEventCodec,
  createMemoryVault,
  journalEvents,
  type NewJournalEvent,
  type PiecesOfForgotten,
  submissionStream,
  userSubject,
} from '@journal/events';
import { listen } from '@journal/postgres';
import { changesChannel, decodeChange } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunners, untilApplied } from '../../testing/article-runner.ts';
import { dumpSchema } from '../../testing/dump-schema.ts';
import { until } from '../../testing/until.ts';
import { auditProjection } from './audit.projection.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let vault: ReturnType<typeof createMemoryVault>;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;

beforeEach(() => {
  schema = `audit_${++schemas}`;
  store = createMemoryEventStore();
  vault = createMemoryVault();
  runners = createRunners(database.url, store, { codec: createEventCodec({ vault, events: journalEvents }) });
});
afterEach(() => runners.stop());

let minute = 0;
const editor: Actor = { id: 'editor-1', role: 'admin' };
async function write(stream: string, event: NewJournalEvent, actor: Actor = editor, requestId = 'request-1') {
  const { seal } = createEventCodec({ vault, events: journalEvents });
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString();
  const sealed = await seal(event, randomUUID(), {
    actor,
    requestId,
    correlationId: requestId,
    causationId: requestId,
    at,
  });
  return (await store.append(stream, [sealed], 'any')).position;
}

const fields = {
  fullName: 'Sample Writer',
  age: 15,
  school: null,
  section: 'view',
  articleTitle: 'A pitch',
  articleSummary: 'Summary',
  fullEssay: 'Essay',
} as const;
const pitch = (submissionId: string, userId: string) =>
  write(submissionStream(submissionId), {
    type: 'SubmissionPitched',
    data: { submissionId, userId, ...fields },
  });
const publish = (articleId: number, contributorId: string, title = 'An article') =>
  write(`article-${articleId}`, {
    type: 'ArticlePublished',
    data: {
      articleId,
      contributorId,
      title,
      excerpt: 'Excerpt',
      content: 'Content',
      section: 'view',
      authorName: 'Sample Writer',
      authorAge: 15,
      authorSchool: null,
      readTime: 3,
      featured: 0,
    },
  });
const forget = (userId: string, pieces: PiecesOfForgotten) =>
  write(`user-${userId}`, { type: 'UserForgotten', data: { userId, pieces } });

const start = (name = schema) => runners.start(name, { projection: auditProjection } as never);
const entries = async (name = schema) =>
  (await pool.query(`select * from ${name}.entry order by position`)).rows;
/** All tables, but for when what was applied. */
async function contents(name: string) {
  const tables = [
    'entry order by position',
    'piece order by type, id',
    'forgotten_owner order by owner_id',
    'day order by day',
  ];
  return Promise.all(tables.map(async (table) => (await pool.query(`select * from ${name}.${table}`)).rows));
}

describe('an entry', () => {
  it('says who, when, from which request, and what', async () => {
    start();
    await publish(7, 'writer');
    const edited = await write('article-7', {
      type: 'ArticleEdited',
      data: { articleId: 7, contributorId: 'writer', title: 'Renamed', restoredRevision: 0 },
    });
    const deleted = await write('article-7', { type: 'ArticleDeleted', data: { articleId: 7 } });
    await untilApplied(pool, schema, deleted);
    expect((await entries()).slice(1)).toMatchObject([
      {
        position: edited,
        kind: 'ArticleEdited',
        actor_id: 'editor-1',
        actor_role: 'admin',
        request_id: 'request-1',
        entity_type: 'article',
        entity_id: '7',
        revision: 1,
        changed: ['title'],
        restored_revision: 0,
        title: 'Renamed',
      },
      { kind: 'ArticleDeleted', revision: 2, changed: [], restored_revision: null, title: 'Renamed' },
    ]);
  });

  it('of a pitch has its title, and of its publishing no field', async () => {
    start();
    await pitch('pitch-1', 'writer');
    const last = await write(submissionStream('pitch-1'), {
      type: 'SubmissionPublished',
      data: { submissionId: 'pitch-1', userId: 'writer', articleId: 3 },
    });
    await untilApplied(pool, schema, last);
    expect(await entries()).toMatchObject([
      { kind: 'SubmissionPitched', entity_id: 'pitch-1', title: 'A pitch', changed: Object.keys(fields) },
      {
        kind: 'SubmissionPublished',
        entity_type: 'submission',
        entity_id: 'pitch-1',
        title: 'A pitch',
        changed: [],
      },
    ]);
  });

  it('of an account has neither name nor secret, and of nobody’s sign-in no id', async () => {
    start();
    await write('user-writer', {
      type: 'UserRegistered',
      data: {
        userId: 'writer',
        emailHash: 'secret-hash-1',
        usernameHash: 'secret-hash-2',
        email: 'secret@example.org',
        username: 'secret-name',
        fullName: 'Secret Name',
        passwordHash: 'secret-hash-3',
      },
    });
    await write('user-writer', {
      type: 'TemporaryPasswordIssued',
      data: {
        userId: 'writer',
        resetId: 'reset',
        temporaryPasswordHash: 'secret-4',
        expiresAt: '2026-01-01T00:00:00Z',
      },
    });
    const last = await write(
      accessStream(null),
      { type: 'SignInFailed', data: { userId: null } },
      { id: 'visitor', role: 'visitor' },
    );
    await untilApplied(pool, schema, last);
    expect(await entries()).toMatchObject([
      { kind: 'UserRegistered', entity_type: 'user', entity_id: 'writer', title: null, changed: [] },
      { kind: 'TemporaryPasswordIssued' },
      { kind: 'SignInFailed', entity_type: 'user', entity_id: null, actor_role: 'visitor' },
    ]);
    expect(await dumpSchema(pool, schema)).not.toMatch(/secret/i);
  });

  it('is made of every event but those of the machinery', () => {
    const technical = [
      'ArticleIdClaimed',
      'RegistrationAbandoned',
      'RequestAccepted',
      'ValueClaimed',
      'ValueReleased',
    ];
    expect([...allAuditKinds, ...technical].sort()).toEqual(Object.keys(journalEvents).sort());
  });

  it('tells those who follow the audit', async () => {
    const heard: string[] = [];
    const listener = listen({
      url: database.url,
      applicationName: 'spec',
      channels: [changesChannel],
      onNotification: (_channel, payload) => {
        const change = decodeChange(payload);
        if (change?.projection === schema) heard.push(...change.topics);
      },
      onListening: () => void start(),
      onLost: () => {},
    });
    await publish(1, 'writer');
    await until(async () => expect(heard).toContain(topics.audit));
    await listener.close();
  });
});

describe('forgetting', () => {
  it.each([
    ['keep', 'An article'],
    ['remove', null],
  ] as const)('with pieces %s leaves a published title %j, and of a pitch none', async (pieces, title) => {
    start();
    await pitch('pitch-1', 'writer');
    await publish(1, 'writer');
    await publish(2, 'other', 'Another');
    await untilApplied(pool, schema, await forget('writer', pieces));
    // Sealed in between: the key was still there.
    const late = await write('article-1', { type: 'ArticleDeleted', data: { articleId: 1 } });
    await untilApplied(pool, schema, late);
    expect((await entries()).map((entry) => [entry.entity_type, entry.title])).toEqual([
      ['submission', null],
      ['article', title],
      ['article', 'Another'],
      ['user', null],
      ['article', title],
    ]);
    expect(await dumpSchema(pool, schema)).not.toContain('A pitch');
  });
});

it('is the same when it is built anew, whoever was forgotten meanwhile', async () => {
  type Step =
    | { kind: 'pitch' | 'publish'; user: string }
    | { kind: 'edit'; piece: number }
    | { kind: 'forget'; user: string; pieces: PiecesOfForgotten };
  const user = fc.constantFrom('user-0', 'user-1');
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constantFrom('pitch' as const, 'publish' as const), user }),
    fc.record({ kind: fc.constant('edit' as const), piece: fc.nat(5) }),
    fc.record({
      kind: fc.constant('forget' as const),
      user,
      pieces: fc.constantFrom('keep' as const, 'remove' as const),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      store = createMemoryEventStore();
      vault = createMemoryVault();
      await runners.stop();
      runners = createRunners(database.url, store, {
        codec: createEventCodec({ vault, events: journalEvents }),
      });
      const followed = `audit_${++schemas}`;
      start(followed);
      const owners: string[] = [];
      const forgotten = new Map<string, string>();
      let last = '';
      for (const each of steps) {
        if (each.kind === 'forget') {
          if (forgotten.get(each.user) !== 'remove') forgotten.set(each.user, each.pieces);
          last = await forget(each.user, each.pieces);
        } else if (each.kind === 'edit') {
          const id = each.piece + 1;
          const contributorId = owners[each.piece];
          if (contributorId === undefined) continue;
          last = await write(`article-${id}`, {
            type: 'ArticleEdited',
            data: { articleId: id, contributorId, title: `Title ${id}, ${minute}` },
          });
        } else if (each.kind === 'publish') {
          owners.push(each.user);
          last = await publish(owners.length, each.user, `Title ${owners.length}`);
        } else last = await pitch(randomUUID(), each.user);
      }
      if (last === '') return;
      await untilApplied(pool, followed, last);
      for (const [userId, pieces] of forgotten) {
        await vault.forget(userSubject({ userId }));
        await vault.forget(contributorSubject({ contributorId: userId }));
        if (pieces === 'remove')
          for (const [index, owner] of owners.entries())
            if (owner === userId) await vault.forget(articleSubject({ articleId: index + 1 }));
      }
      const rebuilt = `audit_${++schemas}`;
      start(rebuilt);
      await untilApplied(pool, rebuilt, last);
      expect(await contents(rebuilt)).toEqual(await contents(followed));
    }),
    { numRuns: 8 },
  );
});
