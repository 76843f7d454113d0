export {
  type AuditEntityType,
  type AuditKind,
  ageBounds,
  allAuditKinds,
  articleFields,
  auditEntities,
  auditKinds,
  eventSubjects,
  eventWords,
  type Field,
  type Fields,
  fieldNames,
  formerContributor,
  readTimeBounds,
  sections,
  submissionFields,
  textLimits,
} from '@journal/events/fields';
export * from './account/account.routes.ts';
export * from './account/account.schema.ts';
export * from './account/account-export.schema.ts';
export * from './account/email.ts';
export * from './article/article.json.ts';
export * from './article/article.routes.ts';
export * from './article/article.schema.ts';
export * from './article/article-etag.ts';
export * from './article/article-id.ts';
export * from './article/printable.ts';
export * from './article/trim-text.ts';
export * from './audit/audit.routes.ts';
export * from './audit/audit.schema.ts';
export * from './audit/history.routes.ts';
export * from './audit/history.schema.ts';
export * from './changes/changes.routes.ts';
export * from './changes/topics.ts';
export * from './client/api-client.ts';
export * from './client/api-error.ts';
export * from './client/origins.ts';
export * from './client/transport.ts';
export * from './newsletter/newsletter.links.ts';
export * from './newsletter/newsletter.routes.ts';
export * from './newsletter/newsletter.schema.ts';
export * from './newsroom/newsroom.routes.ts';
export * from './openapi/openapi.ts';
export * from './openapi/route-tables.ts';
export * from './problem/fault-message.ts';
export * from './problem/problem.catalogue.ts';
export * from './problem/problem.schema.ts';
export * from './routes/route.ts';
export * from './routes/routes.ts';
export * from './search/search.routes.ts';
export * from './search/search.values.ts';
export * from './submission/read-time.ts';
export * from './submission/submission.json.ts';
export * from './submission/submission.routes.ts';
export * from './submission/submission.schema.ts';
export * from './submission/submission-id.ts';
export * from './system/headers.ts';
