import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { createServer } from './server.ts';

it('a connection that was never used does not hold the end up', async () => {
  const app = createServer({ name: 'test', logLevel: 'silent', metrics: createMetrics('test'), checks: {} });
  const accepted = once(app.server, 'connection');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  const hungUp = once(socket, 'close');
  await accepted;
  await Promise.all([app.close(), hungUp]);
  expect(app.server.listening).toBe(false);
});
