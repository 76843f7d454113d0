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
      'Chooses how the signed-in writer is named on a pitch and, immediately, on its article, whose byline can only be reduced',
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
      'Reports a concern to the people responsible for safeguarding; for the writer of a pitch in any status',
    ...oneForUsers,
    body: Concern,
    headers: ['idempotency-key'],
    responses: { 204: null },
    problems: ['submission-not-found', 'not-allowed', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/submissions/mine/:id/hide': {
    summary: 'Hides the article of a pitch from readers immediately; for its writer only',
    ...oneForUsers,
    responses: { 204: null },
    problems: ofArticle,
  },
  'POST /api/submissions/mine/:id/show': {
    summary:
      'Makes the article visible to readers again, unless it was removed or lacks the required consent; for its writer only',
    ...oneForUsers,
    responses: { 204: null },
    problems: [...ofArticle, 'consent-missing', 'too-many-requests'],
  },
});
