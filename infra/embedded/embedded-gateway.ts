import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '@journal/service-kit';
import { answerHealth, createGateway, isReadOnly } from '../gateway/gateway.ts';
import type { SystemServices } from './system.ts';

/** One port in front of the services of this process; health and metrics are those of all of them. */
export const createEmbeddedGateway = () => createGateway<SystemServices>(dispatch);

const combined = ['/health/live', '/health/ready', '/metrics'];

async function dispatch(services: SystemServices, request: IncomingMessage, response: ServerResponse) {
  const path = request.url?.split('?', 1)[0] ?? '/';
  if (combined.includes(path)) await answerForAll(services, path, request, response);
  else serviceFor(services, request.method, path).app.routing(request, response);
}

function serviceFor(services: SystemServices, method: string | undefined, path: string): Service {
  if (path !== '/api' && !path.startsWith('/api/')) return services.web;
  return method === 'GET' || method === 'HEAD' ? services.query : services.command;
}

async function answerForAll(
  services: SystemServices,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isReadOnly(request, response)) return;
  const answers = await Promise.all(Object.values(services).map((service: Service) => ask(service, path)));
  if (path === '/metrics') {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(mergeMetrics(answers.map(({ body }) => body)));
    return;
  }
  const reports = answers.map(({ name, body }) => [name, parse(body)]);
  const isWell = answers.every(({ status }) => status === 200);
  answerHealth(response, path, isWell, { services: Object.fromEntries(reports) });
}

async function ask({ name, app }: Service, path: string) {
  try {
    const { statusCode, body } = await app.inject({ method: 'GET', url: path });
    return { name, status: statusCode, body };
  } catch {
    return { name, status: 503, body: '' };
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * Joins several texts in Prometheus' format into one. A metric that more than one of them has is described once, with
 * all its samples below: the format forbids a second description.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { description: string[]; samples: string[] }>();
  for (const text of texts) {
    let current: { description: string[]; samples: string[] } | undefined;
    for (const line of text.split('\n').filter(Boolean)) {
      const [, keyword, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (!name) {
        current?.samples.push(line);
        continue;
      }
      current = families.get(name) ?? { description: [], samples: [] };
      families.set(name, current);
      if (!current.description.some((known) => known.startsWith(`# ${keyword} `)))
        current.description.push(line);
    }
  }
  const lines = [...families.values()].flatMap(({ description, samples }) => [...description, ...samples]);
  return `${lines.join('\n')}\n`;
}
