import { type APIRequest, type APIRequestContext, expect } from '@playwright/test';
import { demoArticles } from '../demo/demo-content.ts';

/** Writes as a program may, with the service token that the tests gave the system. */
export function createNewsroom(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${process.env['SERVICE_TOKEN']}` };
  return {
    async publish(fields: object): Promise<{ id: number; position: string }> {
      const answer = await request.post('/api/articles', {
        headers,
        data: { ...demoArticles[0], ...fields },
      });
      expect(answer.status(), await answer.text()).toBe(201);
      const { id } = (await answer.json()) as { id: number };
      return { id, position: answer.headers()['journal-position'] ?? '' };
    },
    /** Makes somebody an administrator; resolves to the position that shows it. */
    async grantAdmin(email: string): Promise<string> {
      const answer = await request.post('/api/operations/administrators/grant', { headers, data: { email } });
      expect(answer.status(), await answer.text()).toBe(204);
      return answer.headers()['journal-position'] ?? '';
    },
    async edit(id: number, fields: object): Promise<void> {
      const answer = await request.put(`/api/articles/${id}`, {
        headers,
        data: { ...demoArticles[0], ...fields },
      });
      expect(answer.status(), await answer.text()).toBe(200);
    },
    /** Resolves to the position that shows it gone. */
    async remove(id: number): Promise<string> {
      const answer = await request.delete(`/api/articles/${id}`, { headers });
      expect(answer.status()).toBe(204);
      return answer.headers()['journal-position'] ?? '';
    },
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

/** Signs somebody up; `request` is signed in from then on. Resolves to the account's id. */
export async function join(request: APIRequestContext, person: Person): Promise<string> {
  const answer = await request.post('/api/auth/register', { data: { ...person, password: 'correct horse' } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** The same for an administrator, who may read and write as one when it resolves. */
export async function joinAsEditor(request: APIRequestContext, person: Person): Promise<void> {
  await join(request, person);
  const position = await createNewsroom(request).grantAdmin(person.email);
  await request.get('/api/auth/session', { headers: { 'journal-position': position } });
}

/** Sends a pitch. Resolves to its id. */
export async function pitch(request: APIRequestContext, fields: object): Promise<string> {
  const answer = await request.post('/api/submissions', { data: fields });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

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
