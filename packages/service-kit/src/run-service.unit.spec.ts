import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { until } from '@journal/testing';
import { afterEach, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../fixtures/sample-service.ts', import.meta.url));
let child: ChildProcess | undefined;

function run(env: Record<string, string> = {}) {
  const started = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child = started;
  const said = { text: '' };
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said.text += chunk.toString();
    });
  const hears = (words: RegExp) =>
    until(() => {
      const match = words.exec(said.text);
      if (!match) throw new Error(`not yet: ${said.text}`);
      return match[1] ?? '';
    });
  return { process: started, hears, said, exit: once(started, 'exit') };
}

afterEach(() => child?.kill('SIGKILL'));

const timeout = 60_000;

it.each<['SIGTERM' | 'SIGINT' | 'disconnect']>([['SIGTERM'], ['SIGINT'], ['disconnect']])(
  'a service completes requests in progress on %s, asks to close their connection, and exits with 0',
  async (end) => {
    const service = run();
    const port = await service.hears(/port (\d+)/);
    const asked = fetch(`http://127.0.0.1:${port}/slow`);
    await service.hears(/under way/);
    if (end === 'disconnect') service.process.disconnect();
    else service.process.kill(end);
    const answer = await asked;
    expect([answer.headers.get('connection'), await answer.text()]).toEqual(['close', 'whole']);
    expect(await service.exit).toEqual([0, null]);
    expect(service.said.text).toMatch(/started\nport \d+\nunder way\nstopped\n$/);
  },
  timeout,
);

it(
  'a stopping service answers requests on an open connection, and asks to close it',
  async () => {
    const service = run();
    const port = await service.hears(/port (\d+)/);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const sent = request({ port, agent, path: '/slow' });
      const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer.headers.connection;
    };
    expect(await ask()).toBe('keep-alive');
    service.process.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await ask()).toBe('close');
    expect(await service.exit).toEqual([0, null]);
    agent.destroy();
  },
  timeout,
);

it(
  'a stopping service lets the caller close a connection that is kept alive',
  async () => {
    const service = run();
    const port = Number(await service.hears(/port (\d+)/));
    const closing = Promise.withResolvers<string>();
    const between = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      near.once('end', () => closing.resolve('caller'));
      far.once('end', () => closing.resolve('service'));
      near.pipe(far).pipe(near);
    });
    await once(between.listen(0, '127.0.0.1'), 'listening');
    const answer = await fetch(`http://127.0.0.1:${(between.address() as AddressInfo).port}/slow`);
    expect(await answer.text()).toBe('whole');
    service.process.kill('SIGTERM');
    expect(await closing.promise).toBe('caller');
    expect(await service.exit).toEqual([0, null]);
    between.close();
  },
  timeout,
);

it(
  'a service listens when it is ready, and after 4 s even if it is not',
  async () => {
    const since = performance.now();
    const [soon, never] = [run({ READY_AFTER: '300' }), run({ READY_AFTER: '60000' })];
    await soon.hears(/port (\d+)/);
    expect(soon.said.text).toMatch(/^started\nready\nport/);
    await never.hears(/port (\d+)/);
    expect(never.said.text).toMatch(/^started\nport/);
    expect(performance.now() - since).toBeGreaterThan(4_000);
    soon.process.kill('SIGKILL');
  },
  timeout,
);

it(
  'a service exits with 0 and without an error on SIGTERM before it is ready',
  async () => {
    const service = run({ READY_AFTER: '60000' });
    await service.hears(/(started)/);
    service.process.kill('SIGTERM');
    expect(await service.exit).toEqual([0, null]);
    expect(service.said.text).toBe('started\nstopped\n');
  },
  timeout,
);

it(
  'a service exits with 1 and logs the reason if its configuration is invalid or its port is taken',
  async () => {
    const wrong = run({ PORT: 'many' });
    expect(await wrong.exit).toEqual([1, null]);
    expect(wrong.said.text).toBe('Invalid configuration:\n  PORT: must be a port, 0 to 65535\n');
    const first = run();
    const second = run({ PORT: await first.hears(/port (\d+)/) });
    expect(await second.exit).toEqual([1, null]);
    expect(second.said.text).toContain('EADDRINUSE');
    first.process.kill('SIGKILL');
  },
  timeout,
);
