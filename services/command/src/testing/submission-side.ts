import type { LightMyRequestResponse } from 'fastify';
import type { CommandParts } from '../command.app.ts';
import { createCommandSide } from './command-side.ts';

export const samplePitch = {
  fullName: 'Sample Writer',
  age: 14,
  school: 'Sample School',
  section: 'clash',
  articleTitle: 'Title',
  articleSummary: 'Summary',
  fullEssay: 'First\n\nSecond',
} as const;

/** How a person or a program asks: their cookie, or their token. */
export type Asker = Readonly<Record<string, string>>;

/** The command side with a writer and an administrator, and the calls that they make; no limit on how often. */
export async function createSubmissionSide(parts: Partial<CommandParts> = {}) {
  const side = await createCommandSide({ counter: { take: async () => 0 }, ...parts });
  async function person(): Promise<{ userId: string; asker: Asker }> {
    const userId = await side.users.register();
    return { userId, asker: { cookie: await side.users.cookieOf(userId) } };
  }
  const writer = await person();
  const admin = await person();
  await side.users.grantAdmin(admin.userId);
  const call = (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    asker: Asker,
    payload?: object | string,
    headers = {},
  ) =>
    side.app.inject({
      method,
      url,
      headers: { ...asker, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const pitch = (change: object = {}, headers: Asker = {}, asker: Asker = writer.asker) =>
    call('POST', '/api/submissions', asker, { ...samplePitch, ...change }, headers);
  return {
    ...side,
    writer,
    admin,
    person,
    call,
    pitch,
    /** The id of a pitch that was just made. */
    pitched: async (change: object = {}): Promise<string> => (await pitch(change)).json().id,
    editPitch: (id: string, change: object = {}, headers: Asker = {}) =>
      call('PUT', `/api/submissions/${id}`, admin.asker, { ...samplePitch, ...change }, headers),
    deletePitch: (id: string) => call('DELETE', `/api/submissions/${id}`, admin.asker),
    restorePitch: (id: string, body?: object, headers: Asker = {}) =>
      call('POST', `/api/submissions/${id}/restore`, admin.asker, body, headers),
    publishPitch: (id: string, headers: Asker = {}, asker: Asker = admin.asker) =>
      call('POST', `/api/submissions/${id}/publish`, asker, undefined, headers),
    finishPublishing: (id: string): Promise<LightMyRequestResponse> =>
      side.send('POST', `/api/operations/submissions/${id}/finish-publishing`),
    types: () => side.log.map(({ type }) => type),
  };
}
