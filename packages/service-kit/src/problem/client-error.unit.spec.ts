import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { createServer, type Server } from '../server/server.ts';
import { answerClientError } from './client-error.ts';

let app: Server | undefined;
afterEach(() => app?.close());

async function sendRaw(bytes: string): Promise<string> {
  app = createServer({ name: 'sample', logLevel: 'silent', metrics: createMetrics('sample'), checks: {} });
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

describe('what never became a request', () => {
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
  ])('(%s) is answered with a problem, and the connection ends', async (_what, bytes, status, code) => {
    const answer = await sendRaw(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain('content-type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code });
    expect(head).toContain(`content-length: ${body.length}`);
  });

  it('a request that came too slowly is 408', async () => {
    const socket = new PassThrough();
    answerClientError(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 408 .*request-timeout/s);
  });

  it('a connection that was reset gets no answer', () => {
    const socket = new PassThrough();
    answerClientError(Object.assign(new Error('gone'), { code: 'ECONNRESET' }), socket);
    expect([socket.destroyed, socket.readableLength]).toEqual([true, 0]);
  });
});
