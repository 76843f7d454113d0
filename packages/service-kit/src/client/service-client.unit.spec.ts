import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createSampleServer } from '../../fixtures/sample-server.ts';
import { createInProcessStreamTransport } from './service-client.ts';

it('an in-process stream rejects if aborted before it is open, and is closed when it opens', async () => {
  const app = createSampleServer();
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  app.get('/stream', async (_request, reply) => {
    await opened.promise;
    reply.raw.once('close', closed.resolve);
    const body = new PassThrough();
    body.write('begun');
    return reply.send(body);
  });
  const controller = new AbortController();
  const opening = createInProcessStreamTransport(() => app)('/stream', controller.signal);
  controller.abort(new Error('aborted'));
  await expect(opening).rejects.toThrow('aborted');
  opened.resolve();
  await closed.promise;
  await app.close();
});
