import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createHttpStreamTransport,
  createHttpTransport,
  Origins,
  positionHeader,
  type StreamTransport,
} from '@journal/contracts';
import { createInProcessStreamTransport, createInProcessTransport, type Service } from '@journal/service-kit';
import { createTestDatabase, openGate, sessionCookie } from '@journal/testing';
import { createWebService, loadWebConfig } from '@journal/web';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startSharedCache } from '../../tools/testing/shared-cache.ts';
import { samplePitch } from '../../tools/testing/site-content.ts';
import { startTestSystem } from '../../tools/testing/system.ts';

/** Maximum age of a page in milliseconds: the time after which it shows every change that the API returns. */
const promised = 100;
/**
 * The same for pages through a shared cache, where purges are repeated after the first of these times: a stream that is
 * cut is opened again within 100 ms.
 */
const repeatPurgeAfter = 300;
const promisedThroughCache = repeatPurgeAfter + 300;
const names = ['Ada Reader', 'Ben Reader', 'Cleo Editor'] as const;
const editor = 2;
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

type Person = { name: string; email: string; id: string; cookie: string };
type Web = { origin: string; cut: () => void; hits: () => Promise<number> };
type Versions = ReadonlyMap<number, number | undefined>;
const people: Person[] = [];
/** The embedded web service, a separate one, and the shared cache in front of both. */
const webs: Web[] = [];
/** Last written version of each piece; undefined if it was deleted. */
const written = new Map<number, number | undefined>();
let services: Record<'command' | 'query', Service>;
let token = '';
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  closing.push(() => database.drop());
  const origins: string[] = [];
  const cdn = await startSharedCache(origins);
  closing.push(async () => cdn.close());
  // As long as a response may be in transit: on a busy machine it takes longer and is not stored.
  cdn.longestTransit = repeatPurgeAfter;
  cdn.beforeStoring = () => sleep(Math.random() * (repeatPurgeAfter - 100));
  const config = loadWebConfig({ LOG_LEVEL: 'silent', PAGE_MAX_AGE: '3600', ...cdn.config });
  let streams = new AbortController();
  const system = await startTestSystem(
    database.url,
    { PUBLIC_URL: 'http://localhost:3000' },
    {
      command: { limits: {} },
      async createWeb({ command, query }) {
        const api = createInProcessTransport((method) => (method === 'GET' ? query : command));
        const open = createInProcessStreamTransport(() => query.app);
        const changes: StreamTransport = (path, signal) =>
          open(path, AbortSignal.any([signal, streams.signal]));
        return createWebService(config, { api, changes, repeatPurgeAfter });
      },
    },
  );
  closing.push(() => system.stop());
  const { command, query, web } = system.services;
  services = { command, query };
  token = system.environment['SERVICE_TOKEN'] ?? '';
  webs.push({
    origin: await listenWith(web.app.routing),
    cut() {
      streams.abort();
      streams = new AbortController();
    },
    hits: () => hitsOf(web),
  });

  const queryUrl = await query.app.listen({ host: '127.0.0.1', port: 0 });
  const gate = await openGate(Number(new URL(queryUrl).port));
  closing.push(() => gate.close());
  const split = await createWebService(config, {
    repeatPurgeAfter,
    api: createHttpTransport(new Origins(queryUrl)),
    changes: createHttpStreamTransport(new Origins(`http://127.0.0.1:${gate.port}`)),
  });
  await split.start();
  closing.push(() => split.stop());
  webs.push({
    origin: await split.app.listen({ host: '127.0.0.1', port: 0 }),
    cut() {
      gate.shut();
      gate.open();
    },
    hits: () => hitsOf(split),
  });
  origins.push(...webs.map(({ origin }) => origin));
  webs.push({
    origin: cdn.origin,
    cut() {
      for (const web of webs.slice(0, 2)) web.cut();
    },
    hits: async () => cdn.hits,
  });

  for (const name of names) {
    const email = `${name.replace(' ', '.').toLowerCase()}@example.org`;
    const body = { email, fullName: name, password: 'a password of theirs' };
    const answer = await command.app.inject({ method: 'POST', url: '/api/auth/register', payload: body });
    people.push({ name, email, id: answer.json().id, cookie: sessionCookie(answer.headers) });
  }
  await write('POST', '/api/operations/administrators/grant', { email: people[editor]?.email });
  await write('POST', '/api/articles', pieceOf(1));
  written.set(1, 1);
}, 60_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function listenWith(listener: RequestListener): Promise<string> {
  // Otherwise it may close an idle connection while the next request is already on it.
  const server: Server = createServer({ keepAliveTimeout: 0 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function hitsOf({ app }: Service): Promise<number> {
  const { body } = await app.inject('/metrics');
  return Number(/journal_kept_pages_hits\{[^}]*\} (\d+)/.exec(body)?.[1]);
}

const pieceOf = (version: number) => ({
  title: `Piece version ${version}.`,
  excerpt: 'An excerpt',
  content: 'Some words of it.',
  section: 'view',
  authorName: 'Somebody',
  authorAge: 15,
  readTime: 3,
  featured: 0,
});

/** Writes as the service, or as a person, whose session then knows of the write. */
async function write(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as?: Person) {
  const { command } = services;
  const identity = as ? { cookie: as.cookie } : { authorization: `Bearer ${token}` };
  const answer = await command.app.inject({
    method,
    url,
    headers: identity,
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
  if (as && answer.headers['set-cookie']) as.cookie = sessionCookie(answer.headers);
  return { body: answer.body, position: String(answer.headers[positionHeader]) };
}

/** Returns the pieces on a page, with the version of each. */
function piecesOn(html: string): Map<number, number> {
  const found = html.matchAll(/href="\/article\/(\d+)"[^>]*>(?:<[^>]*>)*Piece version (\d+)\./g);
  return new Map([...found].map(([, id, version]) => [Number(id), Number(version)]));
}

type Reading = { web: number; path: string; reader: number; position?: string };

/** Reads a page. Fails if it contains data of another person. */
async function read({ web, path, reader, position }: Reading): Promise<{ status: number; html: string }> {
  const person = people[reader];
  const { cookie } = person ?? {};
  const ask = () =>
    fetch(`${webs[web]?.origin}${path}`, {
      headers: {
        'user-agent': browser,
        ...(cookie ? { cookie } : {}),
        ...(position ? { [positionHeader]: position } : {}),
      },
    });
  let response = await ask();
  // A machine too busy to answer in time returns no page: its reader is asked to try again in a moment.
  for (let attempt = 1; response.status === 503 && attempt < 5; attempt++) {
    await response.body?.cancel();
    response = await ask();
  }
  const html = await response.text();
  expect(response.status, html).not.toBe(502);
  for (const { name, email, id } of people.filter((other) => other !== person))
    for (const secret of [name, email, id]) expect(html).not.toContain(secret);
  // The account area is empty if the session was not known in time.
  if (person && response.status === 200 && !html.includes('<div class="account-area"></div>'))
    expect(html).toContain(`account-name">${person.name}<`);
  if (person) expect(response.headers.get('cache-control')).toBe('private, no-store');
  else expect(html).not.toContain('account-name');
  return { status: response.status, html };
}

/** Fails if an article's page is older than this version. */
function expectArticle({ status, html }: { status: number; html: string }, version: number | undefined) {
  if (version === undefined) return expect(status).toBe(404);
  if (status === 404) return;
  const shown = Number(/Piece version (\d+)\./.exec(html)?.[1]);
  expect(shown).toBeGreaterThanOrEqual(version);
}

const anyWeb = fc.nat(2);
/** Index of a person, or -1 for a visitor. */
const anyReader = fc.integer({ min: -1, max: names.length - 1 });
const some = fc.nat(1_000);
const anyOperation = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), web: anyWeb }),
  fc.record({ kind: fc.constantFrom('edit' as const, 'delete' as const), web: anyWeb, some }),
  fc.record({ kind: fc.constant('pitch' as const), web: anyWeb, reader: fc.nat(1) }),
  fc.record({ kind: fc.constant('sign in' as const), reader: fc.nat(names.length - 1) }),
  fc.record({ kind: fc.constant('cut' as const), web: anyWeb }),
  ...Array.from({ length: 4 }, () =>
    fc.record({ kind: fc.constant('read' as const), web: anyWeb, reader: anyReader, some }),
  ),
);
type Operation = typeof anyOperation extends fc.Arbitrary<infer Value> ? Value : never;

/** Performs an operation. `toldBefore` returns the versions that a web's readers must see. */
async function carryOut(operation: Operation, toldBefore: (web: number) => Versions) {
  switch (operation.kind) {
    case 'publish': {
      const { body } = await write('POST', '/api/articles', pieceOf(1), people[editor]);
      const { id } = JSON.parse(body) as { id: number };
      written.set(id, 1);
      const own = { web: operation.web, reader: editor };
      expectArticle(await read({ ...own, path: `/article/${id}` }), 1);
      const home = piecesOn((await read({ ...own, path: '/' })).html);
      expect(Math.max(...home.keys())).toBeGreaterThanOrEqual(id);
      return;
    }
    case 'edit':
    case 'delete': {
      const existing = [...toldBefore(operation.web)].filter(
        ([id, version]) => version !== undefined && id !== 1,
      );
      const [id, version = 0] = existing[operation.some % existing.length] ?? [];
      // Of concurrent operations, only one writes to a piece.
      if (id === undefined || written.get(id) !== version) return;
      const next = operation.kind === 'edit' ? version + 1 : undefined;
      written.set(id, next);
      const { position } =
        next === undefined
          ? await write('DELETE', `/api/articles/${id}`)
          : await write('PUT', `/api/articles/${id}`, pieceOf(next));
      const own = { web: operation.web, reader: -1, position };
      expectArticle(await read({ ...own, path: `/article/${id}` }), next);
      expect(piecesOn((await read({ ...own, path: '/' })).html).get(id) ?? next).toBe(next);
      return;
    }
    case 'pitch': {
      const { reader, web } = operation;
      await write('POST', '/api/submissions', samplePitch(1), people[reader]);
      await read({ web, path: '/about', reader });
      return;
    }
    case 'sign in': {
      const person = people[operation.reader] as Person;
      const payload = { email: person.email, password: 'a password of theirs' };
      // In another browser: with its cookie, the session that other requests are using would end.
      const answer = await services.command.app.inject({ method: 'POST', url: '/api/auth/login', payload });
      person.cookie = sessionCookie(answer.headers);
      return;
    }
    case 'cut':
      webs[operation.web]?.cut();
      return;
    case 'read': {
      const { web, reader } = operation;
      const before = toldBefore(web);
      const ids = [...before.keys()];
      const id = ids[operation.some % ids.length];
      if (id === undefined) return;
      expectArticle(await read({ web, reader, path: `/article/${id}` }), before.get(id));
      const shown = piecesOn((await read({ web, reader, path: '/' })).html);
      for (const [piece, version] of shown)
        if (before.has(piece)) expect(version).toBeGreaterThanOrEqual(before.get(piece) ?? 1_000_000);
      return;
    }
  }
}

/** Resolves with the versions that the API returns to a visitor. */
async function told(): Promise<Map<number, number | undefined>> {
  const versions = new Map<number, number | undefined>();
  for (const [id, last] of written) {
    const { statusCode, body } = await services.query.app.inject(`/api/articles/${id}`);
    // A piece that was not deleted is not there yet.
    if (statusCode === 404 && last === undefined) versions.set(id, undefined);
    if (statusCode === 200)
      versions.set(id, Number(/Piece version (\d+)\./.exec(JSON.parse(body).title)?.[1]));
  }
  return versions;
}

it('kept pages are at most 100 ms stale (600 ms behind a shared cache), and show nothing of other sessions', async () => {
  const history: { versions: Versions; at: number }[] = [];
  const property = fc.asyncProperty(
    fc.array(fc.array(anyOperation, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 10 }),
    async (rounds) => {
      for (const round of rounds) {
        history.push({ versions: await told(), at: performance.now() });
        await sleep(promised);
        const now = performance.now();
        const before = (age: number) => history.findLast(({ at }) => at <= now - age)?.versions ?? new Map();
        const [direct, throughCache] = [before(promised), before(promisedThroughCache)];
        const toldBefore = (web: number) => (web < 2 ? direct : throughCache);
        // Pages for visitors are what a shared cache stores.
        const stored = [0, round.length].map((some) => ({ kind: 'read', web: 2, reader: -1, some }) as const);
        await Promise.all([...round, ...stored].map((operation) => carryOut(operation, toldBefore)));
      }
      // A response stored after its purge stays until then, unless it is purged again.
      const versions = await told();
      await sleep(promisedThroughCache);
      for (const some of Array.from(versions.keys()).keys())
        await carryOut({ kind: 'read', web: 2, reader: -1, some }, () => versions);
    },
  );
  const run = (numRuns: number) => fc.assert(property, { numRuns, endOnFailure: true });
  const websWithoutHits = async () => {
    const all = await Promise.all(webs.map(({ hits }) => hits()));
    return all.flatMap((hits, web) => (hits > 0 ? [] : [web]));
  };
  await run(8);
  // Without cache hits, the test proves nothing. On a busy machine, all pages may change before they are read again:
  // then more rounds follow.
  for (let more = 0; more < 8 && (await websWithoutHits()).length > 0; more++) await run(1);
  expect(await websWithoutHits()).toEqual([]);
}, 240_000);
