import { type APIRequest, type APIRequestContext, expect } from '@playwright/test';
import { demoArticles } from '../demo/demo-content.ts';

/** Sends a request that has to succeed. Resolves with its JSON, and the position that shows what it did. */
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

/** Writes as a program may, with the service token that the tests gave the system. */
export function createNewsroom(request: APIRequestContext) {
  const send = <Body>(method: string, path: string, data?: object) =>
    succeed<Body>(request, method, path, data, { authorization: `Bearer ${process.env['SERVICE_TOKEN']}` });
  return {
    async publish(fields: object): Promise<{ id: number; position: string }> {
      const article = { ...demoArticles[0], ...fields };
      const { body, position } = await send<{ id: number }>('POST', '/api/articles', article);
      return { id: body.id, position };
    },
    /** Makes somebody an administrator; resolves with the position that shows it. */
    grantAdmin: async (email: string) =>
      (await send('POST', '/api/operations/administrators/grant', { email })).position,
    async edit(id: number, fields: object): Promise<void> {
      await send('PUT', `/api/articles/${id}`, { ...demoArticles[0], ...fields });
    },
    /** Resolves with the position that shows it gone. */
    remove: async (id: number) => (await send('DELETE', `/api/articles/${id}`)).position,
  };
}

type Person = { readonly fullName: string; readonly email: string };

/** The journal as somebody reaches it without a page, with cookies of their own, from a network of their own. */
export const reach = (
  request: APIRequest,
  baseURL: string | undefined,
  network: string,
): Promise<APIRequestContext> =>
  request.newContext({ baseURL: baseURL ?? '', extraHTTPHeaders: { 'x-forwarded-for': network } });

/** Signs somebody up; `request` is signed in from then on. Resolves with the account's id. */
export async function join(request: APIRequestContext, person: Person): Promise<string> {
  const account = { ...person, password: 'correct horse' };
  return (await succeed<{ id: string }>(request, 'POST', '/api/auth/register', account)).body.id;
}

/** The same for an administrator, who may read and write as one when it resolves. */
export async function joinAsEditor(request: APIRequestContext, person: Person): Promise<void> {
  await join(request, person);
  const position = await createNewsroom(request).grantAdmin(person.email);
  await request.get('/api/auth/session', { headers: { 'journal-position': position } });
}

/** Sends a pitch. Resolves with its id. */
export const pitch = async (request: APIRequestContext, fields: object): Promise<string> =>
  (await succeed<{ id: string }>(request, 'POST', '/api/submissions', fields)).body.id;

/** The topics that a reader with these headers is told of, as they come, until it is closed. */
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
