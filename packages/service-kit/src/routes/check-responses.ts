import {
  commonProblems,
  type ProblemCode,
  partsOf,
  problemMediaType,
  problemsOf,
  type Route,
  type RouteDefinition,
  routeOf,
  routes,
} from '@journal/contracts';
import { Ajv } from 'ajv';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import createRouter, { type HTTPMethod } from 'find-my-way';

/** Problems that any route may return before it is reached: malformed HTTP, an unsupported method, an unknown path. */
const always: readonly ProblemCode[] = [
  'not-found',
  'method-not-allowed',
  'request-timeout',
  'headers-too-large',
];

const router = createRouter();
for (const key of Object.keys(routes) as Route[])
  router.on(partsOf(key).method, partsOf(key).path, () => {}, key);

const ajv = new Ajv({ strict: false, formats: { 'date-time': true, uuid: true } });
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/**
 * For specs: makes `app.inject` reject if a response contradicts the route table: with a status, problem or field that
 * the table does not list, or a value of the wrong type.
 */
export function checkResponses(app: Pick<FastifyInstance, 'inject'>): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const checked = async (given: InjectOptions | string) => {
    const options = typeof given === 'string' ? { url: given } : given;
    const response = await inject(options);
    const fault = faultOf(options.method ?? 'GET', String(options.url), response);
    if (fault) throw new Error(`${options.method ?? 'GET'} ${options.url}: ${fault}`);
    return response;
  };
  app.inject = checked as unknown as FastifyInstance['inject'];
}

function faultOf(method: string, url: string, response: LightMyRequestResponse): string | undefined {
  const key: Route | undefined = router.find(method === 'HEAD' ? 'GET' : (method as HTTPMethod), url)?.store;
  if (!key) return undefined;
  const { statusCode: status, headers, body } = response;
  const route = routeOf(key);
  if (status === 304) return route.headers?.includes('if-none-match') ? undefined : 'answers 304';
  if (method === 'HEAD') return undefined;
  if (String(headers['content-type']).startsWith(problemMediaType))
    return problemFault(key, route, JSON.parse(body).code);
  const expected = route.responses[status];
  // Plain form posts are answered with a redirect to a page.
  if (expected === undefined)
    return status === 303 ? undefined : `responds with ${status}, which the route table does not list`;
  if (expected === null) return body === '' ? undefined : `responds with a body to ${status}`;
  if (typeof expected === 'string')
    return String(headers['content-type']).startsWith(expected) ? undefined : `is not ${expected}`;
  const validate = validators.get(`${status} ${key}`) ?? ajv.compile(closed(expected) as object);
  validators.set(`${status} ${key}`, validate);
  return validate(JSON.parse(body))
    ? undefined
    : `${ajv.errorsText(validate.errors)} in ${body.slice(0, 300)}`;
}

function problemFault(key: Route, route: RouteDefinition, code: ProblemCode): string | undefined {
  const isRead = partsOf(key).method === 'GET';
  const known = [...always, ...problemsOf(route), ...commonProblems(route, isRead)];
  return known.includes(code) ? undefined : `responds with ${code}, which the route table does not list`;
}

/** Returns the schema with additional properties forbidden in every object. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, each]) => [name, closed(each)] as const);
  return {
    ...Object.fromEntries(entries),
    ...('properties' in schema ? { additionalProperties: false } : {}),
  };
}
