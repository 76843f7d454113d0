import Type from 'typebox';
import { defineRoutes } from '../routes/route.ts';
import { Uuid } from '../system/schemas.ts';
import { NewPreviewLink, Preview, PreviewLink, PreviewToken } from './preview.schema.ts';

const forEditors = { access: 'decide-pitches', params: { id: Uuid } } as const;
const reading = { responses: { 200: Preview }, problems: ['preview-not-found', 'preview-ended'] } as const;
const listing = {
  params: { id: Uuid },
  responses: { 200: Type.Array(PreviewLink) },
  problems: ['submission-not-found'],
} as const;

export const previewRoutes = defineRoutes({
  'GET /api/preview': {
    summary:
      'A pitch as the article that it would become, for anyone with the `token` of a preview link; the article’s id once it is published',
    access: 'public',
    query: PreviewToken,
    ...reading,
  },
  'GET /api/submissions/:id/previews': {
    summary:
      'Preview links of a pitch that are neither expired nor revoked, with creator and expiry; oldest first',
    access: 'decide-pitches',
    ...listing,
  },
  'POST /api/submissions/:id/previews': {
    summary:
      'Creates a link by which anyone can read a pending pitch, for 7 days; its token is returned only once',
    ...forEditors,
    headers: ['idempotency-key'],
    responses: { 201: NewPreviewLink },
    problems: [
      'too-many-previews',
      'too-many-requests',
      'submission-not-found',
      'submission-published',
      'submission-withdrawn',
      'submission-declined',
      'write-conflict',
    ],
  },
  'DELETE /api/submissions/:id/previews/:linkId': {
    summary: 'Ends a preview link immediately, in any status of the pitch',
    access: 'decide-pitches',
    params: { id: Uuid, linkId: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'preview-not-found', 'write-conflict'],
  },
  'POST /api/operations/previews': {
    summary: 'Reads the preview that a token opens, on behalf of the query service',
    access: 'service',
    body: PreviewToken,
    ...reading,
  },
  'POST /api/operations/submissions/:id/previews': {
    summary: 'Reads the preview links of a pitch, on behalf of the query service',
    access: 'service',
    ...listing,
  },
});
