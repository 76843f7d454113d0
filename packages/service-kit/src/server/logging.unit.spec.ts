import { Writable } from 'node:stream';
import fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { logSerializers, throttleOutageWarnings } from './logging.ts';

class Away extends Error {
  readonly code = '57P01';
}

function start(isDefault = false) {
  const lines: Record<string, unknown>[] = [];
  let time = 0;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const { pid: _pid, hostname: _hostname, time: _time, ...line } = JSON.parse(chunk.toString());
      lines.push(line);
      done();
    },
  });
  const logMethod = throttleOutageWarnings(
    (error) => error instanceof Away || (error as Error).cause instanceof Away,
    ...(isDefault ? [] : [() => time]),
  );
  const { log } = fastify({
    logger: { level: 'info', serializers: logSerializers, hooks: { logMethod }, stream },
  });
  return {
    log,
    lines,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

it('warnings of an outage are logged once in 10 s for each dependency, without a stack', () => {
  const { log, lines, pass } = start();
  log.warn({ err: new Away('gone'), projection: 'articles' }, 'waits');
  for (let count = 0; count < 5; count += 1) log.warn({ err: new Away('gone') }, 'lost');
  pass(9_999);
  log.info({ err: new Error('no lock', { cause: new Away('gone') }) }, 'lost');
  const gone = { level: 40, reason: 'gone', code: '57P01' };
  for (let count = 0; count < 2; count += 1)
    log.warn({ err: new Error('no answer'), dependency: 'search' }, 'search failed');
  for (let count = 0; count < 2; count += 1)
    log.warn({ err: Object.assign(new Away('refused'), { code: 'ECONNREFUSED' }) }, 'lost');
  expect(lines.splice(0)).toEqual([
    { ...gone, projection: 'articles', msg: 'waits' },
    { level: 40, reason: 'no answer', dependency: 'search', msg: 'search failed' },
  ]);
  pass(1);
  log.warn({ err: new Error('no lock', { cause: new Away('gone') }) }, 'lost');
  expect(lines).toEqual([{ ...gone, leftOut: 8, msg: 'lost' }]);
});

it('errors, plain messages, and warnings of requests and of other faults are all logged', () => {
  const { log, lines } = start();
  for (let count = 0; count < 2; count += 1) {
    log.warn({ err: new Error('wrong statement') }, 'failed');
    log.error({ err: new Away('gone') }, 'stopped');
    log.child({ requestId: 'request-1' }).warn({ err: new Away('gone'), code: 'unavailable' }, 'refused');
    log.warn('by itself');
    log.warn({ folder: 'outbox' }, 'kept');
  }
  const messages = ['failed', 'stopped', 'refused', 'by itself', 'kept'];
  expect(lines.map(({ msg }) => msg)).toEqual([...messages, ...messages]);
  expect(lines[1]).toMatchObject({ level: 50, err: { message: 'gone', code: '57P01' } });
  // There may be thousands a second, each with the same stack.
  expect(lines[2]).toEqual({
    level: 40,
    requestId: 'request-1',
    reason: 'gone',
    code: 'unavailable',
    msg: 'refused',
  });
});

it('warnings of an outage are still logged every 10 s after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = start(true);
  log.warn({ err: new Away('gone') }, 'lost');
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(10_000);
  log.warn({ err: new Away('gone') }, 'lost');
  expect(lines).toHaveLength(2);
});
