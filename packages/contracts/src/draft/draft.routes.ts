import Type from 'typebox';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject, Uuid } from '../system/schemas.ts';
import { Draft, DraftContent, DraftTarget, NamedDraft } from './draft.schema.ts';

const own = { access: 'signed-in', params: { target: DraftTarget } } as const;
/** The problem for an unknown target comes first, because it is also the response to an impossible one. */
const unknownTargets = ['not-found', 'not-allowed'] as const;

export const draftRoutes = defineRoutes({
  'GET /api/me/drafts/:target': {
    summary:
      'What the signed-in user has typed but not sent, on any device, or `null`; with the ETag for `If-Match`',
    ...own,
    headers: ['etag'],
    responses: { 200: Type.Union([Draft, Type.Null()]) },
    problems: [...unknownTargets, 'passkey-required'],
  },
  'PUT /api/me/drafts/:target': {
    summary:
      'Saves unsent text for 90 days: of `new-pitch`, of one of the user’s own pitches (`pitch-{id}`) and, for editors, of an article (`article-{id}`)',
    ...own,
    body: DraftContent,
    headers: ['if-match', 'etag'],
    responses: { 204: null },
    problems: [...unknownTargets, 'submission-not-found', 'article-not-found', 'too-many-requests'],
  },
  'DELETE /api/me/drafts/:target': {
    summary: 'Discards a draft',
    ...own,
    headers: ['if-match'],
    responses: { 204: null },
    problems: [...unknownTargets],
  },
  'POST /api/operations/users/:userId/drafts': {
    summary: 'Reads the drafts of a user, or the one with this name, on behalf of the query service',
    access: 'service',
    params: { userId: Uuid },
    query: ClosedObject({ target: Type.Optional(DraftTarget) }),
    responses: { 200: Type.Array(NamedDraft) },
    problems: ['user-not-found'],
  },
});
