import { routesOf } from '@journal/service-kit';
import fastify, { type HTTPMethods } from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  createCommandSide,
  type Headers,
  sampleArticle,
  sampleOrigin,
  sampleToken,
  statusesOf,
  userWith,
} from '../testing/command-side.ts';
import { refuseOtherOrigins } from './same-origin.ts';

const refused: Record<string, Headers> = {
  'another origin': { origin: 'https://evil.example' },
  'an opaque origin': { origin: 'null' },
  'an empty origin': { origin: '' },
  'the origin with a path': { origin: `${sampleOrigin}/` },
  'the origin in capitals': { origin: sampleOrigin.toUpperCase() },
  'two origins': { origin: `${sampleOrigin}, https://evil.example` },
  'the origin with TLS': { origin: 'https://localhost:3000' },
  'another port': { origin: 'http://localhost:3001' },
  'no port': { origin: 'http://localhost' },
  'a host that begins alike': { origin: 'http://localhost.evil.example:3000' },
  'a host that ends alike': { origin: 'http://evillocalhost:3000' },
  'a host within the user': { origin: 'http://localhost:3000@evil.example' },
  'a domain of this machine': { origin: 'http://evil.example:3000', host: 'evil.example:3000' },
  'a domain that begins like an address': {
    origin: 'http://127.0.0.1.evil.example:3000',
    host: '127.0.0.1.evil.example:3000',
  },
  'another address than was asked': { origin: 'http://192.168.1.6:3000', host: '192.168.1.5:3000' },
  'a site that shares a domain': { 'sec-fetch-site': 'same-site', origin: sampleOrigin },
  'another site': { 'sec-fetch-site': 'cross-site' },
  'another site with our origin': { 'sec-fetch-site': 'cross-site', origin: sampleOrigin },
  'a kind of site that is not known': { 'sec-fetch-site': 'SAME-ORIGIN' },
  'an empty kind of site': { 'sec-fetch-site': '' },
  'two kinds of site': { 'sec-fetch-site': 'same-origin, cross-site' },
  'a password of a proxy': { origin: 'https://evil.example', authorization: 'Basic dXNlcjpwYXNzd29yZA==' },
};
const accepted: Record<string, Headers> = {
  'no browser': {},
  'the origin': { origin: sampleOrigin },
  'this machine by its address': { origin: 'http://127.0.0.1:3000' },
  'this machine by its address of version 6': { origin: 'http://[::1]:3000' },
  'this machine at the port that was asked': { origin: 'http://localhost:8080', host: 'localhost:8080' },
  'an address that was asked': { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' },
  'the page itself': { 'sec-fetch-site': 'same-origin', origin: sampleOrigin },
  'the page itself by a name that we do not know': {
    'sec-fetch-site': 'same-origin',
    origin: 'https://journal.example',
  },
  'the person at the address bar': { 'sec-fetch-site': 'none' },
  'the service token': { origin: 'https://evil.example', authorization: `Bearer ${sampleToken}` },
};

const side = await createCommandSide();
const { cookie } = (await userWith(side, 'AdminGranted')).headers;
/** Routes that mail programs call on behalf of a person, as RFC 8058 specifies. */
const fromAnywhere = ['/api/newsletter/unsubscribe'];
const unsafe = routesOf(side.app).filter(
  ({ method, url }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && !fromAnywhere.includes(url),
);
/** With a body that no route accepts: a request rejected because of it has passed this check. */
const send = (method: string, url: string, headers: Headers) =>
  side.app.inject({
    method: method as HTTPMethods,
    url: url.replace(/:\w+/g, '1'),
    payload: { nothing: 'that is known' },
    headers: { host: 'localhost:3000', cookie, ...headers },
  });

it.each(unsafe)(
  '$method $url rejects requests that another site makes a browser send, and no others',
  async ({ method, url }) => {
    const before = side.log.length;
    for (const [what, headers] of Object.entries(refused)) {
      const answer = await send(method, url, headers);
      expect([what, answer.statusCode, answer.json().code]).toEqual([what, 403, 'other-origin']);
    }
    expect(side.log).toHaveLength(before);
    for (const [what, headers] of Object.entries(accepted)) {
      const answer = await send(method, url, headers);
      const code = answer.body === '' ? '' : answer.json().code;
      expect([what, code]).not.toEqual([what, 'other-origin']);
    }
  },
);

describe('the origin check', () => {
  it('applies to administrators and unknown paths, not to reads or to routes that are open to any site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' };
    const own = await createCommandSide();
    own.app.post('/spec', { config: { access: 'public', fromAnyOrigin: true } }, async () => null);
    const sent = (url: string, change: Headers = {}) =>
      side.call('POST', url, sampleArticle, { cookie, ...change });
    expect(
      statusesOf([
        await sent('/api/articles', headers),
        await sent('/api/articles'),
        await sent('/nothing', headers),
        await side.app.inject({ url: '/health/live', headers: { origin: 'null' } }),
        await side.app.inject({ method: 'HEAD', url: '/health/live', headers: { origin: 'null' } }),
        await own.call('POST', '/spec', undefined, headers),
      ]),
    ).toEqual([403, 201, 403, 200, 200, 200]);
  });

  it.each([
    ['https://journal.example', 'journal.example', 200],
    ['https://journal.example', 'localhost:3000', 200],
    ['http://journal.example', 'journal.example', 403],
    ['https://journal.example:8443', 'journal.example:8443', 403],
    ['https://www.journal.example', 'www.journal.example', 403],
    ['https://journal.example.evil.example', 'journal.example', 403],
    ['http://localhost:3000', 'localhost:3000', 403],
    ['https://192.168.1.5', '192.168.1.5', 403],
    ['https://localhost', 'localhost', 403],
    ['https://127.0.0.1:3000', '127.0.0.1:3000', 403],
  ])('of a public journal: a request from %s to host %s gets %i', async (origin, host, status) => {
    const app = fastify();
    refuseOtherOrigins(app, 'https://journal.example');
    app.setErrorHandler((_error, _request, reply) => reply.code(403).send());
    app.post('/', async () => null);
    const answer = await app.inject({ method: 'POST', url: '/', headers: { origin, host } });
    expect(answer.statusCode).toBe(status);
  });
});
