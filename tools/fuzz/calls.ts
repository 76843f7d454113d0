import { badRequests, strangeRequests } from '@journal/testing/bad-input';
import fc from 'fast-check';
import { type Schema, valuesOf } from './schema-values.ts';

/** Callers: each level of access, invalid credentials, and two kinds of credentials at once. */
const callers = ['nobody', 'reader', 'editor', 'service', 'stranger', 'reader and service'] as const;
export type Caller = (typeof callers)[number];

/** A request. `@@name@@` in any of its texts stands for something that the journal has at that moment. */
export interface Call {
  readonly route: string;
  readonly caller: Caller;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface NamedOperation extends Operation {
  readonly route: string;
  readonly method: string;
  readonly path: string;
}

/** Returns the operations of a document; `route` has the form `POST /api/articles/{id}`. */
export const operationsOf = ({ paths }: ApiDocument): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([lower, operation]) => {
      const method = lower.toUpperCase();
      return { ...operation, route: `${method} ${path}`, method, path };
    }),
  );

/** Returns the same calls for the same seed: each operation, by each caller, in turn. */
export function callsOf(document: ApiDocument, { seed, count }: { seed: number; count: number }): Call[] {
  const turns = operationsOf(document).flatMap((operation) => {
    const calls = callsTo(document, operation);
    return callers.map((caller) => ({ caller, calls }));
  });
  const rounds = Math.ceil(count / turns.length);
  const columns = turns.map(({ caller, calls }, index) =>
    fc.sample(calls, { seed: seed + index, numRuns: rounds }).map((call) => ({ ...call, caller })),
  );
  const rows = Array.from({ length: rounds }, (_, round) => columns.map((column) => column[round] as Call));
  // Shuffles each round, so that a call meets a different state each time.
  const shuffled = rows.map((row, round) =>
    fc.sample(fc.shuffledSubarray(row, { minLength: row.length }), { seed: seed + round, numRuns: 1 }),
  );
  return shuffled.flat(2).slice(0, count);
}

const header = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?').trim());
const oddHeader = fc.oneof(
  header,
  fc.constantFrom('"1"', '*', 'W/"x"', '0'.repeat(40), '9'.repeat(40), '@@etag@@'),
);
/** Headers that servers and proxies read themselves. */
const headerNames =
  'accept accept-encoding accept-language authorization cache-control cookie forwarded if-match if-none-match if-modified-since idempotency-key journal-position last-event-id origin range referer sec-fetch-site te traceparent upgrade-insecure-requests user-agent via x-forwarded-for x-forwarded-host x-forwarded-proto x-http-method-override x-request-id';
const oddHeaders = fc.dictionary(fc.constantFrom(...headerNames.split(' ')), oddHeader, { maxKeys: 3 });

const parametersByPath: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/articles\/\{id\}/, '@@article@@'],
  [/\/submissions\/(?:mine\/)?\{id\}/, '@@pitch@@'],
  [/\{userId\}/, '@@person@@'],
];

function callsTo({ components }: ApiDocument, operation: NamedOperation): fc.Arbitrary<Call> {
  const { route, method, path, parameters = [], requestBody } = operation;
  const named = (reference: string) => components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  const values = (schema: Schema) => valuesOf(schema, named);
  const [mediaType = 'application/json', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const nobody: Caller = 'nobody';
  const known = parametersByPath.find(([pattern]) => pattern.test(path))?.[1];

  const paths = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce<fc.Arbitrary<string>>((before, { name, schema }) => {
      const valid = values(schema).map((value) => encodeURIComponent(String(value).toWellFormed()));
      const value = known === undefined || name === 'revision' ? valid : fc.oneof(fc.constant(known), valid);
      return fc.tuple(before, value).map(([text, each]) => text.replace(`{${name}}`, each));
    }, fc.constant(path));
  const queries = fc
    .record(
      Object.fromEntries(
        parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, values(schema)]),
      ),
      {
        requiredKeys: parameters
          .filter((each) => each.required)
          .map(({ name }) => name)
          .filter((name) => !path.includes(`{${name}}`)),
      },
    )
    .map((query) =>
      Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
        .join('&'),
    );
  const headers = fc.record(
    Object.fromEntries(
      parameters.filter((each) => each.in === 'header').map(({ name }) => [name, oddHeader]),
    ),
    { requiredKeys: [] },
  );
  const bodies: fc.Arbitrary<Pick<Call, 'headers' | 'body'>> = content
    ? values(content.schema).map((value) => ({
        headers: { 'content-type': mediaType },
        body:
          mediaType === 'application/json'
            ? JSON.stringify(value)
            : new URLSearchParams(value as Record<string, string>).toString(),
      }))
    : fc.constant({ headers: {} });

  const valid = fc.tuple(paths, queries, headers, bodies).map(
    ([text, query, given, { headers: type, body }]): Call => ({
      route,
      caller: nobody,
      method,
      url: query === '' ? text : `${text}?${query}`,
      headers: { ...(given as Record<string, string>), ...type },
      ...(body === undefined ? {} : { body }),
    }),
  );
  const odd = fc
    .tuple(valid, oddHeaders)
    .map(([call, more]) => ({ ...call, headers: { ...call.headers, ...more } }));
  const strange = fc.tuple(valid, strangeRequests({ method, url })).map(([call, given]) => ({
    ...call,
    url: given.url,
    headers: { ...call.headers, ...given.headers },
  }));
  const bad = (
    content && mediaType === 'application/json' ? values(content.schema) : fc.constant(undefined)
  ).chain((body) =>
    badRequests(
      { method, url },
      {
        id: known ?? '1',
        ...(isRecord(body) && { body, required: content?.schema.required ?? Object.keys(body) }),
      },
    ).map(({ url: target, headers: given, ...rest }) => ({
      route,
      caller: nobody,
      method,
      url: target,
      headers: { ...given } as Record<string, string>,
      ...('payload' in rest && method !== 'GET' ? { body: rest.payload } : {}),
    })),
  );
  return fc.oneof({ weight: 4, arbitrary: valid }, { weight: 2, arbitrary: odd }, strange, bad);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
