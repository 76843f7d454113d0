import { outcomeParameter, type Route, routeOf } from '@journal/contracts';
import { userStream } from '@journal/events';
import { routesOf } from '@journal/service-kit';
import { type Answer, badRequests, faultOfRefusal } from '@journal/testing/bad-input';
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  createNewsroom,
  type Headers,
  sampleArticle,
  sampleComment,
  samplePitch,
  sampleToken,
  sampleUser,
  userAs,
  userWith,
} from '../testing/command-side.ts';

/** A newsroom with an article and a registered user. */
async function start() {
  const side = await createNewsroom();
  await side.publish();
  return { ...side, personId: String((await side.register()).json().id) };
}
type Side = Awaited<ReturnType<typeof start>>;

async function anotherAdministrator({ happen, personId }: Side) {
  await happen(personId, 'AdminGranted');
  return {};
}

/** The headers of a requester, and the actor of their events. */
type Requester = {
  readonly headers: Headers;
  readonly actor: { readonly id: string; readonly role: string };
};
const visitor = { id: 'visitor', role: 'visitor' };

const requesters = {
  'a visitor': async () => ({ headers: {}, actor: visitor }),
  'the writer': async ({ writer }) => ({ ...writer, actor: { id: writer.userId, role: 'writer' } }),
  'another writer': async (side) => {
    const { userId, headers } = await userWith(side);
    return { headers, actor: { id: userId, role: 'writer' } };
  },
  'an admin': async ({ admin }) => ({ ...admin, actor: { id: admin.userId, role: 'admin' } }),
  'an editor': async (side) => {
    const { userId, headers } = await userAs(side, 'editor');
    return { headers, actor: { id: userId, role: 'editor' } };
  },
  'a reviewer': async (side) => {
    const { userId, headers } = await userAs(side, 'reviewer');
    return { headers, actor: { id: userId, role: 'reviewer' } };
  },
  safeguarding: async (side) => {
    const { userId, headers } = await userAs(side, 'safeguarding');
    return { headers, actor: { id: userId, role: 'safeguarding' } };
  },
  'a former admin, with the session from before': async (side) => {
    const { headers } = await userWith(side, 'AdminGranted', 'AdminRevoked');
    return { headers, actor: visitor };
  },
  'a former admin, signed in since': async (side) => {
    const { userId } = await userWith(side, 'AdminGranted', 'AdminRevoked');
    return { headers: { cookie: await side.session(userId, 1) }, actor: { id: userId, role: 'writer' } };
  },
  'the service token': async () => ({
    headers: { authorization: `Bearer ${sampleToken}` },
    actor: { id: 'service', role: 'service' },
  }),
} satisfies Record<string, (side: Side) => Promise<Requester>>;
type Who = keyof typeof requesters;

type Verdict = 'admitted' | 401 | 403 | 404;
const verdicts = (
  guest: Verdict,
  writer: Verdict,
  admin: Verdict,
  service: Verdict,
): Record<Who, Verdict> => ({
  'a visitor': guest,
  'the writer': writer,
  'another writer': writer,
  'an admin': admin,
  'an editor': writer,
  'a reviewer': writer,
  safeguarding: writer,
  'a former admin, with the session from before': guest,
  'a former admin, signed in since': writer,
  'the service token': service,
});
const everybody = verdicts('admitted', 'admitted', 'admitted', 'admitted');
const users = verdicts(401, 'admitted', 'admitted', 401);
const admins = verdicts(401, 403, 'admitted', 401);
const editors: Record<Who, Verdict> = { ...admins, 'an editor': 'admitted' };
const editorsAndPrograms: Record<Who, Verdict> = { ...editors, 'the service token': 'admitted' };
const programs = verdicts(401, 401, 401, 'admitted');
/** A reviewer is admitted to a pitch that they look after, which they don't here. */
const editorsAndTheWriter: Record<Who, Verdict> = {
  ...editors,
  'the writer': 'admitted',
  'a reviewer': 404,
};
const theWriter: Record<Who, Verdict> = { ...verdicts(401, 403, 403, 401), 'the writer': 'admitted' };

type GoodRequest = {
  readonly admits: Record<Who, Verdict>;
  /** Status of the response to an admitted requester. */
  readonly status: number;
  readonly body?: object | string;
  /** Code of the problem, if an admitted requester gets one. Default: `invalid-link`. */
  readonly code?: string;
  /** Prepares the request; resolves with the id in its path (default: 1) and its body if they depend on that. */
  readonly prepare?: (side: Side) => Promise<{ id?: string; commentId?: string; body?: object }>;
  /** Actor of the events, if it is not the requester; null: there need not be any events. */
  readonly actor?: ((side: Side) => { id: string; role: string }) | null;
};

const email = { email: sampleUser.email };
const person = async ({ personId }: Side) => ({ id: personId });
const personAsActor = ({ personId }: Side) => ({ id: personId, role: 'writer' });
const onPitch = async ({ pitched }: Side) => ({ id: await pitched() });
const onComment = async ({ pitched, step }: Side) => {
  const id = await pitched();
  return { id, commentId: (await step(id, 'comments', sampleComment)).json().id };
};
const issueDate = { date: '2027-01-31' };
async function onIssue({ call, admin }: Side) {
  await call('POST', '/api/issues', { ...issueDate, number: 7 }, admin.headers);
  return { id: '7' };
}
async function onArrangedIssue(side: Side) {
  const which = await onIssue(side);
  await side.call('PUT', '/api/issues/7/pieces', { pieces: [{ articleId: 1 }] }, side.admin.headers);
  return which;
}
async function onPublishedIssue(side: Side) {
  const which = await onArrangedIssue(side);
  await side.call('POST', '/api/issues/7/publish', undefined, side.admin.headers);
  return which;
}
async function onMailing(side: Side) {
  await onPublishedIssue(side);
  await side.call('POST', '/api/issues/7/mailing', undefined, side.admin.headers);
  return { id: '7-1' };
}
async function onStartedMailing(side: Side) {
  const which = await onMailing(side);
  await side.call('POST', '/api/mailings/7-1/start', undefined, side.admin.headers);
  return which;
}
async function onPausedMailing(side: Side) {
  const which = await onStartedMailing(side);
  await side.call('POST', '/api/mailings/7-1/pause', undefined, side.admin.headers);
  return which;
}
const mailed = { accepted: 1, refused: 0, uncertain: 1, left: 0, suppressed: 0 };
const frozen = { recipients: 2, contentHash: 'ab'.repeat(32) };
const tell = ({ operate }: Side, step: string, body: object) => operate(`mailings/7-1/${step}`, body);
async function onSentMailing(side: Side) {
  const which = await onStartedMailing(side);
  await tell(side, 'frozen', { revision: 1, ...frozen });
  return which;
}
async function onPublished({ pitched, publishPitch }: Side) {
  const id = await pitched();
  await publishPitch(id);
  return { id };
}
/** Resolves with the article's id. */
async function onHidden(side: Side) {
  const { id } = await onPublished(side);
  await side.call('POST', `/api/submissions/mine/${id}/hide`, undefined, side.writer.headers);
  return { id: '2' };
}
/** With an invalid newsletter token: admitted, then rejected because of it. */
const withToken = { admits: everybody, status: 400, body: { token: 'token' }, actor: null };

/** Drafts write no events. */
const onDraft = { admits: users, status: 204, prepare: async () => ({ id: 'new-pitch' }), actor: null };

/** Every route that changes something, with a request that succeeds for admitted requesters; a missing route fails. */
const goodRequests: Record<string, GoodRequest> = {
  'POST /api/articles': { admits: editorsAndPrograms, status: 201, body: sampleArticle },
  'PUT /api/articles/:id': {
    admits: editorsAndPrograms,
    status: 200,
    body: { ...sampleArticle, title: 'New' },
  },
  'POST /api/articles/:id/unname': { admits: editorsAndPrograms, status: 204 },
  'POST /api/articles/:id/remove': { admits: editorsAndPrograms, status: 204, prepare: onHidden },
  'POST /api/articles/:id/erase': { admits: admins, status: 204, prepare: onHidden },
  'PUT /api/articles/:id/opposing': {
    admits: editorsAndPrograms,
    status: 204,
    body: { statementId: 2 },
    async prepare({ edit, publish }) {
      await edit(1, { section: 'clash' });
      await publish({ section: 'clash' });
      return {};
    },
  },
  'DELETE /api/articles/:id/opposing': {
    admits: editorsAndPrograms,
    status: 204,
    async prepare({ edit, publish, send }) {
      await edit(1, { section: 'clash' });
      await publish({ section: 'clash' });
      await send('PUT', '/api/articles/1/opposing', { payload: { statementId: 2 } });
      return {};
    },
  },
  'DELETE /api/articles/:id': { admits: editorsAndPrograms, status: 204 },
  'POST /api/articles/:id/schedule-unpublish': {
    admits: editors,
    status: 200,
    body: { unpublishAt: '2026-02-01T07:00:00Z' },
  },
  'POST /api/articles/:id/cancel-unpublish': {
    admits: editors,
    status: 200,
    async prepare({ call, admin }) {
      const body = { unpublishAt: '2026-02-01T07:00:00Z' };
      await call('POST', '/api/articles/1/schedule-unpublish', body, admin.headers);
      return {};
    },
  },
  'POST /api/operations/articles/import': {
    admits: programs,
    status: 201,
    body: { ...sampleArticle, publishedAt: '2020-01-02T03:04:05Z' },
  },
  'POST /api/operations/articles/:id/unpublish-as-planned': { admits: programs, status: 204, actor: null },
  'POST /api/articles/:id/restore': {
    admits: editorsAndPrograms,
    status: 200,
    body: { revision: 0 },
    async prepare({ edit }) {
      await edit(1, { title: 'New' });
      return {};
    },
  },
  'POST /api/submissions': { admits: users, status: 201, body: samplePitch },
  'PUT /api/submissions/:id': {
    admits: { ...editors, 'the writer': 'admitted' },
    status: 200,
    body: { ...samplePitch, articleTitle: 'New' },
    prepare: onPitch,
  },
  'POST /api/submissions/mine/:id/concerns': {
    admits: theWriter,
    status: 204,
    body: { text: 'What happened' },
    prepare: onPitch,
  },
  'POST /api/submissions/mine/:id/hide': { admits: theWriter, status: 204, prepare: onPublished },
  'POST /api/submissions/mine/:id/show': {
    admits: theWriter,
    status: 204,
    async prepare(side) {
      const published = await onPublished(side);
      await side.call('POST', `/api/submissions/mine/${published.id}/hide`, undefined, side.writer.headers);
      return published;
    },
  },
  'PUT /api/submissions/mine/:id/byline': {
    admits: theWriter,
    status: 200,
    body: { name: 'first', showAge: false, showSchool: true },
    prepare: onPitch,
  },
  'POST /api/submissions/:id/withdraw': { admits: theWriter, status: 200, prepare: onPitch },
  'POST /api/submissions/:id/assign': {
    admits: editors,
    status: 200,
    prepare: async ({ pitched, admin }) => ({ id: await pitched(), body: { userId: admin.userId } }),
  },
  'POST /api/submissions/:id/unassign': {
    admits: editors,
    status: 200,
    async prepare({ pitched, step, admin }) {
      const id = await pitched();
      await step(id, 'assign', { userId: admin.userId });
      return { id };
    },
  },
  'POST /api/submissions/:id/request-changes': {
    // The reviewer does not look after this pitch.
    admits: { ...editors, 'a reviewer': 404 },
    status: 200,
    body: { note: 'A note' },
    prepare: onPitch,
  },
  'POST /api/submissions/:id/resubmit': {
    admits: theWriter,
    status: 200,
    body: { ...samplePitch, reply: 'A reply' },
    async prepare({ pitched, step }) {
      const id = await pitched();
      await step(id, 'request-changes', { note: 'A note' });
      return { id };
    },
  },
  'POST /api/submissions/:id/accept': { admits: editors, status: 200, prepare: onPitch },
  'POST /api/submissions/:id/schedule': {
    admits: editors,
    status: 200,
    body: { publishAt: '2026-02-01T07:00:00Z' },
    prepare: onPitch,
  },
  'POST /api/submissions/:id/unschedule': {
    admits: editors,
    status: 200,
    async prepare({ pitched, step }) {
      const id = await pitched();
      await step(id, 'schedule', { publishAt: '2026-02-01T07:00:00Z' });
      return { id };
    },
  },
  'PUT /api/submissions/:id/agreement': {
    admits: editors,
    status: 200,
    body: { isAgreed: true },
    prepare: onPitch,
  },
  'POST /api/submissions/:id/decline': {
    admits: editors,
    status: 200,
    body: { message: 'A message' },
    prepare: onPitch,
  },
  'POST /api/submissions/:id/look-up-address': {
    admits: { ...admins, safeguarding: 'admitted' },
    status: 200,
    prepare: onPitch,
  },
  'POST /api/submissions/:id/reopen': {
    admits: editors,
    status: 200,
    async prepare({ pitched, step }) {
      const id = await pitched();
      await step(id, 'decline', { message: 'A message' });
      return { id };
    },
  },
  'POST /api/submissions/:id/comments': {
    admits: { ...editors, 'a reviewer': 404 },
    status: 201,
    body: sampleComment,
    prepare: onPitch,
  },
  'POST /api/submissions/:id/comments/:commentId/replies': {
    admits: editorsAndTheWriter,
    status: 201,
    body: { note: 'A reply' },
    prepare: onComment,
  },
  'POST /api/submissions/:id/comments/:commentId/resolve': {
    admits: editorsAndTheWriter,
    status: 204,
    prepare: onComment,
  },
  'POST /api/submissions/:id/comments/:commentId/reopen': {
    admits: editorsAndTheWriter,
    status: 204,
    async prepare(side) {
      const { id, commentId } = await onComment(side);
      await side.step(id, `comments/${commentId}/resolve`);
      return { id, commentId };
    },
  },
  'DELETE /api/submissions/:id/comments/:commentId': {
    admits: editorsAndTheWriter,
    status: 204,
    // A reply by the writer, which they may take back.
    async prepare(side) {
      const { id, commentId } = await onComment(side);
      const path = `/api/submissions/${id}/comments/${commentId}/replies`;
      const reply = await side.call('POST', path, { note: 'A reply' }, side.writer.headers);
      return { id, commentId: reply.json().id };
    },
  },
  'DELETE /api/submissions/:id': { admits: editors, status: 204, prepare: onPitch },
  'POST /api/submissions/:id/restore': {
    admits: editors,
    status: 200,
    body: { revision: 0 },
    async prepare({ pitched, editPitch }) {
      const id = await pitched();
      await editPitch(id, { articleTitle: 'New' });
      return { id };
    },
  },
  'POST /api/submissions/:id/previews': { admits: editors, status: 201, prepare: onPitch },
  'DELETE /api/submissions/:id/previews/:linkId': {
    admits: editors,
    status: 204,
    async prepare({ pitched, step }) {
      const id = await pitched();
      return { id, commentId: (await step(id, 'previews')).json().id };
    },
  },
  'POST /api/operations/previews': {
    admits: programs,
    status: 200,
    async prepare({ pitched, step }) {
      const { token } = (await step(await pitched(), 'previews')).json();
      return { body: { token } };
    },
    actor: null,
  },
  'POST /api/operations/submissions/:id/previews': {
    admits: programs,
    status: 200,
    prepare: onPitch,
    actor: null,
  },
  'POST /api/submissions/:id/publish': { admits: editors, status: 201, prepare: onPitch },
  'POST /api/operations/submissions/:id/publish-as-planned': {
    admits: programs,
    status: 204,
    prepare: onPitch,
    actor: null,
  },
  'POST /api/operations/submissions/:id/follow-byline': {
    admits: programs,
    status: 204,
    prepare: onPublished,
    actor: null,
  },
  'POST /api/operations/submissions/:id/erase': {
    admits: programs,
    status: 204,
    prepare: onPitch,
    actor: null,
  },
  'POST /api/operations/subscriptions/:id/end-unconfirmed': {
    admits: programs,
    status: 204,
    prepare: async () => ({ id: '0'.repeat(64) }),
    actor: null,
  },
  'POST /api/operations/submissions/:id/finish-publishing': {
    admits: programs,
    status: 204,
    prepare: onPublished,
    actor: null,
  },
  'POST /api/auth/register': {
    admits: everybody,
    status: 201,
    body: { ...sampleUser, email: 'new@example.org' },
    // The new user is the actor.
    actor: null,
  },
  'POST /api/auth/login': {
    admits: everybody,
    status: 200,
    body: { ...email, password: sampleUser.password },
    actor: personAsActor,
  },
  'POST /api/auth/passkey/options': { admits: everybody, status: 200, actor: null },
  'POST /api/auth/passkey': {
    admits: everybody,
    // Admitted, but the passkey belongs to nobody.
    status: 401,
    code: 'wrong-passkey',
    body: {
      id: 'AAAA',
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
    },
    actor: () => visitor,
  },
  'POST /api/auth/recovery-code': {
    admits: users,
    status: 400,
    code: 'wrong-recovery-code',
    body: { code: '7KQM-3CDE' },
  },
  'POST /api/me/passkeys/options': {
    admits: users,
    status: 400,
    code: 'wrong-password',
    body: { password: 'a guess' },
    actor: null,
  },
  'POST /api/me/passkeys': {
    admits: users,
    status: 400,
    code: 'passkey-not-added',
    body: {
      name: 'My phone',
      passkey: {
        id: 'AAAA',
        response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] },
      },
    },
    actor: null,
  },
  'DELETE /api/me/passkeys': {
    admits: users,
    status: 400,
    code: 'wrong-password',
    body: { password: 'a guess' },
    actor: null,
  },
  'DELETE /api/me/passkeys/:passkeyId': {
    admits: users,
    status: 403,
    code: 'passkey-required',
    prepare: async () => ({ id: '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c' }),
    actor: null,
  },
  'POST /api/me/recovery-codes': { admits: users, status: 403, code: 'passkey-required', actor: null },
  'POST /api/auth/logout': { admits: everybody, status: 204, actor: null },
  'POST /api/auth/forgot-password': { admits: everybody, status: 200, body: email, actor: () => visitor },
  'POST /api/auth/change-password': {
    admits: users,
    status: 200,
    body: { currentPassword: sampleUser.password, newPassword: 'new secret' },
  },
  'DELETE /api/me': {
    admits: users,
    status: 204,
    body: { password: sampleUser.password, pieces: 'keep' },
    prepare: anotherAdministrator,
  },
  'POST /api/auth/email-confirmation': withToken,
  'POST /api/me/email/confirmation-mail': { admits: users, status: 202 },
  'DELETE /api/me/sessions/:sessionId': {
    admits: users,
    // Admitted, but the session belongs to nobody.
    status: 404,
    code: 'session-not-found',
    prepare: async () => ({ id: '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c' }),
    actor: null,
  },
  'DELETE /api/me/sessions': { admits: users, status: 204 },
  'PUT /api/me/drafts/:target': { ...onDraft, body: { values: { articleTitle: 'A title' } } },
  'DELETE /api/me/drafts/:target': onDraft,
  'POST /api/operations/users/:userId/drafts': {
    admits: programs,
    status: 200,
    prepare: person,
    actor: null,
  },
  'PUT /api/me/settings': { admits: users, status: 204, body: { showsOtherPieces: true } },
  'POST /api/newsroom/people': {
    admits: admins,
    status: 204,
    body: { ...email, role: 'editor' },
    async prepare({ happen, personId }) {
      await happen(personId, 'UserEmailConfirmed');
      return {};
    },
  },
  'DELETE /api/newsroom/people/:userId': {
    admits: admins,
    status: 204,
    body: { role: 'editor' },
    async prepare({ append, personId: userId }) {
      await append(userStream(userId), { type: 'RoleGranted', data: { userId, role: 'editor' } });
      return { id: userId };
    },
  },
  'POST /api/newsroom/invitations': { admits: admins, status: 204, body: { ...email, role: 'editor' } },
  'DELETE /api/newsroom/invitations/:id': {
    admits: admins,
    status: 204,
    async prepare({ call, admin, hash }) {
      await call('POST', '/api/newsroom/invitations', { ...email, role: 'editor' }, admin.headers);
      return { id: await hash('email', sampleUser.email) };
    },
  },
  'POST /api/me/invitation': { ...withToken, admits: users },
  'POST /api/operations/invitations/:id/finish-accepting': {
    admits: programs,
    status: 204,
    prepare: async () => ({ id: 'ab'.repeat(32) }),
    actor: null,
  },
  'POST /api/operations/concerns/:id/erase': {
    admits: programs,
    status: 204,
    prepare: async () => ({ id: '00000000-0000-4000-8000-0000000000c1' }),
    actor: null,
  },
  'POST /api/operations/invitations/:id/end-expired': {
    admits: programs,
    status: 204,
    prepare: async () => ({ id: 'ab'.repeat(32) }),
    actor: null,
  },
  'POST /api/me/consent': {
    admits: users,
    // Admitted, but the journal requires no consent.
    status: 409,
    code: 'consent-not-needed',
    body: email,
    actor: null,
  },
  'POST /api/consent': { ...withToken, body: { token: 'token', answer: 'yes' } },
  'POST /api/operations/consents': { ...withToken, admits: programs },
  'POST /api/operations/consents/:id/end-unanswered': {
    admits: programs,
    status: 204,
    prepare: async ({ writer }) => ({ id: writer.userId }),
    actor: null,
  },
  'POST /api/operations/articles/:id/follow-consent': { admits: programs, status: 204, actor: null },
  'POST /api/issues': { admits: editorsAndPrograms, status: 201, body: issueDate },
  'PUT /api/issues/:id': {
    admits: editorsAndPrograms,
    status: 200,
    body: { ...issueDate, title: 'A title' },
    prepare: onIssue,
  },
  'PUT /api/issues/:id/pieces': {
    admits: editorsAndPrograms,
    status: 200,
    body: { pieces: [{ articleId: 1, heading: 'A heading' }] },
    prepare: onPublishedIssue,
  },
  'POST /api/issues/:id/publish': { admits: editorsAndPrograms, status: 200, prepare: onArrangedIssue },
  'POST /api/issues/:id/unschedule': {
    admits: editorsAndPrograms,
    status: 200,
    async prepare(side) {
      const which = await onArrangedIssue(side);
      const at = '2026-02-01T07:00:00Z';
      await side.call('POST', '/api/issues/7/publish', { at }, side.admin.headers);
      return which;
    },
  },
  'POST /api/operations/issues/:id/publish-as-planned': {
    admits: programs,
    status: 204,
    prepare: onArrangedIssue,
    actor: null,
  },
  'POST /api/operations/issues/:id/finish-publishing': {
    admits: programs,
    status: 204,
    async prepare(side) {
      const which = await onIssue(side);
      const submissionId = await side.pitched();
      await side.step(submissionId, 'accept');
      await side.call('PUT', '/api/issues/7/pieces', { pieces: [{ submissionId }] }, side.admin.headers);
      await side.call('POST', '/api/issues/7/publish', undefined, side.admin.headers);
      return which;
    },
    actor: null,
  },
  'POST /api/operations/issues/:id/finish-discarding': {
    admits: programs,
    status: 204,
    async prepare(side) {
      const which = await onIssue(side);
      await side.call('DELETE', '/api/issues/7', undefined, side.admin.headers);
      return which;
    },
    actor: null,
  },
  'POST /api/issues/:id/withdraw': {
    admits: editorsAndPrograms,
    status: 200,
    prepare: onPublishedIssue,
  },
  'DELETE /api/issues/:id': { admits: editorsAndPrograms, status: 204, prepare: onIssue },
  'POST /api/issues/:id/restore': {
    admits: editorsAndPrograms,
    status: 200,
    body: { revision: 0 },
    async prepare(side) {
      const which = await onIssue(side);
      await side.call('PUT', '/api/issues/7', { ...issueDate, title: 'Other' }, side.admin.headers);
      return which;
    },
  },
  'POST /api/issues/:id/mailing': {
    admits: editorsAndPrograms,
    status: 201,
    prepare: onIssue,
  },
  'POST /api/mailings/:id/test': { admits: editors, status: 200, body: email, prepare: onMailing },
  'POST /api/mailings/:id/start': { admits: editorsAndPrograms, status: 200, prepare: onMailing },
  'POST /api/mailings/:id/pause': { admits: editorsAndPrograms, status: 200, prepare: onStartedMailing },
  'POST /api/mailings/:id/resume': { admits: editorsAndPrograms, status: 200, prepare: onPausedMailing },
  'POST /api/mailings/:id/cancel': { admits: editorsAndPrograms, status: 200, prepare: onStartedMailing },
  'POST /api/mailings/:id/repeat': {
    admits: editorsAndPrograms,
    status: 200,
    async prepare(side) {
      const which = await onSentMailing(side);
      await tell(side, 'complete', { revision: 2, counts: mailed });
      return which;
    },
  },
  'POST /api/operations/mailings/:id/frozen': {
    admits: programs,
    status: 204,
    body: { revision: 1, ...frozen },
    prepare: onStartedMailing,
  },
  'POST /api/operations/mailings/:id/pause': {
    admits: programs,
    status: 204,
    body: { revision: 1, reason: 'failures' },
    prepare: onStartedMailing,
  },
  'POST /api/operations/mailings/:id/complete': {
    admits: programs,
    status: 204,
    body: { revision: 2, counts: mailed },
    prepare: onSentMailing,
  },
  'PUT /api/pages/:id': {
    admits: admins,
    status: 200,
    body: { text: 'New' },
    prepare: async () => ({ id: 'privacy' }),
  },
  'POST /api/pages/:id/restore': {
    admits: admins,
    status: 200,
    body: { revision: 0 },
    async prepare({ call, admin }) {
      for (const text of ['First', 'Second']) await call('PUT', '/api/pages/terms', { text }, admin.headers);
      return { id: 'terms' };
    },
  },
  'POST /api/newsletter/subscriptions': { admits: everybody, status: 202, body: email, actor: null },
  'POST /api/concerns': { admits: everybody, status: 202, body: { text: 'A concern' }, actor: null },
  'POST /api/newsletter/confirmation': withToken,
  'POST /api/newsletter/unsubscription': withToken,
  'POST /api/newsletter/unsubscribe': { ...withToken, body: 'List-Unsubscribe=One-Click' },
  'POST /api/operations/users/:userId/temporary-passwords': {
    admits: programs,
    status: 200,
    async prepare({ forgot, newestReset, personId }) {
      await forgot();
      return { id: personId, body: { resetId: await newestReset(), temporaryPasswordHash: '0'.repeat(64) } };
    },
  },
  'POST /api/operations/users/:id/ask-idle': { admits: programs, status: 204, prepare: person, actor: null },
  'POST /api/operations/users/:userId/finish-forgetting': {
    admits: programs,
    status: 204,
    body: { articleIds: [1] },
    async prepare({ happen, personId }) {
      await happen(personId, 'UserForgotten');
      return { id: personId };
    },
  },
  'POST /api/operations/users/:userId/exports': {
    admits: programs,
    status: 204,
    prepare: async (side) => ({ ...(await person(side)), body: { actor: personAsActor(side) } }),
    actor: personAsActor,
  },
  'POST /api/operations/users/passkeys/reset': {
    admits: programs,
    status: 204,
    body: email,
    async prepare({ happen, personId }) {
      await happen(personId, 'PasskeyAdded');
      return {};
    },
  },
  'POST /api/operations/users/forgetting': {
    admits: programs,
    status: 204,
    body: { ...email, pieces: 'keep' },
  },
  'POST /api/operations/administrators/grant': { admits: programs, status: 204, body: email },
  'POST /api/operations/administrators/revoke': {
    admits: programs,
    status: 204,
    body: email,
    prepare: anotherAdministrator,
  },
};

const messages = {
  401: ['not-signed-in', 'Please sign in'],
  403: ['not-allowed', 'Admin privileges are required'],
  404: ['submission-not-found', 'This submission doesn’t exist or has been removed.'],
} as const;

async function request(side: Side, { headers, actor }: Requester, route: string, good: GoodRequest) {
  const [method = '', path = ''] = route.split(' ');
  const { id = '1', commentId = '', body: payload = good.body } = (await good.prepare?.(side)) ?? {};
  const isForm = typeof payload === 'string';
  const url =
    path.replace(/:(?:commentId|linkId)/, commentId).replace(/:\w+/, id) + (isForm ? '?token=token' : '');
  const form = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const before = side.log.length;
  const answer = await side.call(method as 'POST', url, payload, { ...headers, ...form });
  return { answer, written: side.log.slice(before), actor: good.actor ? good.actor(side) : actor };
}

it('the table contains every route that writes', async () => {
  const { app } = await start();
  const all = routesOf(app).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  expect(all.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(Object.keys(goodRequests).sort());
});

describe.each(Object.keys(requesters) as Who[])('a request by %s', (who) => {
  const open = Object.entries(goodRequests).filter(([, { admits }]) => admits[who] === 'admitted');

  it.each(open)('is admitted: %s', async (route, good) => {
    const side = await start();
    const { answer, written, actor } = await request(side, await requesters[who](side), route, good);
    expect(answer.statusCode).toBe(good.status);
    if (good.status >= 400) expect(answer.json().code).toBe(good.code ?? 'invalid-link');
    if (good.actor === null) return;
    expect(written.length).toBeGreaterThan(0);
    for (const { metadata } of written) expect(metadata.actor).toEqual(actor);
  });

  it('is rejected by every other route and writes nothing', async () => {
    // Data prepared for one route does not affect who may call the others.
    const side = await start();
    const requester = await requesters[who](side);
    for (const [route, good] of Object.entries(goodRequests)) {
      const verdict = good.admits[who];
      if (verdict === 'admitted') continue;
      const { answer, written } = await request(side, requester, route, good);
      const { code, message } = answer.json();
      expect([route, answer.statusCode, code, message]).toEqual([route, verdict, ...messages[verdict]]);
      expect(written).toEqual([]);
    }
  });
});

describe('a bad request', () => {
  const admittedOf = ({ admits }: GoodRequest): Who =>
    (['an admin', 'the service token', 'the writer'] as const).find((who) => admits[who] === 'admitted') ??
    'a visitor';

  /** A form sent without scripts is redirected to its page with the reason. */
  function faultOf(url: string, answer: Answer): string | undefined {
    const acceptsForms = /^\/api\/(?:newsletter\/|concerns$|auth\/email-confirmation$)/.test(url);
    if (!acceptsForms || answer.statusCode !== 303) return faultOfRefusal(answer);
    const { searchParams } = new URL(String(answer.headers['location']), 'http://localhost');
    const reason = searchParams.get(outcomeParameter);
    return reason === null || reason === 'done' ? `redirected with ${reason}` : undefined;
  }

  it.each(Object.entries(goodRequests))(
    'to %s is rejected with a message, and changes nothing',
    async (route, good) => {
      const side = await start();
      const [method = '', path = ''] = route.split(' ');
      const { id: prepared = '1', commentId = '', body = good.body } = (await good.prepare?.(side)) ?? {};
      const url = path.replace(/:(?:commentId|linkId)/, commentId);
      // The writer has no pending erasure: for a forgotten user an empty list of articles would be valid.
      const id = url.includes(':userId') ? side.writer.userId : prepared;
      const { headers } = await requesters[admittedOf(good)](side);
      const schema = (routeOf(route as Route).body ?? {}) as {
        required?: string[];
        properties?: Record<string, { anyOf?: { type?: string }[] }>;
      };
      const required = schema.required?.filter(
        (name) => !schema.properties?.[name]?.anyOf?.some(({ type }) => type === 'null'),
      );
      const sample =
        typeof body === 'object'
          ? { id, body: { ...body } as Record<string, unknown>, required: required ?? Object.keys(body) }
          : { id };
      // A wrong password is valid input.
      const changes = () => side.types().filter((type) => type !== 'SignInFailed').length;
      const before = changes();
      await fc.assert(
        fc.asyncProperty(badRequests({ method, url }, sample), async (bad) => {
          const all = { ...bad.headers, ...headers };
          const answer = await side.app.inject({ ...bad, method: bad.method as HTTPMethods, headers: all });
          expect(faultOf(url, answer)).toBeUndefined();
          expect(changes()).toBe(before);
        }),
        // Most faults are the same for every route.
        { numRuns: 150 },
      );
    },
  );
});
