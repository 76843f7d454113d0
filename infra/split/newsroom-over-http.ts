import { logHead } from '../demo/log-head.ts';
import { logTellsOf } from '../demo/log-tells-of.ts';
import type { Newsroom } from '../demo/newsroom.ts';
import type { SplitPlan } from './plan.ts';

/** The way to the routes of services in other processes. */
export function newsroomOverHttp(
  { command, query }: SplitPlan,
  environment: Record<string, string>,
): Newsroom {
  return {
    head: () => logHead(environment),
    token: environment['SERVICE_TOKEN'] ?? '',
    isAdministratorNamed: environment['ADMIN_EMAIL'] !== undefined,
    hadAdministrator: () => logTellsOf(environment, 'AdminGranted'),
    hadArticle: () => logTellsOf(environment, 'ArticlePublished'),
    async send({ method, path, headers, body }) {
      const origin = (method === 'GET' ? query : command)[0]?.origin;
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers,
        ...(body ? { body } : {}),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: answer.status, body: await answer.text() };
    },
  };
}
