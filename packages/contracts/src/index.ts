export {
  type AuditEntityType,
  type AuditKind,
  accountFields,
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
  isUuid,
  readTimeBounds,
  sections,
  submissionFields,
  textLimits,
  uuidPattern,
} from '@journal/events/fields';
export * from './account/account.routes.ts';
export * from './account/account.schema.ts';
export * from './account/account-export.schema.ts';
export * from './article/article.routes.ts';
export * from './article/article.schema.ts';
export * from './article/article.ts';
export * from './audit/audit.routes.ts';
export * from './audit/history.routes.ts';
export * from './changes/changes.routes.ts';
export * from './changes/topics.ts';
export * from './client/api-client.ts';
export * from './client/api-error.ts';
export * from './client/transport.ts';
export * from './newsletter/newsletter.links.ts';
export * from './newsletter/newsletter.routes.ts';
export * from './newsroom/newsroom.routes.ts';
export * from './openapi/openapi.ts';
export * from './openapi/route-tables.ts';
export * from './problem/problem.catalogue.ts';
export * from './problem/schema-error.ts';
export * from './routes/route.ts';
export * from './routes/routes.ts';
export * from './search/search.routes.ts';
export * from './search/search.values.ts';
export * from './submission/submission.routes.ts';
export * from './submission/submission.schema.ts';
export * from './submission/submission.ts';
export * from './system/headers.ts';
export * from './system/text.ts';
