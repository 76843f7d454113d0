import { randomBytes } from 'node:crypto';
import type { EventStore } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createEventCodec, createMemoryVault, createSubscriptionLinks, journalEvents } from '@journal/events';
import { checkResponses } from '@journal/service-kit';
import { createKeyedHash } from '@journal/vault';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createPasswordHasher } from '../account/passwords.ts';
import { type CommandParts, createCommandApp } from '../command.app.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { sampleArticle, sampleOrigin, samplePitch, sampleToken, sampleUser } from './samples.ts';
import { createUsers } from './users.ts';

export * from './samples.ts';

type Method = 'POST' | 'PUT' | 'DELETE';
export type Headers = Readonly<Record<string, string>>;

/** The code of a problem. */
export const codeOf = (answer: { json(): { code: string } }): string => answer.json().code;

/** What a browser sends back after an answer; the empty text where the answer gave no cookie or took it away. */
export function cookieOf(answer: LightMyRequestResponse): string {
  const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat();
  return /Max-Age=0/.test(cookie) ? '' : (cookie.split(';')[0] ?? '');
}

/** The command side on a log and a vault in memory. */
export async function createCommandSide(parts: Partial<CommandParts> = {}) {
  const { store, interrupt } = interruptible(createMemoryEventStore());
  const vault = createMemoryVault();
  const clock = { now: new Date('2026-01-02T03:04:05.678Z') };
  const now = () => clock.now;
  const sessionKeys = randomBytes(32).toString('base64');
  const app = await createCommandApp(
    {
      HOST: '127.0.0.1',
      PORT: 0,
      LOG_LEVEL: parts.logStream ? 'trace' : 'silent',
      TRUSTED_PROXIES: 'loopback',
      EVENT_STORE_URL: 'postgres://unused',
      DATABASE_URL: 'postgres://unused',
      MASTER_KEY: randomBytes(32).toString('base64'),
      SERVICE_TOKEN: sampleToken,
      SESSION_KEYS: sessionKeys,
      PUBLIC_URL: sampleOrigin,
    },
    { store, vault, now, ...parts },
  );
  checkResponses(app);
  const codec = createEventCodec({ vault, events: journalEvents });
  /** Sends as a browser does; a text is sent as JSON. */
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
  return {
    store,
    log: store.log,
    types: () => store.log.map(({ type }) => type),
    interrupt,
    app,
    vault,
    clock,
    call,
    send,
    users: createUsers({ log: createJournalLog({ store, vault, now }), sessionKeys, origin: sampleOrigin }),
    /** The whole log, opened. */
    events: () => codec.open(store.log),
    publish: (change: object = {}, headers: Headers = {}) =>
      send('POST', '/api/articles', { payload: { ...sampleArticle, ...change }, headers }),
    edit: (id: number | string, change: object = {}, headers: Headers = {}) =>
      send('PUT', `/api/articles/${id}`, { payload: { ...sampleArticle, ...change }, headers }),
    remove: (id: number | string) => send('DELETE', `/api/articles/${id}`),
    restore: (id: number | string, headers: Headers = {}) =>
      send('POST', `/api/articles/${id}/restore`, { headers }),
  };
}

/** `store`, and a way to make things happen just before one of its appends. */
export function interruptible<Store extends EventStore>(store: Store) {
  let interruption: (() => void | Promise<void>) | undefined;
  return {
    store: {
      ...store,
      async append(...append: Parameters<EventStore['append']>) {
        const interrupt = interruption;
        interruption = undefined;
        await interrupt?.();
        return store.append(...append);
      },
    },
    /** Runs once, before the next append; what it throws, the append throws. */
    interrupt(next: () => void | Promise<void>) {
      interruption = next;
    },
  };
}

/** The command side for people: without rate limits, on a clock that moves by waiting. */
export async function createAccountSide(parts: Partial<CommandParts> = {}) {
  const { hash, verify } = createPasswordHasher();
  const asked = { hash: 0, verify: 0 };
  const waited: number[] = [];
  const side = await createCommandSide({
    passwords: {
      hash(password) {
        asked.hash++;
        return hash(password);
      },
      verify(passwordHash, password) {
        asked.verify++;
        return verify(passwordHash, password);
      },
    },
    counter: { take: async () => 0 },
    wait: async (milliseconds) => {
      waited.push(milliseconds);
      side.clock.now = new Date(side.clock.now.getTime() + milliseconds);
      // Whoever is waited for gets on meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
    },
    ...parts,
  });
  const { call } = side;
  const { email, password } = sampleUser;
  return {
    ...side,
    asked,
    waited,
    register: (change: object = {}, headers?: Headers) =>
      call('POST', '/api/auth/register', { ...sampleUser, ...change }, headers),
    login: (change: object = {}, headers?: Headers) =>
      call('POST', '/api/auth/login', { email, password, ...change }, headers),
    forgot: (address: string = email) => call('POST', '/api/auth/forgot-password', { email: address }),
    change: (cookie: string, currentPassword: string, newPassword = 'another secret', headers = {}) =>
      call('POST', '/api/auth/change-password', { currentPassword, newPassword }, { cookie, ...headers }),
    erase: (cookie: string, change: object = {}) =>
      call('DELETE', '/api/me', { password, pieces: 'keep', ...change }, { cookie }),
    operate: (path: string, payload: object) => side.send('POST', `/api/operations/${path}`, { payload }),
  };
}

/** The command side with a writer and an administrator, and the calls that they make; without rate limits. */
export async function createSubmissionSide(parts: Partial<CommandParts> = {}) {
  const side = await createCommandSide({ counter: { take: async () => 0 }, ...parts });
  const { call } = side;
  async function person(): Promise<{ userId: string; asker: Headers }> {
    const userId = await side.users.register();
    return { userId, asker: { cookie: await side.users.cookieOf(userId) } };
  }
  const writer = await person();
  const admin = await person();
  await side.users.grantAdmin(admin.userId);
  const pitch = (change: object = {}, headers: Headers = {}, asker: Headers = writer.asker) =>
    call('POST', '/api/submissions', { ...samplePitch, ...change }, { ...asker, ...headers });
  return {
    ...side,
    writer,
    admin,
    person,
    pitch,
    /** The id of a pitch that was just made. */
    pitched: async (change: object = {}): Promise<string> => (await pitch(change)).json().id,
    editPitch: (id: string, change: object = {}, headers: Headers = {}) =>
      call('PUT', `/api/submissions/${id}`, { ...samplePitch, ...change }, { ...admin.asker, ...headers }),
    deletePitch: (id: string) => call('DELETE', `/api/submissions/${id}`, undefined, admin.asker),
    restorePitch: (id: string, body?: object, headers: Headers = {}) =>
      call('POST', `/api/submissions/${id}/restore`, body, { ...admin.asker, ...headers }),
    publishPitch: (id: string, headers: Headers = {}, asker: Headers = admin.asker) =>
      call('POST', `/api/submissions/${id}/publish`, undefined, { ...asker, ...headers }),
    finishPublishing: (id: string) =>
      side.send('POST', `/api/operations/submissions/${id}/finish-publishing`),
  };
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** The command side as a reader of the newsletter meets it; `mailed` gives the links that the worker would mail. */
export async function createNewsletterSide(parts: Partial<CommandParts> = {}) {
  const side = await createCommandSide({ wait: async () => {}, ...parts });
  const links = createSubscriptionLinks(createKeyedHash(side.vault));
  const post = (url: string, payload: object | string, headers: Headers = {}) =>
    side.call('POST', url, payload, headers);
  return {
    ...side,
    links,
    post,
    subscribe: (email: unknown, headers?: Headers) =>
      post('/api/newsletter/subscriptions', { email }, headers),
    confirm: (token: string) => post('/api/newsletter/confirmation', { token }),
    unsubscribe: (token: string) => post('/api/newsletter/unsubscription', { token }),
    oneClick: (token: string, body = 'List-Unsubscribe=One-Click', headers: Headers = {}) =>
      post(`/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, body, {
        ...formType,
        ...headers,
      }),
    submit: (path: string, fields: Record<string, string>) =>
      post(path, new URLSearchParams(fields).toString(), formType),
    /** The tokens of the newest mail. */
    async mailed() {
      const { stream, data } = side.log.findLast(({ type }) => type === 'SubscriptionRequested') ?? {};
      const { subscriberId, requestId } = data as { subscriberId: string; requestId: string };
      const about = { hash: String(stream).replace('newsletter-', ''), subscriberId };
      return {
        ...about,
        requestId,
        confirmation: await links.confirmationToken({ ...about, requestId }),
        unsubscribe: await links.unsubscribeToken(about),
      };
    },
    newsletterEvents: () =>
      side.log.filter(({ stream }) => stream.startsWith('newsletter-')).map(({ type }) => type),
  };
}
