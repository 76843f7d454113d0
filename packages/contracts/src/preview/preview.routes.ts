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
      'A pitch as the article that it would become, for whoever has the `token` of a link that an editor made; the article’s id once it is published',
    access: 'public',
    query: PreviewToken,
    ...reading,
  },
  'GET /api/submissions/:id/previews': {
    summary: 'The preview links of a pitch that can be opened: who made them, and until when; oldest first',
    access: 'decide-pitches',
    ...listing,
  },
  'POST /api/submissions/:id/previews': {
    summary:
      'Makes a link by which anybody reads a pitch that is pending, for 7 days; its token is told once',
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
    summary: 'Ends a preview link at once, whatever became of the pitch',
    access: 'decide-pitches',
    params: { id: Uuid, linkId: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'preview-not-found', 'write-conflict'],
  },
  'POST /api/operations/previews': {
    summary: 'Reads the preview that a token opens, for the service that answers reads',
    access: 'service',
    body: PreviewToken,
    ...reading,
  },
  'POST /api/operations/submissions/:id/previews': {
    summary: 'Reads the preview links of a pitch, for the service that answers reads',
    access: 'service',
    ...listing,
  },
});
