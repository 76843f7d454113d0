import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '@journal/service-kit';
import { createGateway } from '../gateway/gateway.ts';
import { answerForAll, answerHealth, reportsOf } from '../gateway/members.ts';
import { memberOf, type SystemServices } from './system.ts';

/** One port in front of the services of this process. Health and metrics combine those of all services. */
export const createEmbeddedGateway = () => createGateway<SystemServices>(dispatch);

const combined = ['/health/live', '/health/ready', '/metrics'];

async function dispatch(services: SystemServices, request: IncomingMessage, response: ServerResponse) {
  const path = request.url?.split('?', 1)[0] ?? '/';
  if (combined.includes(path)) return answerCombined(services, path, request, response);
  return serviceFor(services, request.method, path).app.routing(request, response);
}

function serviceFor(services: SystemServices, method: string | undefined, path: string): Service {
  if (path !== '/api' && !path.startsWith('/api/')) return services.web;
  return method === 'GET' || method === 'HEAD' ? services.query : services.command;
}

function answerCombined(
  services: SystemServices,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  return answerForAll(Object.values(services).map(memberOf), path, request, response, (answers) => {
    if (path !== '/metrics')
      return answerHealth(response, path, answers, { services: reportsOf(answers, null) });
    response.writeHead(200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    response.end(mergeMetrics(answers.map(({ body }) => body)));
  });
}

/**
 * Merges several texts in the Prometheus format. A metric that occurs in more than one is described once, followed by
 * all its samples: the format forbids a second description.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { description: Map<string, string>; samples: string[] }>();
  let name = '';
  for (const line of texts.flatMap((text) => text.split('\n')).filter(Boolean)) {
    const [, keyword, described] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
    name = described ?? name;
    const family = families.get(name) ?? { description: new Map<string, string>(), samples: [] };
    families.set(name, family);
    if (!keyword) family.samples.push(line);
    else if (!family.description.has(keyword)) family.description.set(keyword, line);
  }
  const lines = [...families.values()].flatMap(({ description, samples }) => [
    ...description.values(),
    ...samples,
  ]);
  return `${lines.join('\n')}\n`;
}
