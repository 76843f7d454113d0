import fc from 'fast-check';

export type Route = { readonly method: string; readonly url: string };

export type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

export type GoodRequest = {
  /** A body that the route accepts; undefined if it accepts none. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Fields of `body` that may not be null or blank. */
  readonly required?: readonly string[];
  /** Parameter for valid paths; default 1. */
  readonly id?: string;
};

const mediaTypes =
  'text/plain application/xml application/x-www-form-urlencoded multipart/form-data;boundary=x application/jsonx nonsense */*';
const invalidTexts = ['lone \ud800 surrogate', 'a\u0000b', '\u001b[31m', 'x'.repeat(70_000)];
/** Invalid in every field of every request, except that `true` is valid in boolean fields. */
const invalidValues = [true, [], ['a'], {}, { a: 1 }, -1, 1.5, 1e308, ...invalidTexts];
const malformedJson = [' ', '{', '{"a":', '[1,]', 'undefined', "{'a':1}", '\u0000', '{"a":1}{"a":1}'];
const encodedIds = '0 -1 %2B1 01 1.5 1e3 0x1 null NaN %00 %zz % 1%2f2 %F0%9F%92%A5'.split(' ');
const invalidIds = [...encodedIds, '9'.repeat(10), '9'.repeat(400)];

/** Created only once: every new arbitrary iterates over all Unicode characters. */
const strangeTexts = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
const strangeIds = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });
const strangeWords = fc.string({ unit: 'binary', maxLength: 40 });

const fill = (url: string, parameter: string) => url.replaceAll(/:[A-Za-z]+/g, () => parameter);

/** Generates requests that a route must reject because the path, the body or its media type is invalid. */
export function badRequests({ method, url }: Route, { body, required = [], id = '1' }: GoodRequest = {}) {
  const sample = JSON.stringify(body ?? { a: 1 });
  const withField = ([field, value]: readonly [string, unknown]) => ({ ...body, [field]: value });
  const fields = Object.keys(body ?? {});
  const unknownField = strangeTexts.filter((name) => !fields.includes(name) && name !== '__proto__');
  const bodies = body
    ? fc.oneof(
        fc
          .tuple(fc.constantFrom(...fields), fc.constantFrom(...invalidValues))
          .filter(([field, value]) => value !== true || typeof body[field] !== 'boolean')
          .map(withField),
        fc.tuple(fc.constantFrom(...required), fc.constantFrom(null, '', '  \n', undefined)).map(withField),
        fc.tuple(unknownField, fc.jsonValue()).map(withField),
        fc.jsonValue({ maxDepth: 4 }),
      )
    : fc.jsonValue({ maxDepth: 3 }).filter((value) => JSON.stringify(value) !== '{}');
  const payloads = fc.oneof(
    fc.constantFrom<string | Buffer>(
      ...malformedJson,
      '{"__proto__":{"a":1}}',
      `{"a":1,${sample.slice(1, -1)},"a":1}`,
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      Buffer.from([0x22, 0xc3, 0x28, 0x22]),
      JSON.stringify({ ...(body ?? { a: 1 }), padding: 'x'.repeat(256 * 1024) }),
    ),
    fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => Buffer.from([0xff, ...bytes])),
  );
  const notAnId = strangeIds.filter(
    (text) => text.isWellFormed() && !/^([1-9][0-9]{0,9}|\.{1,2})$/.test(text),
  );

  const request = (payload: string | Buffer, mediaType = 'application/json') => {
    return { method, url: fill(url, id), headers: { 'content-type': mediaType }, payload };
  };
  const requests = [
    fc.constantFrom(...mediaTypes.split(' ')).map((type) => request(sample, type)),
    payloads.map((payload) => request(payload)),
    bodies.map((value) => request(JSON.stringify(value))),
  ];
  const paths = fc
    .oneof(notAnId.map(encodeURIComponent), fc.constantFrom(...invalidIds))
    .map((invalid) => fill(url, invalid))
    .map((path) => (body ? { ...request(sample), url: path } : { method, url: path, headers: {} }));
  return url.includes(':') ? fc.oneof(...requests, paths) : fc.oneof(...requests);
}

const parameters = 'limit after section featured fields q page passages'.split(' ');
const headers = 'if-none-match if-match journal-position accept x-request-id last-event-id'.split(' ');

/** Generates URLs and headers for requests to a route, which may or may not be valid. */
export function strangeRequests({ url }: Route) {
  const text = fc
    .oneof(strangeWords, fc.constantFrom('', '0', '1', '-1', 'x'.repeat(3_000)))
    .map((value) => encodeURIComponent(value.toWellFormed()));
  const parameter = fc.oneof(text, fc.constantFrom(...invalidIds, '1', '2147483647', '2147483648'));
  const name = fc.oneof(text, fc.constantFrom(...parameters));
  const value = fc.oneof(text, fc.constantFrom('%', '%ff', '[]', '1'));
  const query = fc.array(
    fc.tuple(name, value).map((pair) => pair.join('=')),
    { maxLength: 4 },
  );
  const header = fc.oneof(
    fc.string({ maxLength: 40 }).map((content) => content.replaceAll(/[^\x20-\x7e]/g, '?')),
    fc.constantFrom('"1-a"', '*', 'W/"x"', '9'.repeat(60)),
  );
  return fc
    .record({ parameter, query, headers: fc.dictionary(fc.constantFrom(...headers), header) })
    .map((parts) => ({
      url: `${fill(url, parts.parameter)}?${parts.query.join('&')}`,
      headers: parts.headers,
    }));
}

/** Returns what is wrong with a response that should be a rejection, or undefined if it is correct. */
export function faultOfRefusal({ statusCode, headers, body }: Answer): string | undefined {
  if (statusCode < 400 || statusCode >= 500) return `status ${statusCode}: ${body.slice(0, 300)}`;
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `type ${headers['content-type']}`;
  const problem = JSON.parse(body) as Record<string, unknown>;
  if (problem['status'] !== statusCode) return `says status ${problem['status']} at ${statusCode}`;
  for (const field of ['title', 'message', 'code'])
    if (typeof problem[field] !== 'string' || problem[field] === '') return `no ${field}`;
  if (/\bat .+:\d+:\d+|node_modules|\bselect\b.+\bfrom\b|\/work\/|\/home\//i.test(body))
    return `tells too much: ${body}`;
  return undefined;
}
