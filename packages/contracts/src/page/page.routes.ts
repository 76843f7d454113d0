import { answerProperties, pageFields, pageIds, requestProperties } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { RestoredRevision } from '../audit/history.routes.ts';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject, PageName } from '../system/schemas.ts';

/**
 * Form fields of a page. Saving the default text restores it permanently: the page then follows later versions of that
 * text.
 */
export const PageFields = ClosedObject(requestProperties(pageFields));

/** A page as readers see it. `## ` begins a heading; blank lines separate paragraphs. */
export const PageText = Type.Object({ id: Type.Enum([...pageIds]), ...answerProperties(pageFields) });
export type PageText = Static<typeof PageText>;

const written = {
  access: 'admin',
  params: { id: PageName },
  responses: { 200: PageText },
} as const;

export const pageRoutes = defineRoutes({
  'GET /api/pages/:id': {
    summary: 'Text of the privacy page or of the terms',
    access: 'public',
    params: { id: PageName },
    headers: ['if-none-match', 'etag'],
    responses: { 200: PageText },
    problems: ['not-found'],
    topics: ({ params }) => [topics.page(`${params.id}`)],
  },
  'PUT /api/pages/:id': {
    summary: 'Replaces the text of a page',
    ...written,
    body: PageFields,
    headers: ['if-match', 'etag'],
    problems: ['not-found', 'write-conflict'],
  },
  'POST /api/pages/:id/restore': {
    summary: 'Restores the text of a page to a revision',
    ...written,
    body: ClosedObject({ revision: RestoredRevision }),
    headers: ['idempotency-key', 'if-match', 'etag'],
    problems: ['not-found', 'version-not-found', 'write-conflict'],
  },
});
