import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerProblem } from '@journal/service-kit';

/** A service or process of the system. */
export interface Member {
  name: string;
  /** Resolves with the member's response to a GET. */
  ask(path: string): Promise<{ isOk: boolean; body: string }>;
}

type Answers = readonly { name: string; isOk: boolean; body: string }[];

/** Sends a GET to all members and passes their responses on. Answers methods other than GET and HEAD with 405. */
export async function answerForAll(
  members: readonly Member[],
  path: string,
  { method }: IncomingMessage,
  response: ServerResponse,
  combine: (answers: Answers) => void,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD')
    return answerProblem(response, 'method-not-allowed', { allow: 'GET, HEAD' });
  const noAnswer = { isOk: false, body: '' };
  const asked = members.map(async ({ name, ask }) => ({ name, ...(await ask(path).catch(() => noAnswer)) }));
  combine(await Promise.all(asked));
}

/** Answers for all members together: 200 if all are healthy, else 503. */
export function answerHealth(
  response: ServerResponse,
  path: string,
  answers: Answers,
  details: object,
): void {
  const isWell = answers.every(({ isOk }) => isOk);
  response.writeHead(isWell ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const state = path === '/health/ready' ? { ready: isWell } : { live: isWell };
  response.end(JSON.stringify({ ...state, ...details }));
}

/** Returns each member's health report by name, with `missing` for one that reported nothing. */
export function reportsOf(answers: Answers, missing: unknown): Record<string, unknown> {
  const report = (body: string): unknown => {
    try {
      return JSON.parse(body);
    } catch {
      return missing;
    }
  };
  return Object.fromEntries(answers.map(({ name, body }) => [name, report(body)]));
}

const readyTimeout = 60_000;

/** Resolves when a member has everything it needs. After `timeout` milliseconds, rejects with what it lacks. */
export async function untilReady(
  { name, ask }: Member,
  stop: { check(): void },
  timeout = readyTimeout,
): Promise<void> {
  // Not by the clock, which many machines set while they start.
  const deadline = performance.now() + timeout;
  let last = 'no answer';
  while (performance.now() < deadline) {
    stop.check();
    // It may not be listening yet, or be restarting.
    const answer = await ask('/health/ready').catch(() => undefined);
    if (answer?.isOk) return;
    last = answer?.body ?? last;
    await sleep(50);
  }
  throw new Error(`${name} was not ready within ${timeout / 1_000} s: ${last}`);
}

/**
 * Like `untilReady`, but a member that answers and still lacks something is only reported: filling the read models of a
 * large journal after an update takes longer, and the other members need not wait for that.
 */
export async function untilUsable(
  member: Member,
  stop: { check(): void },
  timeout = readyTimeout,
): Promise<void> {
  try {
    await untilReady(member, stop, timeout);
  } catch (failure) {
    stop.check();
    const answer = await member.ask('/health/live').catch(() => undefined);
    if (!answer?.isOk) throw failure;
    process.stderr.write(`${(failure as Error).message}; starting all the same\n`);
  }
}
