import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { problemCatalogue } from '@journal/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createSampleServer } from '../../fixtures/sample-server.ts';
import { answerClientError } from './problem-error.ts';

const docs = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
const rows = docs
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/errors.md and the catalogue', () => {
  it('have the same codes', () => {
    expect(rows.map(([code]) => code)).toEqual(Object.keys(problemCatalogue).map((code) => `\`${code}\``));
  });

  it.each(Object.entries(problemCatalogue))(
    '%s has the same status, title and message, and a reason',
    (code, problem) => {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(problem.status).toBeGreaterThanOrEqual(400);
      expect(problem.status).toBeLessThan(600);
      expect(problem.message).toMatch(/^[A-Z]/);
      const [, status, title, message, when = ''] = rows.find(([name]) => name === `\`${code}\``) ?? [];
      expect({ status: Number(status), title, message }).toEqual(problem);
      expect(when.length).toBeGreaterThan(10);
    },
  );
});

let app: ReturnType<typeof createSampleServer> | undefined;
afterEach(() => app?.close());

async function sendRaw(bytes: string): Promise<string> {
  app = createSampleServer();
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname, () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('a malformed request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'invalid-request'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'invalid-request',
    ],
  ])('(%s) gets a problem as the response, and the connection ends', async (_what, bytes, status, code) => {
    const answer = await sendRaw(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain('content-type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code });
    expect(head).toContain(`content-length: ${body.length}`);
  });

  it('with two Host headers gets 400, even if they are equal or differ in case', async () => {
    for (const hosts of ['Host: a\r\nHost: b', 'host: a\r\nx: y\r\nHOST: a']) {
      const answer = await sendRaw(`GET /health/live HTTP/1.1\r\n${hosts}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json.*nosniff.*"invalid-request"/s);
      await app?.close();
    }
    const one = 'GET /health/live HTTP/1.1\r\nHost: a\r\nX-Host: b\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(one)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that arrives too slowly gets 408', async () => {
    const socket = new PassThrough();
    answerClientError(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 408 .*request-timeout/s);
  });

  it('on a connection that was reset gets no response', () => {
    const socket = new PassThrough();
    answerClientError(Object.assign(new Error('gone'), { code: 'ECONNRESET' }), socket);
    expect([socket.destroyed, socket.readableLength]).toEqual([true, 0]);
  });
});
