import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { positionHeader } from '@journal/contracts';
import type { Service } from '@journal/service-kit';
import { nameTestDatabase } from '@journal/testing';
import { loadServices, type System, startSystem, untilServiceReady } from '../../infra/embedded/system.ts';
import type { Person } from './site-content.ts';

export const templateVariable = 'JOURNAL_SITE_TEMPLATE';

/** What the sites of one run share. */
export interface SiteTemplate {
  postgresUrl: string;
  secrets: Record<string, string>;
  /** The session of each person, as the cookie of a request. */
  cookies: Partial<Record<string, string>>;
  databases: { empty?: string; filled?: string };
}

export interface Sending {
  as?: Person | 'service' | { cookie: string };
  body?: object;
  headers?: Record<string, string>;
}

export interface SiteAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

export interface SiteSystem {
  services: { command: Service; query: Service };
  folder: string;
  /** Asks the API as somebody and resolves when readers see what came of it; rejects where it is refused. */
  send(method: string, path: string, sending?: Sending): Promise<SiteAnswer>;
  /** Resolves when readers see everything that was sent. */
  settled(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it and resolves with the name of its database, which stays. */
  stopAndKeep(): Promise<string>;
}

const many = { times: 1_000, seconds: 60 };
const limits = { login: many, registration: many, forgot: many, newsletter: many, pitch: many };
let loading: ReturnType<typeof loadServices> | undefined;

/**
 * Starts the whole system in this process on a copy of a template's database, or on an empty one. `createWeb` makes the
 * web before the API that it is given.
 */
export async function startSiteSystem(
  template: SiteTemplate,
  copied?: keyof SiteTemplate['databases'],
  createWeb?: (services: { command: Service; query: Service }) => Promise<Service>,
): Promise<SiteSystem> {
  const database = nameTestDatabase(template.postgresUrl, copied && template.databases[copied]);
  await database.create();
  const folder = await mkdtemp(join(tmpdir(), 'journal-site-'));
  loading ??= loadServices();
  const services = await loading;
  const environment = {
    ...template.secrets,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    EVENT_STORE_URL: database.url,
  };
  const made: { command?: Service; query?: Service } = {};
  const system: System = await startSystem(
    {
      ...services,
      command: {
        ...services.command,
        async createCommandService(config) {
          made.command = await services.command.createCommandService(config, { limits });
          return made.command;
        },
      },
      query: {
        ...services.query,
        async createQueryService(config, parts) {
          made.query = await services.query.createQueryService(config, parts);
          return made.query;
        },
      },
      web: {
        ...services.web,
        createWebService: (config, dependencies) =>
          createWeb
            ? createWeb(made as Required<typeof made>)
            : services.web.createWebService(config, dependencies),
      },
    },
    { environment, dev: false },
  );
  for (const service of Object.values(system.services)) await untilServiceReady(service);
  const { command, query } = system.services;
  let position = '';

  async function end() {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const settled = async () => {
    const headers = position ? { [positionHeader]: position } : {};
    await query.app.inject({ method: 'GET', url: '/api/stats', headers });
  };
  return {
    services: system.services,
    folder,
    async send(method, path, { as, body, headers = {} } = {}) {
      const identity =
        as === 'service'
          ? { authorization: `Bearer ${template.secrets['SERVICE_TOKEN']}` }
          : as
            ? { cookie: typeof as === 'string' ? (template.cookies[as] ?? '') : as.cookie }
            : {};
      const answer = await (method === 'GET' ? query : command).app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...identity,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(position ? { [positionHeader]: position } : {}),
          ...headers,
        },
        ...(body ? { payload: JSON.stringify(body) } : {}),
      });
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path} was answered with ${answer.statusCode}: ${answer.body}`);
      const written = answer.headers[positionHeader];
      if (method !== 'GET' && typeof written === 'string') {
        position = written;
        await settled();
      }
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    settled,
    async stop() {
      await end();
      await database.drop();
    },
    async stopAndKeep() {
      await end();
      return database.name;
    },
  };
}
