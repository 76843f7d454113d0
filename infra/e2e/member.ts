import type { APIRequest, APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { createNewsroom } from './newsroom.ts';

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
