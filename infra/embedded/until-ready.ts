import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '@journal/service-kit';
import type { StopRequest } from '../launcher/stop-request.ts';

const patience = 60_000;

/** Resolves when a service has all that it needs; rejects, with what it lacks, where that takes a minute. */
export async function untilReady({ name, app }: Service, stop: Pick<StopRequest, 'check'>): Promise<void> {
  const deadline = Date.now() + patience;
  let said = '';
  while (Date.now() < deadline) {
    stop.check();
    const answer = await app.inject({ method: 'GET', url: '/health/ready' });
    if (answer.statusCode === 200) return;
    said = answer.body;
    await sleep(50);
  }
  throw new Error(`${name} did not become ready within ${patience / 1_000} s: ${said}`);
}
