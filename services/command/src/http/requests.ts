import {
  idempotencyKeyHeader,
  isUuid,
  normaliseEmail,
  parseArticleId,
  type Route,
  type RouteDefinition,
  revisionsOfIfMatch,
  routeOf,
  trimText,
} from '@journal/contracts';
import type { ContentOf, Fields } from '@journal/events';
import { ProblemError } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import {
  isIdempotencyKey,
  type RequestContext,
  type RequestKeys,
  randomIds,
} from '../writing/request-context.ts';
import { actorOf } from './auth.ts';

/**
 * Hook: answers an impossible id in the path like an unknown one, before the body is read. The route table defines the
 * id's schema, and "not found" as the first problem of such a route.
 */
export async function requireWellFormedIds(request: FastifyRequest): Promise<void> {
  const route = definitionOf(request);
  for (const [name, schema] of Object.entries(route?.params ?? {})) {
    const text = (request.params as Record<string, string>)[name] ?? '';
    if (!isWellFormed(schema, text)) throw new ProblemError(route?.problems?.[0] ?? 'not-found');
  }
}

function isWellFormed(schema: TSchema & { readonly pattern?: string }, text: string): boolean {
  if (Type.IsInteger(schema)) return parseArticleId(text) !== undefined;
  if (Type.IsEnum(schema)) return schema.enum.includes(text);
  return schema.pattern === undefined ? isUuid(text) : new RegExp(schema.pattern).test(text);
}

const definitionOf = ({ method, routeOptions }: FastifyRequest): RouteDefinition | undefined =>
  routeOf(`${method} ${routeOptions.url}` as Route);

/** Hook: trims every text of the body. */
export async function trimBody(request: FastifyRequest): Promise<void> {
  request.body = trimText(request.body);
}

/** Hook: normalises an e-mail address and trims a name; a password stays as it was typed. */
export async function normaliseBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (!isPlainObject(body)) return;
  const { email, fullName } = body as Record<string, unknown>;
  request.body = {
    ...body,
    ...(typeof email === 'string' ? { email: normaliseEmail(email) } : {}),
    ...(typeof fullName === 'string' ? { fullName: fullName.trim() } : {}),
  };
}

/** Hook: rejects any body but an empty object. */
export async function refuseBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (body === undefined || (isPlainObject(body) && Object.keys(body).length === 0)) return;
  throw new ProblemError('invalid-request', { message: 'This request must not have a body' });
}

/** Hook: treats a missing body as an empty object. */
export async function allowNoBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** Returns the revisions that the editor has seen, from If-Match; no `seen` if any revision is accepted. */
export function seenRevisions(request: FastifyRequest): { readonly seen?: readonly number[] } {
  const header = request.headers['if-match'];
  if (header === undefined) return {};
  const seen = revisionsOfIfMatch(header);
  if (seen === undefined) throw new ProblemError('invalid-if-match');
  return seen === '*' ? {} : { seen };
}

/** Returns the content of a validated body: empty optional text becomes null, an omitted choice its initial value. */
export function contentOf<Of extends Fields>(
  fields: Of,
  body: { readonly [Name in keyof Of]?: unknown },
): ContentOf<Of> {
  const entries = Object.entries(fields).map(([name, { value }]) => {
    const given = body[name as keyof Of];
    if (value.kind === 'choice') return [name, given ?? value.initial];
    return [name, value.kind === 'text' && value.isOptional ? given || null : given];
  });
  return Object.fromEntries(entries) as ContentOf<Of>;
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Resolves with the actor and the request context. An Idempotency-Key is used if the route accepts one, with the path
 * and the body as they are after trimming and validation. `body` is for routes that must leave out parts of it.
 */
export async function contextOf(
  request: FastifyRequest,
  keys: RequestKeys,
  body: unknown = request.body,
): Promise<RequestContext> {
  const actor = actorOf(request);
  const common = { actor, requestId: request.id };
  const acceptsKey = definitionOf(request)?.headers?.includes(idempotencyKeyHeader);
  const key = acceptsKey ? request.headers[idempotencyKeyHeader] : undefined;
  if (key === undefined) return { ...common, ids: randomIds() };
  if (typeof key !== 'string' || !isIdempotencyKey(key)) throw new ProblemError('invalid-idempotency-key');
  const [path = ''] = request.url.split('?', 1);
  return { ...common, ...(await keys(actor.id, key, { method: request.method, path, body })) };
}
