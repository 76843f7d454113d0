import { type APIRequest, type APIRequestContext, expect } from '@playwright/test';
import { demoArticles } from '../demo/demo-content.ts';

/** Sends a request that must succeed. Resolves with its JSON, and the position from which its effect is visible. */
async function succeed<Body>(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: object,
  headers: Record<string, string> = {},
) {
  const answer = await request.fetch(path, { method, headers, data });
  const text = await answer.text();
  expect(answer.ok(), `${method} ${path}: ${text}`).toBe(true);
  const body = (text === '' ? undefined : JSON.parse(text)) as Body;
  return { body, position: answer.headers()['journal-position'] ?? '' };
}

/** Writes like a program, with the service token that the tests gave the system. */
export function createNewsroom(request: APIRequestContext) {
  const send = <Body>(method: string, path: string, data?: object) =>
    succeed<Body>(request, method, path, data, { authorization: `Bearer ${process.env['SERVICE_TOKEN']}` });
  return {
    async publish(fields: object): Promise<{ id: number; position: string }> {
      const article = { ...demoArticles[0], ...fields };
      const { body, position } = await send<{ id: number }>('POST', '/api/articles', article);
      return { id: body.id, position };
    },
    /** Makes somebody an administrator. Resolves with the position from which that is visible. */
    grantAdmin: async (email: string) =>
      (await send('POST', '/api/operations/administrators/grant', { email })).position,
    async edit(id: number, fields: object): Promise<void> {
      await send('PUT', `/api/articles/${id}`, { ...demoArticles[0], ...fields });
    },
    /** Resolves with the position from which the article is gone. */
    remove: async (id: number) => (await send('DELETE', `/api/articles/${id}`)).position,
  };
}

type Person = { readonly fullName: string; readonly email: string };

/** Returns a client of the journal without a page, with its own cookies, from its own network. */
export const reach = (
  request: APIRequest,
  baseURL: string | undefined,
  network: string,
): Promise<APIRequestContext> =>
  request.newContext({ baseURL: baseURL ?? '', extraHTTPHeaders: { 'x-forwarded-for': network } });

/** Registers somebody; `request` is signed in from then on. Resolves with the account's id. */
export async function join(request: APIRequestContext, person: Person): Promise<string> {
  const account = { ...person, password: 'correct horse' };
  return (await succeed<{ id: string }>(request, 'POST', '/api/auth/register', account)).body.id;
}

/** Does the same for an administrator, who may read and write as one once it resolves. */
export async function joinAsEditor(request: APIRequestContext, person: Person): Promise<void> {
  await join(request, person);
  const position = await createNewsroom(request).grantAdmin(person.email);
  await request.get('/api/auth/session', { headers: { 'journal-position': position } });
}

/** Sends a pitch. Resolves with its id. */
export const pitch = async (request: APIRequestContext, fields: object): Promise<string> =>
  (await succeed<{ id: string }>(request, 'POST', '/api/submissions', fields)).body.id;

/** Follows the changes with these headers, and collects their topics in order of arrival until closed. */
export async function followChanges(origin: string, headers: Readonly<Record<string, string>>) {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/api/changes`, { headers, signal: leaving.signal });
  if (!answer.ok || !answer.body) throw new Error(`The changes answered ${answer.status}`);
  const chunks = answer.body.pipeThrough(new TextDecoderStream());
  let text = '';
  const ended = (async () => {
    for await (const chunk of chunks) text += chunk;
  })().catch(() => {});
  return {
    topics(): string[] {
      return [...text.matchAll(/^data: (.*)$/gm)].flatMap(
        ([, data = '']) => (JSON.parse(data) as { topics?: string[] }).topics ?? [],
      );
    },
    async close(): Promise<void> {
      leaving.abort();
      await ended;
    },
  };
}
