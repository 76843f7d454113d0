import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Article,
  changesPath,
  internalChangesPath,
  type ProblemCode,
  positionHeader,
  problemCatalogue,
  problemMediaType,
  type SubmissionFields,
} from '@journal/contracts';
import type { Service } from '@journal/service-kit';
import { createWebService } from '@journal/web';
import type { SystemParts } from '../../infra/embedded/system.ts';
import type { Person } from './site-content.ts';
import { type Sending, type SiteTemplate, startSiteSystem, templateVariable } from './site-system.ts';

/** A request to the API, from a browser or from the server of the pages. */
export interface SiteCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** As it was sent. */
  body: string;
  /** The body as JSON or as a form; empty where it is neither. */
  fields: Record<string, unknown>;
}

export interface FaultyAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Comes before the answer: may wait, reject (the connection breaks), or answer in its place. */
export type Fault = (call: SiteCall) => Promise<FaultyAnswer | undefined>;

export type Site = Awaited<ReturnType<typeof startSite>>;

export interface SiteOptions {
  /** Without articles and pitches. */
  empty?: boolean;
  /** A page waits for what it reads as long as in operation; else for 10 s, so that none is late on a busy machine. */
  isHurried?: boolean;
  /** Who is younger needs a guardian's consent. */
  consentAge?: number;
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void;
let answerAtOrigin: Answering = (_request, response) => response.destroy();
/** The one address of all sites of this process: a browser keeps the scripts that it has loaded from there. */
const origin = new Promise<string>((resolve) => {
  const server = createServer((request, response) => answerAtOrigin(request, response));
  server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  server.unref();
});

/** The whole system in this process on a copy of the run's template, with a layer for faults between web and API. */
export async function startSite({ empty = false, isHurried = false, consentAge }: SiteOptions = {}) {
  const template = JSON.parse(process.env[templateVariable] ?? '') as SiteTemplate;
  let api: Api | undefined;
  const given = consentAge === undefined ? {} : { CONSENT_AGE: `${consentAge}` };
  const createWeb: SystemParts['createWeb'] = async (services) => {
    api = await openApi(services);
    const config = {
      PORT: 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '',
      JOURNAL_NAME: 'The Forum',
      TIME_ZONE: 'UTC',
      PUBLIC_URL: 'https://journal.example',
      // Sessions of specs begin without a device.
      REQUIRE_PASSKEYS: 'off',
      QUERY_URL: api.url,
      COMMAND_URL: api.url,
    } as const;
    return createWebService(config, isHurried ? { readTimeout: 10_000 } : { budget: 10_000 });
  };
  const system = await startSiteSystem(template, empty ? 'empty' : 'filled', createWeb, given);
  if (!api) throw new Error('The site has no web');
  const { url: _, streams, close, forgetReaders, ...faults } = api;
  const { routing } = system.services.web.app;
  const url = await origin;
  /** Puts it at the address, in place of the site that was there. */
  const show = () => {
    answerAtOrigin = routing;
  };
  show();
  let isWritten = false;
  const send: typeof system.send = (method, ...sending) => {
    isWritten ||= method !== 'GET';
    return system.send(method, ...sending);
  };
  const articleOf = ({ body }: { body: string }) => JSON.parse(body) as Article;
  return {
    ...faults,
    url,
    show,
    /** Its data folder, where messages are kept. */
    folder: system.folder,
    /** How many readers follow the changes now. */
    get followers() {
      return streams.size;
    },
    /** Makes it as new where it has only been read; resolves with whether it is. */
    async renew(): Promise<boolean> {
      if (isWritten || !(await forgetReaders())) return false;
      show();
      return true;
    },
    send,
    /** Publishes, as the service where nobody is named, and resolves with the article when readers see it. */
    publish: async (
      { id: _, createdAt: __, ...body }: Omit<Article, 'id' | 'createdAt'> & Partial<Article>,
      as: Sending['as'] = 'service',
    ) => articleOf(await send('POST', '/api/articles', { as, body })),
    async edit(id: number, changed: Partial<Article>, as: Sending['as'] = 'service') {
      const { id: _, createdAt: __, ...fields } = articleOf(await send('GET', `/api/articles/${id}`));
      await send('PUT', `/api/articles/${id}`, { as, body: { ...fields, ...changed } });
    },
    remove: (id: number) => send('DELETE', `/api/articles/${id}`, { as: 'service' }),
    /** Resolves with the article as it is after every write that a page was told of. */
    article: async (id: number) =>
      articleOf(await send('GET', `/api/articles/${id}`, { headers: api?.written() ?? {} })),
    /** Sends a pitch, the writer's where nobody is named, and resolves with its path in the API. */
    pitch: async (body: SubmissionFields, as: Person = 'writer'): Promise<string> =>
      `/api/submissions/${JSON.parse((await send('POST', '/api/submissions', { as, body })).body).id}`,
    cookie: (person: string) => template.cookies[person] ?? '',
    async stop() {
      await close();
      await system.stop();
      await system.database.drop();
    },
  };
}

type Api = Awaited<ReturnType<typeof openApi>>;

/** The API of the two services over HTTP, with the faults that a spec puts before it. */
async function openApi({ command, query }: { command: Service; query: Service }) {
  const calls: SiteCall[] = [];
  const followed: string[] = [];
  const streams = new Set<ServerResponse>();
  /** The stream by which the server of the pages follows the changes. */
  const ofWeb = new Set<ServerResponse>();
  const faults = new Map<string, [RegExp, Fault]>();
  const reading = new Set<Promise<unknown>>();
  let isWritten = false;
  let position: string | undefined;

  function follow(request: IncomingMessage, response: ServerResponse) {
    const isOfWeb = request.url === internalChangesPath;
    if (!isOfWeb) followed.push(request.headers.cookie ?? '');
    const among = isOfWeb ? ofWeb : streams;
    among.add(response);
    response.once('close', () => among.delete(response));
    query.app.routing(request, response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { url: path = '/', method = 'GET' } = request;
    const headers = request.headers as Record<string, string>;
    const body = await text(request);
    const call = { method, path, headers, body, fields: fieldsOf(headers['content-type'], body) };
    calls.push(call);
    const isBrokenOff = new Promise<FaultyAnswer>((_, reject) => response.once('close', reject));
    isBrokenOff.catch(() => undefined);
    for (const [requests, fault] of faults.values()) {
      if (!requests.test(`${method} ${path}`)) continue;
      const instead = await Promise.race([fault(call), isBrokenOff]);
      if (instead) return response.writeHead(instead.status, instead.headers).end(instead.body);
    }
    const isRead = method === 'GET' || method === 'HEAD';
    // Exports are recorded in the log.
    isWritten ||= !isRead || /export|\.csv/.test(path);
    const {
      statusCode,
      headers: given,
      rawPayload,
    } = await (isRead ? query : command).app.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(body === '' ? {} : { payload: body }),
    });
    const { 'transfer-encoding': _, connection: __, ...kept } = given;
    if (!isRead && typeof given[positionHeader] === 'string') position = given[positionHeader];
    return response.writeHead(statusCode, kept as Record<string, string>).end(rawPayload);
  }

  const server = createServer((request, response) => {
    if ([changesPath, internalChangesPath].includes(request.url?.split('?', 1)[0] ?? ''))
      return follow(request, response);
    const answering = answer(request, response).catch(() => response.destroy());
    reading.add(answering);
    answering.finally(() => reading.delete(answering));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request to the API so far, event streams apart. */
    calls,
    /** The cookies of everyone who has begun to follow the changes. */
    followed,
    streams,
    /** The headers of a request that sees every write so far. */
    written: (): Record<string, string> => (position ? { [positionHeader]: position } : {}),
    /**
     * Puts a fault before every request whose method and path match (`POST /api/articles`), in place of an earlier one.
     * Pages that were kept are no more.
     */
    fault(requests: RegExp, fault: Fault): void {
      faults.set(String(requests), [requests, fault]);
      breakAll(ofWeb);
    },
    /** Removes all faults. */
    heal: () => faults.clear(),
    /** Resolves with whether nobody reads or follows any more, and nothing was written. */
    async forgetReaders() {
      faults.clear();
      breakAll(ofWeb);
      for (let tries = 0; tries < 200 && streams.size + reading.size > 0; tries++) await sleep(5);
      calls.length = 0;
      followed.length = 0;
      return streams.size + reading.size === 0 && !isWritten;
    },
    /** Breaks every open stream of changes. */
    breakStreams() {
      breakAll(streams);
      breakAll(ofWeb);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function breakAll(streams: Set<ServerResponse>): void {
  for (const stream of streams) {
    streams.delete(stream);
    stream.destroy();
  }
}

function fieldsOf(type = '', body: string): Record<string, unknown> {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/** A problem as the API answers it. */
export function problem(code: ProblemCode, details: object = {}): FaultyAnswer {
  const { status, title, message } = problemCatalogue[code];
  return {
    status,
    headers: { 'content-type': problemMediaType },
    body: JSON.stringify({ type: 'about:blank', code, status, title, message, ...details }),
  };
}

/** An answer that never comes until it is let go; what it then gives is the system's own. */
export function holdBack(site: Site, requests: RegExp): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  site.fault(requests, () => promise);
  return () => resolve(undefined);
}
