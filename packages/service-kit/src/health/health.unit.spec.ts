import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { createServer } from '../server/server.ts';
import { type HealthCheck, reportHealth } from './health.ts';

const server = (checks: Record<string, HealthCheck>) =>
  createServer({ name: 'sample', logLevel: 'silent', metrics: createMetrics('sample'), checks });

afterEach(() => vi.useRealTimers());

describe('health', () => {
  it('is ready where everything it needs is there', async () => {
    const answer = await server({ one: async () => {}, two: async () => {} }).inject('/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ready: true, dependencies: { one: 'ok', two: 'ok' } },
    ]);
  });

  it('says which dependency is missing and why, without secrets', async () => {
    const away = Object.assign(new Error('connect postgres://u:secret@h'), { code: 'ECONNREFUSED' });
    const answer = await server({ one: async () => {}, two: () => Promise.reject(away) }).inject(
      '/health/ready',
    );
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      ready: false,
      dependencies: { one: 'ok', two: 'unavailable (ECONNREFUSED)' },
    });
  });

  it('lives while nothing else does', async () => {
    const answer = await server({ one: () => Promise.reject(new Error('x')) }).inject('/health/live');
    expect([answer.statusCode, answer.json()]).toEqual([200, { live: true }]);
  });

  it('gives a check that hangs two seconds', async () => {
    vi.useFakeTimers();
    const report = reportHealth({ slow: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await report).toEqual({ ready: false, dependencies: { slow: 'no answer' } });
  });

  it('takes a check that throws at once like one that rejects', async () => {
    const broken: HealthCheck = () => {
      throw new Error('at once');
    };
    expect(await reportHealth({ broken })).toEqual({ ready: false, dependencies: { broken: 'unavailable' } });
  });
});
