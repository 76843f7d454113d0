import { spawnSync } from 'node:child_process';
import { createPool } from '@journal/postgres';
import { startTracing, stopTracing, traced } from '@journal/service-kit';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type SystemInProcess, startSystemInProcess } from '../../tools/testing/system.ts';
import { attributeOf, startSpanReceiver } from './fixtures/span-receiver.ts';

let receiver: Awaited<ReturnType<typeof startSpanReceiver>>;
let system: SystemInProcess;
beforeAll(async () => {
  receiver = await startSpanReceiver();
  await startTracing('journal', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
  system = await startSystemInProcess(inject('postgresUrl'));
});
afterAll(() => receiver.close());

test('a request is traced through the services to the database, and its job has the same request ID', async () => {
  const person = { email: 'writer@journal.example', password: 'a secret', fullName: 'Sample Writer' };
  const registered = await fetch(`${system.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  expect(registered.status).toBe(201);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await fetch(`${system.url}/search?q=whispering`, { headers: { traceparent } });
  const requestId = registered.headers.get('x-request-id');
  await expect
    .poll(async () => (await fetch(`${system.url}/metrics`)).text(), { timeout: 20_000 })
    .toMatch(/^journal_job_attempts_total\{kind="mail-[^}]*outcome="done"[^}]*\} 1$/m);
  const pool = createPool(inject('postgresUrl'), { applicationName: 'traces' });
  const failing = traced('a job that fails', 'its id', () => pool.query('select $1::int', ['whispering']));
  await expect(failing).rejects.toThrow('whispering');
  await pool.end();
  await system.stop();
  await stopTracing();

  const { spans } = receiver;
  const page = spans.find(({ parentSpanId }) => parentSpanId === traceparent.split('-')[2]);
  expect(page?.traceId).toBe(traceparent.split('-')[1]);
  const asked = spans.filter(({ traceId }) => traceId === page?.traceId);
  const search = asked.find(({ name }) => name === 'GET /api/search');
  expect(search && attributeOf(search, 'journal.service')).toBe('query');
  expect(asked.some((span) => attributeOf(span, 'db.system.name') === 'postgresql')).toBe(true);

  const named = (id: unknown) => spans.filter((span) => attributeOf(span, 'journal.request_id') === id);
  expect(named(requestId).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /api/auth/register', expect.stringMatching(/^job mail-/)]),
  );
  // Only of its own trace: stopping the system may cut off statements, whose spans fail too.
  const job = spans.find(({ name }) => name === 'a job that fails');
  const failed = spans.filter(({ status, traceId }) => status.code === 2 && traceId === job?.traceId);
  expect(failed.map(({ name }) => name)).toEqual(['pg.query:SELECT journal', 'a job that fails']);
  for (const secret of ['whispering', 'writer@', 'a secret', 'Sample Writer'])
    expect(receiver.text()).not.toContain(secret);
});

test('no OpenTelemetry module is loaded if no receiver is configured', () => {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (name.startsWith("@opentelemetry") && !context.parentURL.includes("prom-client")) console.log(name);
      return next(name, context);
    } });
    const { startTracing } = await import('@journal/service-kit');
    await startTracing('journal', {});
    console.log('ready');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: 'ready\n', stderr: '' });
});
