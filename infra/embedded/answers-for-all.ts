import type { ServerResponse } from 'node:http';
import type { Service } from '@journal/service-kit';
import { answerProblem } from '../entrance/entrance.ts';
import type { SystemServices } from './system.ts';

const paths = ['/health/live', '/health/ready', '/metrics'];

/** Whether this path is answered for the four services together. */
export function isForAll(path: string): boolean {
  return paths.includes(path);
}

/** Asks each service and gives one answer: the health of all, or the metrics of all. For GET and HEAD alone. */
export async function answerForAll(
  services: SystemServices,
  method: string | undefined,
  path: string,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD')
    return answerProblem(response, 'method-not-allowed', { allow: 'GET, HEAD' });
  const answers = await Promise.all(Object.values(services).map((service: Service) => ask(service, path)));
  if (path === '/metrics') {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(mergeMetrics(answers.map(({ body }) => body)));
    return;
  }
  const isWell = answers.every(({ status }) => status === 200);
  response.writeHead(isWell ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  const state = path === '/health/ready' ? { ready: isWell } : { live: isWell };
  const reports = answers.map(({ name, body }) => [name, parse(body)]);
  response.end(JSON.stringify({ ...state, services: Object.fromEntries(reports) }));
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
 * Joins several texts in Prometheus' format into one. A metric that more than one of them has is described once,
 * with all its samples below: the format forbids a second description.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { description: string[]; samples: string[] }>();
  for (const text of texts) {
    let current: { description: string[]; samples: string[] } | undefined;
    for (const line of text.split('\n')) {
      if (line === '') continue;
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
