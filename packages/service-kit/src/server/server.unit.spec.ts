import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { Problem } from '@journal/contracts';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { afterEach, describe, expect, it } from 'vitest';
import { createSampleServer } from '../../fixtures/sample-server.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Server } from './server.ts';

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5, label: 'Name', format: 'printable' }),
    age: Type.Integer({ minimum: 12, maximum: 18, message: 'Age must be between 12 and 18' }),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
  },
  { additionalProperties: false },
);

class Away extends Error {}
let app: Server | undefined;
let lines: string[] = [];

function start() {
  lines = [];
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  app = createSampleServer({
    logLevel: 'info',
    trustedProxies: 'loopback',
    isUnavailable: (error) => error instanceof Away,
    logStream,
  });
  app.post('/things/:id', { schema: { body: Body } }, async (request) => request.body);
  app.put('/things/:id', async (request) => ({ body: request.body ?? 'none' }));
  app.get('/fails', async () => {
    throw Object.assign(new Error('select secret from /home'), { detail: 'Key (email)=(a@b.c)' });
  });
  app.get('/away', async () => {
    throw new Away('gone');
  });
  app.get('/refuses', async () => {
    throw new ProblemError('not-allowed', { headers: { 'x-more': 'yes' } }, { cause: new Error('why') });
  });
  return app;
}
const json = { 'content-type': 'application/json' };
const good = '{"name":"a","age":12}';
const post = (payload: string | Buffer | object, headers: Record<string, string> = json) =>
  start().inject({ method: 'POST', url: '/things/1', payload, headers });

afterEach(() => app?.close());

function expectProblem(answer: { statusCode: number; headers: object; body: string }, code: string) {
  const problem: unknown = JSON.parse(answer.body);
  expect(problem).toMatchObject({ code, status: answer.statusCode, type: `/problems/${code}` });
  expect(Check(Problem, problem)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
  });
  return problem as Problem;
}

describe('a body', () => {
  it('is passed on unchanged, with or without a charset, and counts as absent if it is empty', async () => {
    const answer = await post({ name: 'Åsa', age: 12 });
    expect(answer.json()).toEqual({ name: 'Åsa', age: 12 });
    expect((await post(good, { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(200);
    const empty = await start().inject({ method: 'PUT', url: '/things/1', headers: json });
    expect(empty.json()).toEqual({ body: 'none' });
    expectProblem(await post(''), 'invalid-request');
  });

  it.each<[string, string | Buffer]>([
    ['no JSON', '{"name":'],
    ['a field twice', '{"name":"a","name":"b","age":12}'],
    ['__proto__', '{"name":"a","age":12,"__proto__":{"admin":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['only blanks', '  '],
  ])('with %s is rejected as invalid JSON', async (_what, payload) => {
    expectProblem(await post(payload), 'invalid-json');
  });

  it.each<Record<string, string>>([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/xml' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'nonsense' },
    { 'content-type': 'application/json2' },
    { ...json, 'content-encoding': 'gzip' },
    {},
  ])('with the headers %j is rejected as an unsupported media type', async (headers) => {
    expectProblem(await post(Buffer.from(good), headers), 'unsupported-media-type');
  });

  it('over 256 KiB is rejected', async () => {
    expectProblem(await post(`"${'x'.repeat(256 * 1024)}"`), 'body-too-large');
  });

  it('is neither coerced nor stripped, and every invalid field is named with a readable message', async () => {
    const problem = expectProblem(await post({ age: '12', kind: 'c', extra: 1 }), 'invalid-request');
    expect(problem.errors).toEqual([
      { path: 'name', message: 'Name is required' },
      { path: 'extra', message: 'extra is not a known field' },
      { path: 'age', message: 'Age must be between 12 and 18' },
      { path: 'kind', message: 'kind must be one of a, b' },
    ]);
    expect(problem.message).toBe('Name is required');
  });

  it.each([
    [{ name: '', age: 12 }, 'Name is required'],
    [{ name: '123456', age: 12 }, 'Name must be at most 5 characters'],
    [{ name: 'a\u0000', age: 12 }, 'Name contains characters that can’t be used'],
    [{ name: 'a', age: 19 }, 'Age must be between 12 and 18'],
    [{ name: 'a', age: 12.5 }, 'Age must be between 12 and 18'],
    ['{"name":"a","age":1e999}', 'Age must be between 12 and 18'],
    [[], 'The request must be an object'],
  ])('of %j is rejected with "%s"', async (body, message) => {
    expect(expectProblem(await post(body), 'invalid-request').message).toBe(message);
  });

  it('with 5,000 unknown fields gets a short response of 20 errors', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`${'x'.repeat(10)}${index}`, 1]),
    );
    const answer = await post({ ...many, ['k'.repeat(100_000)]: 1 });
    expect(expectProblem(answer, 'invalid-request').errors).toHaveLength(20);
    expect(answer.body.length).toBeLessThan(5_000);
  });
});

it.each([
  ['POST', '/nothing', 'not-found', undefined],
  ['OPTIONS', '/nothing', 'not-found', undefined],
  ['PUT', `/things/${'1'.repeat(201)}`, 'not-found', undefined],
  ['PUT', '/things/%zz', 'invalid-request', undefined],
  ['PATCH', '/things/1?x=1', 'method-not-allowed', 'POST, PUT'],
  ['OPTIONS', '/fails', undefined, 'GET, HEAD'],
] as const)('%s %s is answered before its body is read: %s, Allow %s', async (method, url, code, allow) => {
  const answer = await start().inject({ method, url, payload: '{', headers: json });
  if (code) expectProblem(answer, code);
  else expect(answer.statusCode).toBe(204);
  expect(answer.headers.allow).toBe(allow);
});

describe('a failure', () => {
  it('reveals no details to the client, and is logged without personal values', async () => {
    const answer = await start().inject({
      url: '/fails?q=secret-search',
      headers: { 'x-request-id': 'request-7' },
    });
    expectProblem(answer, 'internal');
    expect(answer.body).not.toMatch(/select|home|at /);
    const log = lines.join('');
    expect(log).toContain('select secret');
    expect(log).toContain('"requestId":"request-7"');
    expect(log).not.toMatch(/a@b\.c|secret-search|127\.0\.0\.1/);
  });

  it('is 503 with Retry-After if a dependency is unavailable, and otherwise the problem that the route threw', async () => {
    const away = await start().inject('/away');
    expectProblem(away, 'unavailable');
    expect(away.headers['retry-after']).toBe('1');
    const refused = await start().inject('/refuses');
    expectProblem(refused, 'not-allowed');
    expect(refused.headers['x-more']).toBe('yes');
    expect(lines.join('')).toContain('why');
  });
});

describe('the log', () => {
  it('has one line per request, except for health checks and metrics', async () => {
    const server = start();
    for (const url of ['/health/live', '/health/ready', '/metrics']) await server.inject(url);
    expect(lines).toEqual([]);
    await server.inject({ method: 'PUT', url: '/things/1', headers: { 'x-request-id': 'request-7' } });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        name: 'sample',
        requestId: 'request-7',
        method: 'PUT',
        path: '/things/1',
        status: 200,
        milliseconds: expect.any(Number),
      }),
    ]);
  });

  const uuid = '5683d1d1-9365-820c-8045-a4183d95e01c';
  it.each([
    ['PUT', '/things/12', 200, '/things/12'],
    ['PUT', `/things/${uuid}`, 200, `/things/${uuid}`],
    ['PUT', '/things/1?secret@example.org', 200, '/things/1'],
    ['PUT', '/things/secret@example.org', 200, '/things/:id'],
    ['PUT', '/things/%31', 200, '/things/1'],
    ['GET', '/secret@example.org/secret-token', 404, 'unknown'],
    ['PATCH', '/things/secret@example.org', 405, 'unknown'],
    ['GET', '/pages/a-page', 200, '/pages/a-page'],
    ['GET', '/pages/known?secret@example.org', 304, '/pages/known'],
    ['GET', '/pages/secret@example.org', 404, '/pages/*'],
    ['GET', '/pages/moved-from-secret@example.org', 301, '/pages/*'],
  ] as const)('of %s %s, answered with %i, contains the path %s', async (method, url, status, path) => {
    const server = start();
    server.get<{ Params: { '*': string } }>('/pages/*', async ({ params }, reply) => {
      if (params['*'].startsWith('moved')) return reply.redirect('/pages/a-page', 301);
      if (params['*'].startsWith('known')) return reply.code(304).send();
      return reply.code(params['*'].includes('secret') ? 404 : 200).send({});
    });
    expect((await server.inject({ method, url })).statusCode).toBe(status);
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ status, path });
    expect(lines.join('')).not.toContain('secret');
  });

  it('contains nothing of an invalid path', async () => {
    const server = start();
    for (const url of ['/things/%zz-secret', `/things/${'secret'.repeat(40)}`])
      await server.inject({ method: 'PUT', url });
    expect(lines.join('')).not.toContain('secret');
  });
});

const fresh = expect.stringMatching(/^[0-9a-f-]{36}$/);
it.each([
  ['request-1', '127.0.0.1', 'request-1'],
  ['a.b:c_d', '127.0.0.1', 'a.b:c_d'],
  ['request-1', '203.0.113.7', fresh],
  ['request-1', '10.0.0.7', fresh],
  ['', '127.0.0.1', fresh],
  ['a b', '127.0.0.1', fresh],
  ['a\tb', '127.0.0.1', fresh],
  ['x'.repeat(101), '127.0.0.1', fresh],
  ['ä', '127.0.0.1', fresh],
])(
  'the request id %j from %s becomes %s: only a trusted proxy may set it',
  async (id, remoteAddress, expected) => {
    const answer = await start().inject({ url: '/nothing', remoteAddress, headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toEqual(expected);
  },
);

it('a connection with too many pipelined requests is closed', async () => {
  const server = start();
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1', () =>
    socket.write('GET /refuses HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000)),
  );
  socket.on('error', () => {}).resume();
  await once(socket, 'close');
  expect(lines.length).toBeLessThan(20);
});

it('an unused connection does not delay closing the server', async () => {
  const server = start();
  const accepted = once(server.server, 'connection');
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  const hungUp = once(socket, 'close');
  await accepted;
  await Promise.all([server.close(), hungUp]);
  expect(server.server.listening).toBe(false);
});
