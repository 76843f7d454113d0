import { randomBytes, randomUUID } from 'node:crypto';
import { withoutForeignEvents } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import {
  createEventCodec,
  createMemoryVault,
  createTemporaryPassword,
  type GivenRole,
  journalEvents,
  type NewJournalEvent,
  normaliseTemporaryPassword,
  userStream,
} from '@journal/events';
import { checkResponses, createMetrics } from '@journal/service-kit';
import { createKeyedHash } from '@journal/vault';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { PasswordHasher } from '../account/passwords.ts';
import { type CommandParts, createCommandApp } from '../command.service.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { randomIds } from '../writing/request-context.ts';
import { withFaults } from './faulty-store.ts';
import { createMemoryDrafts } from './memory-drafts.ts';
import { sampleArticle, sampleOrigin, samplePitch, sampleToken, sampleUser } from './samples.ts';
import { sealSession } from './session-cookie.ts';

export * from './samples.ts';
export { cookieOf } from './session-cookie.ts';

type Method = 'POST' | 'PUT' | 'DELETE';
export type Headers = Readonly<Record<string, string>>;
export type CommandSide = Awaited<ReturnType<typeof createCommandSide>>;

/** `secret`: 32 bytes in base64, used as master key and as session key. */
type Parts = Partial<CommandParts> & {
  readonly secret?: string;
  readonly requiresPasskeys?: boolean;
  readonly consentAge?: number;
};

/** Returns the code of a problem. */
export const codeOf = (response: { json(): { code: string } }): string => response.json().code;

export const statusesOf = (responses: readonly LightMyRequestResponse[]) =>
  responses.map(({ statusCode }) => statusCode);

const config = {
  HOST: '127.0.0.1',
  PORT: 0,
  TRUSTED_PROXIES: 'loopback',
  EVENT_STORE_URL: 'postgres://unused',
  DATABASE_URL: 'postgres://unused',
  SERVICE_TOKEN: sampleToken,
  PUBLIC_URL: sampleOrigin,
} as const;

/**
 * Returns the command side, by default with a log and a vault in memory, without rate limits, with passwords that cost
 * nothing, and with a clock that moves only by waiting. `calls` counts the calls of the password hasher.
 */
export async function createCommandSide({
  secret = randomBytes(32).toString('base64'),
  requiresPasskeys = false,
  consentAge,
  ...parts
}: Parts = {}) {
  const vault = parts.vault ?? createMemoryVault();
  const { store, ...faults } = withFaults(parts.store ?? createMemoryEventStore());
  const drafts = parts.drafts ?? createMemoryDrafts();
  const clock = { now: new Date('2026-01-02T03:04:05.678Z') };
  const pass = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds);
  };
  const waited: number[] = [];
  const calls = { hash: 0, verify: 0 };
  const passwords: PasswordHasher = {
    async hash(password) {
      calls.hash++;
      return `hash of ${password}`;
    },
    async verify(passwordHash, password) {
      calls.verify++;
      return passwordHash === `hash of ${password}`;
    },
  };
  const app = await createCommandApp(
    {
      ...config,
      LOG_LEVEL: parts.logStream ? 'trace' : 'silent',
      MASTER_KEY: secret,
      SESSION_KEYS: secret,
      REQUIRE_PASSKEYS: requiresPasskeys ? 'on' : 'off',
      ...(consentAge !== undefined && { CONSENT_AGE: consentAge }),
    },
    {
      now: () => clock.now,
      counter: { take: async () => 0, wait: async () => 0, restart: async () => {} },
      async wait(milliseconds) {
        waited.push(milliseconds);
        pass(milliseconds);
        // Lets the awaited request run.
        await new Promise((resolve) => setImmediate(resolve));
      },
      passwords,
      ...parts,
      store,
      vault,
      drafts,
    },
  );
  checkResponses(app);
  const hash = createKeyedHash(vault);
  const codec = createEventCodec({ vault, events: journalEvents });
  const log = createJournalLog({
    store: withoutForeignEvents(store),
    vault,
    now: parts.now ?? (() => clock.now),
    metrics: createMetrics('spec'),
  });
  const stored = 'log' in store ? (store.log as ReturnType<typeof createMemoryEventStore>['log']) : [];
  const append = (stream: string, event: NewJournalEvent) =>
    log.append(stream, [{ id: randomUUID(), event }], 'any', {
      actor: { id: 'spec', role: 'system' },
      requestId: 'spec',
      ids: randomIds(),
    });

  /** Sends a request as a browser does; a string is sent as JSON. */
  const call = (method: Method, url: string, payload?: object | string, headers: Headers = {}) =>
    app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: { ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
    });
  const authorization = `Bearer ${sampleToken}`;
  const send = (method: Method, url: string, options: InjectOptions = {}) =>
    app.inject({ method, url, ...options, headers: { authorization, ...options.headers } });
  const operate = (path: string, payload: object) => send('POST', `/api/operations/${path}`, { payload });
  const newestReset = async () => {
    const events = await codec.open(stored);
    return events.findLast((event) => event.type === 'PasswordResetRequested')?.data.resetId ?? '';
  };
  const { email, password } = sampleUser;
  const forgot = (address: string = email, headers?: Headers) =>
    call('POST', '/api/auth/forgot-password', { email: address }, headers);
  async function issue(userId: string, resetId: string, temporary: string) {
    const hashed = await hash('temporary-password', userId, normaliseTemporaryPassword(temporary));
    return operate(`users/${userId}/temporary-passwords`, { resetId, temporaryPasswordHash: hashed });
  }

  return {
    app,
    store,
    vault,
    drafts,
    ...faults,
    clock,
    pass,
    waited,
    calls,
    hash,
    append,
    /** Appends events of these types to the stream of a user. */
    async happen(userId: string, ...types: (keyof typeof changes)[]) {
      for (const type of types)
        await append(userStream(userId), { type, data: { userId, ...changes[type] } } as NewJournalEvent);
    },
    /** Resolves with the Cookie header of a session of this user. */
    session: (userId: string, version = 0, id?: string) =>
      sealSession({ userId, version, ...(id && { id }) }, secret),
    call,
    send,
    operate,
    /** The log as it is stored; `events` opens it. */
    log: stored,
    /** Returns the event types from this index on, without those of sessions that began meanwhile. */
    types: (since = 0) =>
      stored.slice(since).flatMap(({ type }) => (type === 'SessionStarted' ? [] : [type])),
    events: () => codec.open(stored),
    stream: (name: string) => log.read(name),
    knows: async (subject: string) => (await vault.keysForOpening([subject])).size > 0,

    publish: (change: object = {}, headers: Headers = {}) =>
      send('POST', '/api/articles', { payload: { ...sampleArticle, ...change }, headers }),
    edit: (id: number | string, change: object = {}, headers: Headers = {}) =>
      send('PUT', `/api/articles/${id}`, { payload: { ...sampleArticle, ...change }, headers }),
    remove: (id: number | string) => send('DELETE', `/api/articles/${id}`),
    restore: (id: number | string, body?: object, headers: Headers = {}) =>
      send('POST', `/api/articles/${id}/restore`, { ...(body ? { payload: body } : {}), headers }),

    register: (change: object = {}, headers?: Headers) =>
      call('POST', '/api/auth/register', { ...sampleUser, ...change }, headers),
    login: (change: object = {}, headers?: Headers) =>
      call('POST', '/api/auth/login', { email, password, ...change }, headers),
    forgot,
    newestReset,
    issue,
    /** Requests and issues a temporary password, by default for the sample user, and resolves with it. */
    async mailedPassword(userId: string, address?: string): Promise<string> {
      await forgot(address);
      const temporary = createTemporaryPassword();
      const { statusCode } = await issue(userId, await newestReset(), temporary);
      if (statusCode !== 200) throw new Error(`No temporary password was issued: ${statusCode}`);
      return temporary;
    },
    change: (
      cookie: string,
      currentPassword: string,
      newPassword = 'another secret',
      headers: Headers = {},
    ) => call('POST', '/api/auth/change-password', { currentPassword, newPassword }, { cookie, ...headers }),
    erase: (cookie: string, change: object = {}, headers: Headers = {}) =>
      call('DELETE', '/api/me', { password, pieces: 'keep', ...change }, { cookie, ...headers }),
  };
}

const changes = {
  UserRegistered: {
    emailHash: 'email hash',
    usernameHash: 'username hash',
    email: sampleUser.email,
    username: 'sample.writer',
    fullName: sampleUser.fullName,
    passwordHash: `hash of ${sampleUser.password}`,
  },
  UserEmailConfirmed: {},
  PasskeyAdded: {
    passkeyId: '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5d',
    credentialId: 'AAAB',
    publicKey: 'AAAB',
    counter: 0,
    transports: ['internal'],
    isSynced: true,
    name: 'My phone',
  },
  AdminGranted: {},
  AdminRevoked: {},
  PasswordChanged: { passwordHash: 'another hash' },
  UserForgotten: { pieces: 'keep' },
} as const;

/** Appends a user to the log without using the routes; resolves with their id and the headers of their session. */
export async function userWith(side: CommandSide, ...types: (keyof typeof changes)[]) {
  const userId = randomUUID();
  await side.happen(userId, 'UserRegistered', ...types);
  return { userId, headers: { cookie: await side.session(userId) } };
}

/** Appends a user with a role to the log, as `userWith` does. */
export async function userAs(side: CommandSide, role: GivenRole) {
  const user = await userWith(side);
  await side.append(userStream(user.userId), { type: 'RoleGranted', data: { userId: user.userId, role } });
  return user;
}

/** Resolves with the command side, a writer, an administrator, and the requests that they send. */
export async function createNewsroom(parts: Parts = {}) {
  const side = await createCommandSide(parts);
  const [writer, admin] = [await userWith(side), await userWith(side, 'AdminGranted')];
  const pitchOf = (change: object = {}) => ({ ...samplePitch, ...change });
  const pitch = (change: object = {}, headers: Headers = {}) =>
    side.call('POST', '/api/submissions', pitchOf(change), { ...writer.headers, ...headers });
  const by =
    (user: typeof writer) =>
    (method: Method, path: string, payload?: object, headers: Headers = {}) =>
      side.call(method, `/api/submissions/${path}`, payload, { ...user.headers, ...headers });
  const [byWriter, byAdmin] = [by(writer), by(admin)];
  return {
    ...{ ...side, writer, admin, pitch },
    /** Resolves with the id of a new pitch. */
    pitched: async (change: object = {}): Promise<string> => (await pitch(change)).json().id,
    editPitch: (id: string, change?: object, headers?: Headers) =>
      byAdmin('PUT', id, pitchOf(change), headers),
    editOwnPitch: (id: string, change?: object, headers?: Headers) =>
      byWriter('PUT', id, pitchOf(change), headers),
    withdrawPitch: (id: string, headers?: Headers) => byWriter('POST', `${id}/withdraw`, undefined, headers),
    /** A step of the editors' work on a pitch, such as `accept`. */
    step: (id: string, name: string, ...given: [body?: object, headers?: Headers]) =>
      byAdmin('POST', `${id}/${name}`, ...given),
    resubmit: (id: string, change: object, headers?: Headers) =>
      byWriter('POST', `${id}/resubmit`, pitchOf(change), headers),
    deletePitch: (id: string) => byAdmin('DELETE', id),
    restorePitch: (id: string, body?: object, headers: Headers = {}) =>
      byAdmin('POST', `${id}/restore`, body, headers),
    publishPitch: (id: string, headers?: Headers) => byAdmin('POST', `${id}/publish`, undefined, headers),
    finishPublishing: (id: string) =>
      side.send('POST', `/api/operations/submissions/${id}/finish-publishing`),
  };
}
