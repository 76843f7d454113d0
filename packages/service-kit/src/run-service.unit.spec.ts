import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { until } from '@journal/testing';
import { afterEach, describe, expect, it } from 'vitest';

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

describe('runService', { timeout: 60_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes what is under way on %s, then ends with 0',
    async (signal) => {
      const service = run();
      const port = await service.hears(/port (\d+)/);
      const answer = fetch(`http://127.0.0.1:${port}/slow`);
      await service.hears(/under way/);
      service.process.kill(signal);
      expect(await (await answer).text()).toBe('whole');
      expect(await service.exit).toEqual([0, null]);
      expect(service.said.text).toMatch(/started\nport \d+\nunder way\nstopped\n$/);
    },
  );

  it('stops when the parent is gone', async () => {
    const service = run();
    await service.hears(/port/);
    service.process.disconnect();
    expect(await service.exit).toEqual([0, null]);
  });

  it('says what is wrong with the configuration and ends with 1', async () => {
    const service = run({ PORT: 'many' });
    expect(await service.exit).toEqual([1, null]);
    expect(service.said.text).toBe("The configuration can't be used:\n  PORT: must be a port, 0 to 65535\n");
  });

  it('ends with 1 where the port is taken', async () => {
    const first = run();
    const port = await first.hears(/port (\d+)/);
    const second = run({ PORT: port });
    expect(await second.exit).toEqual([1, null]);
    expect(second.said.text).toContain('EADDRINUSE');
    first.process.kill('SIGKILL');
  });
});
