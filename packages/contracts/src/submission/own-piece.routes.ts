import { defineRoutes } from '../routes/route.ts';
import { Uuid } from '../system/schemas.ts';
import { BylineChoice, Concern, WrittenSubmission } from './submission.schema.ts';

const oneForUsers = { access: 'signed-in', params: { id: Uuid } } as const;
const ofArticle = [
  'submission-not-found',
  'not-allowed',
  'article-not-found',
  'article-removed',
  'write-conflict',
] as const;

/** Actions that only a pitch's writer can take, including after publication. */
export const ownPieceRoutes = defineRoutes({
  'PUT /api/submissions/mine/:id/byline': {
    summary:
      'Chooses how the writer, who is signed in, is named under a pitch, and at once under the article that it has become, of which it can only say less',
    ...oneForUsers,
    body: BylineChoice,
    headers: ['etag'],
    responses: { 200: WrittenSubmission },
    problems: [
      'submission-not-found',
      'not-allowed',
      'submission-withdrawn',
      'submission-taken-up',
      'byline-needs-editors',
      'name-withheld',
      'write-conflict',
      'too-many-requests',
    ],
  },
  'POST /api/submissions/mine/:id/concerns': {
    summary:
      'Reports a concern to whoever looks after the safety of writers, for the writer of a pitch, whatever became of it',
    ...oneForUsers,
    body: Concern,
    headers: ['idempotency-key'],
    responses: { 204: null },
    problems: ['submission-not-found', 'not-allowed', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/submissions/mine/:id/hide': {
    summary: 'Takes the article that a pitch has become away from readers at once, for its writer alone',
    ...oneForUsers,
    responses: { 204: null },
    problems: ofArticle,
  },
  'POST /api/submissions/mine/:id/show': {
    summary:
      'Lets readers see it again, for its writer alone, unless it was removed or lacks the consent that it needs',
    ...oneForUsers,
    responses: { 204: null },
    problems: [...ofArticle, 'consent-missing', 'too-many-requests'],
  },
});
