import { positionHeader } from '@journal/contracts';
import { nameTestDatabase } from '@journal/testing';
import type { SystemParts } from '../../infra/embedded/system.ts';
import type { Person } from './site-content.ts';
import { startTestSystem } from './system.ts';

export const templateVariable = 'JOURNAL_SITE_TEMPLATE';

/** Shared by the sites of one run. */
export interface SiteTemplate {
  postgresUrl: string;
  secrets: Record<string, string>;
  /**
   * Request cookies with each person's session: `cookies` for a browser, where it may be ended, `ownCookies` for
   * anything else.
   */
  cookies: Partial<Record<string, string>>;
  ownCookies: Partial<Record<string, string>>;
  databases: { empty?: string; filled?: string };
}

export interface Sending {
  as?: Person | 'service' | { cookie: string };
  body?: object;
  headers?: Record<string, string>;
}

/** Starts the whole system in this process on a copy of a template's database, or on an empty one. */
export async function startSiteSystem(
  template: SiteTemplate,
  copied?: keyof SiteTemplate['databases'],
  createWeb?: SystemParts['createWeb'],
  given: Record<string, string> = {},
) {
  const database = nameTestDatabase(template.postgresUrl, copied && template.databases[copied]);
  await database.create();
  const parts = { command: { limits: {} }, ...(createWeb && { createWeb }) };
  const system = await startTestSystem(database.url, { ...template.secrets, ...given }, parts);
  const { command, query } = system.services;
  let position = '';
  const identityOf = (as: Sending['as']): Record<string, string> => {
    if (as === undefined) return {};
    if (as === 'service') return { authorization: `Bearer ${template.secrets['SERVICE_TOKEN']}` };
    return { cookie: typeof as === 'string' ? (template.ownCookies[as] ?? '') : as.cookie };
  };
  const ask = (method: string, url: string, headers: Record<string, string>, body?: object) =>
    (method === 'GET' ? query : command).app.inject({
      method: method as 'GET',
      url,
      headers: { ...(position && { [positionHeader]: position }), ...headers },
      ...(body && { payload: body }),
    });
  /** Resolves when all reads show what was sent. A user's list of sessions has to be awaited separately. */
  const settled = async () => void (await ask('GET', '/api/audit?limit=1', identityOf('service')));
  return {
    ...system,
    database,
    settled,
    /** Sends a request to the API as somebody. Resolves when reads show its effect; rejects if it is refused. */
    async send(method: string, path: string, { as, body, headers }: Sending = {}) {
      const answer = await ask(method, path, { ...identityOf(as), ...headers }, body);
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path} was answered with ${answer.statusCode}: ${answer.body}`);
      const written = answer.headers[positionHeader];
      if (method !== 'GET' && typeof written === 'string') {
        position = written;
        await settled();
      }
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
  };
}
