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
  /** As sent. */
  body: string;
  /** The body as JSON or as a form; empty if it is neither. */
  fields: Record<string, unknown>;
}

export interface FaultyAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Called before the response: may wait, reject (the connection breaks), or return a response to send instead. */
export type Fault = (call: SiteCall) => Promise<FaultyAnswer | undefined>;

export type Site = Awaited<ReturnType<typeof startSite>>;

export interface SiteOptions {
  /** Starts without articles and pitches. */
  empty?: boolean;
  /**
   * A page waits for its reads as long as in production; otherwise for 10 s, so that none is late on a busy machine.
   */
  isHurried?: boolean;
  /** Age below which a writer needs a guardian's consent. */
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

/**
 * Starts the whole system in this process on a copy of the run's template, with a layer for faults between web and API.
 */
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
      // Sessions in specs begin without a passkey.
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
  /** Serves this site at the address, in place of the previous one. */
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
    /** Data folder, in which messages are kept. */
    folder: system.folder,
    /** Number of readers that are following the changes. */
    get followers() {
      return streams.size;
    },
    /** Resets the site if it has only been read. Resolves with whether it is as new. */
    async renew(): Promise<boolean> {
      if (isWritten || !(await forgetReaders())) return false;
      show();
      return true;
    },
    send,
    /** Publishes, as the service by default. Resolves with the article once readers see it. */
    publish: async (
      { id: _, createdAt: __, ...body }: Omit<Article, 'id' | 'createdAt'> & Partial<Article>,
      as: Sending['as'] = 'service',
    ) => articleOf(await send('POST', '/api/articles', { as, body })),
    async edit(id: number, changed: Partial<Article>, as: Sending['as'] = 'service') {
      const { id: _, createdAt: __, ...fields } = articleOf(await send('GET', `/api/articles/${id}`));
      await send('PUT', `/api/articles/${id}`, { as, body: { ...fields, ...changed } });
    },
    remove: (id: number) => send('DELETE', `/api/articles/${id}`, { as: 'service' }),
    /** Resolves with the article after every write that a page was answered. */
    article: async (id: number) =>
      articleOf(await send('GET', `/api/articles/${id}`, { headers: api?.written() ?? {} })),
    /** Sends a pitch, as the writer by default. Resolves with its path in the API. */
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

/** Serves the API of the two services over HTTP, with the faults that a spec injects. */
async function openApi({ command, query }: { command: Service; query: Service }) {
  const calls: SiteCall[] = [];
  const followed: string[] = [];
  const streams = new Set<ServerResponse>();
  /** Streams on which the pages' server follows the changes. */
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
    /** Every request to the API so far, except event streams. */
    calls,
    /** Cookies of everyone who has begun to follow the changes. */
    followed,
    streams,
    /** Headers of a request that sees every write so far. */
    written: (): Record<string, string> => (position ? { [positionHeader]: position } : {}),
    /**
     * Injects a fault before every request whose method and path match (`POST /api/articles`), replacing an earlier one
     * for the same pattern. Kept pages are dropped.
     */
    fault(requests: RegExp, fault: Fault): void {
      faults.set(String(requests), [requests, fault]);
      breakAll(ofWeb);
    },
    /** Removes all faults. */
    heal: () => faults.clear(),
    /** Resolves with whether no reads and streams are left, and nothing was written. */
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

/** Returns a problem as the API sends it. */
export function problem(code: ProblemCode, details: object = {}): FaultyAnswer {
  const { status, title, message } = problemCatalogue[code];
  return {
    status,
    headers: { 'content-type': problemMediaType },
    body: JSON.stringify({ type: 'about:blank', code, status, title, message, ...details }),
  };
}

/** Holds back matching responses until the returned function is called; then the system's own responses follow. */
export function delayResponses(site: Site, requests: RegExp): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  site.fault(requests, () => promise);
  return () => resolve(undefined);
}
