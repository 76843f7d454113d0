import type { InjectOptions } from 'fastify';
import { logHead } from '../demo/log-head.ts';
import { logTellsOf } from '../demo/log-tells-of.ts';
import type { Newsroom } from '../demo/newsroom.ts';
import type { SystemServices } from './system-services.ts';

/** The way to the routes of the services in this process. */
export function newsroomWithin(
  { command, query }: SystemServices,
  environment: Record<string, string>,
): Newsroom {
  return {
    head: () => logHead(environment),
    token: environment['SERVICE_TOKEN'] ?? '',
    isAdministratorNamed: environment['ADMIN_EMAIL'] !== undefined,
    hadAdministrator: () => logTellsOf(environment, 'AdminGranted'),
    hadArticle: () => logTellsOf(environment, 'ArticlePublished'),
    async send({ method, path, headers, body }) {
      const service = method === 'GET' ? query : command;
      const request: InjectOptions = { method, url: path, headers, ...(body ? { payload: body } : {}) };
      const answer = await service.app.inject(request);
      return { status: answer.statusCode, body: answer.body };
    },
  };
}
