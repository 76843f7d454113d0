import fc from 'fast-check';

export type Route = { readonly method: string; readonly url: string };

export type GeneratedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
};

export type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

export type GoodRequest = {
  /** A body that the route would take; left out: the route takes none. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Fields of `body` that may not be null or blank. */
  readonly required?: readonly string[];
  /** What replaces `:id` in a good path; default 1. */
  readonly id?: string;
};

const json = { 'content-type': 'application/json' };
const wrongTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'nonsense',
  '*/*',
];
/** None of them is right for any field of any form of ours. */
const wrongValues = [
  true,
  [],
  ['a'],
  {},
  { a: 1 },
  -1,
  1.5,
  1e308,
  'lone \ud800 surrogate',
  'a\u0000b',
  '\u001b[31m',
  'x'.repeat(70_000),
];
const noJson = [
  '',
  ' ',
  '{',
  '{"a":',
  '[1,]',
  'undefined',
  "{'a':1}",
  '\u0000',
  '{"a":1}{"a":1}',
  '{"__proto__":{"a":1}}',
];
const wrongIds = [
  '0',
  '-1',
  '+1',
  '01',
  '1.5',
  '1e3',
  '0x1',
  'null',
  'NaN',
  '9'.repeat(10),
  '9'.repeat(400),
  '%00',
  '%zz',
  '%',
  '1%2f2',
  '💥',
];

/** Requests to a route that all have to be refused: its path, its body or its content type is wrong. */
export function badRequests(route: Route, good: GoodRequest = {}): fc.Arbitrary<GeneratedRequest> {
  const kinds = [
    badTypes(route, good),
    badTexts(route, good),
    good.body ? badBodies(route, good) : surplusBodies(route, good),
  ];
  if (route.url.includes(':')) kinds.push(badPaths(route, good));
  return fc.oneof(...kinds);
}

/** Requests to a route that may be fine or not: anything in its parameters, its query and its headers. */
export function strangeRequests(route: Route): fc.Arbitrary<GeneratedRequest> {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('', '0', '1', '-1', 'x'.repeat(3_000)),
  );
  const encoded = text.map((value) => encodeURIComponent(value.toWellFormed()));
  const parameter = fc.oneof(
    encoded,
    fc.constantFrom(...wrongIds.map(asPath), '1', '2147483647', '2147483648'),
  );
  const name = fc.oneof(
    encoded,
    fc.constantFrom('limit', 'after', 'section', 'featured', 'fields', 'q', 'page', 'passages'),
  );
  const query = fc.array(fc.tuple(name, fc.oneof(encoded, fc.constantFrom('%', '%ff', '[]', '1'))), {
    maxLength: 4,
  });
  const header = fc.oneof(
    fc.string({ maxLength: 40 }).map(asHeader),
    fc.constantFrom('"1-a"', '*', 'W/"x"', '9'.repeat(60)),
  );
  const headers = fc.dictionary(
    fc.constantFrom(
      'if-none-match',
      'if-match',
      'journal-position',
      'accept',
      'x-request-id',
      'last-event-id',
    ),
    header,
  );
  return fc.record({ parameter, query, headers }).map((parts) => ({
    method: route.method,
    url: `${fill(route.url, parts.parameter)}?${parts.query.map(([key, value]) => `${key}=${value}`).join('&')}`,
    headers: parts.headers,
  }));
}

/** What is wrong with an answer that should refuse, in words, or undefined. */
export function faultOfRefusal(answer: Answer): string | undefined {
  const { statusCode, headers, body } = answer;
  if (statusCode < 400 || statusCode >= 500) return `status ${statusCode}: ${body.slice(0, 300)}`;
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `type ${headers['content-type']}`;
  const problem = JSON.parse(body) as Record<string, unknown>;
  if (problem['status'] !== statusCode) return `says status ${problem['status']} at ${statusCode}`;
  for (const field of ['title', 'message', 'code'])
    if (typeof problem[field] !== 'string' || problem[field] === '') return `no ${field}`;
  if (/\bat .+:\d+:\d+|node_modules|\bselect\b|\/work\/|\/home\//i.test(body))
    return `tells too much: ${body}`;
  return undefined;
}

function badBodies(
  route: Route,
  { body = {}, required = [], id }: GoodRequest,
): fc.Arbitrary<GeneratedRequest> {
  const fields = Object.keys(body);
  const wrongField = fc
    .tuple(fc.constantFrom(...fields), fc.constantFrom(...wrongValues))
    .map(([field, value]) => ({ ...body, [field]: value }));
  const emptyField = fc
    .tuple(fc.constantFrom(...required), fc.constantFrom(null, '', '  \n', undefined))
    .map(([field, value]) => ({ ...body, [field]: value }));
  const unknownField = fc
    .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), fc.jsonValue())
    .filter(([name]) => !fields.includes(name) && name !== '__proto__')
    .map(([name, value]) => ({ ...body, [name]: value }));
  const notThisBody = fc.jsonValue({ maxDepth: 4 });
  const value = fc.oneof(wrongField, emptyField, unknownField, notThisBody);
  return value.map((payload) => request(route, id, json, JSON.stringify(payload)));
}

function surplusBodies(route: Route, { id }: GoodRequest): fc.Arbitrary<GeneratedRequest> {
  const surplus = fc.jsonValue({ maxDepth: 3 }).filter((value) => JSON.stringify(value) !== '{}');
  return surplus.map((payload) => request(route, id, json, JSON.stringify(payload)));
}

function badTypes(route: Route, { body = { a: 1 }, id }: GoodRequest): fc.Arbitrary<GeneratedRequest> {
  return fc
    .constantFrom(...wrongTypes)
    .map((type) => request(route, id, { 'content-type': type }, JSON.stringify(body)));
}

function badTexts(route: Route, { body = { a: 1 }, id }: GoodRequest): fc.Arbitrary<GeneratedRequest> {
  const twice = `{"a":1,${JSON.stringify(body).slice(1, -1)},"a":1}`;
  const texts = noJson.filter((text) => text !== '');
  const payload = fc.oneof(
    fc.constantFrom<string | Buffer>(
      ...texts,
      twice,
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      Buffer.from([0x22, 0xc3, 0x28, 0x22]),
    ),
    fc.constant(JSON.stringify({ ...body, padding: 'x'.repeat(256 * 1024) })),
    fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => Buffer.from([0xff, ...bytes])),
  );
  return payload.map((bytes) => request(route, id, json, bytes));
}

function badPaths(route: Route, { body }: GoodRequest): fc.Arbitrary<GeneratedRequest> {
  const notAnId = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 30 })
    .filter((text) => text.isWellFormed() && !/^[1-9][0-9]{0,9}$/.test(text) && !/^\.{1,2}$/.test(text))
    .map(encodeURIComponent);
  return fc
    .oneof(notAnId, fc.constantFrom(...wrongIds.map(asPath)))
    .map((id) => request(route, id, body ? json : {}, body ? JSON.stringify(body) : undefined));
}

function request(
  { method, url }: Route,
  id: string | undefined,
  headers: Record<string, string>,
  payload: string | Buffer | undefined,
): GeneratedRequest {
  return { method, url: fill(url, id ?? '1'), headers, ...(payload === undefined ? {} : { payload }) };
}

const fill = (url: string, parameter: string) => url.replaceAll(/:[A-Za-z]+/g, () => parameter);
const asPath = (id: string) => (id.includes('%') ? id : encodeURIComponent(id));
const asHeader = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?');
