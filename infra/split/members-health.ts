import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerProblem } from '../entrance/answer-problem.ts';

/** A process that the system consists of. */
export interface Member {
  name: string;
  origin: string;
}

/** Longer than a service gives its own checks. */
const patience = 3_000;

/** Whether health is asked for. */
export function isHealth(url = '/'): boolean {
  return /^\/health\/(live|ready)(\?|$)/.test(url);
}

/**
 * Asks every member and answers for them together: 200 where all are well, else 503 with the names of those that are
 * missing and what each said. For GET and HEAD alone.
 */
export async function answerHealth(
  members: readonly Member[],
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD')
    return answerProblem(response, 'method-not-allowed', { allow: 'GET, HEAD' });
  const [path = '/'] = url.split('?', 1);
  const answers = await Promise.all(members.map((member) => ask(member, path)));
  const missing = answers.filter(({ isWell }) => !isWell).map(({ name }) => name);
  const isWell = missing.length === 0;
  const state = path === '/health/ready' ? { ready: isWell } : { live: isWell };
  const processes = Object.fromEntries(answers.map(({ name, report }) => [name, report]));
  response.writeHead(isWell ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ ...state, missing, processes }));
}

async function ask({ name, origin }: Member, path: string) {
  try {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(patience) });
    return { name, isWell: answer.ok, report: (await answer.json()) as unknown };
  } catch {
    return { name, isWell: false, report: 'no answer' };
  }
}
