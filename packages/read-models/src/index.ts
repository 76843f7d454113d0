export type { AccountEventRow, AccountRow } from './account/account.rows.ts';
export { accountsModel } from './account/accounts.model.ts';
export { type ArticleRow, type ArticleVersionRow, isListed } from './article/article.rows.ts';
export { articlesModel } from './article/articles.model.ts';
export { auditModel } from './audit/audit.model.ts';
export type { AuditDayRow, AuditEntryRow, AuditPieceRow } from './audit/audit.rows.ts';
export {
  type ChangeNotification,
  changesChannel,
  decodeChange,
  encodeChange,
} from './change/change-notification.ts';
export { checkpointMigrations, checkpointSchema } from './checkpoint/checkpoint.migrations.ts';
export { type Checkpoint, readCheckpoint, readCheckpoints } from './checkpoint/checkpoint.ts';
export { type Rebuilds, readRebuilds, requestRebuild } from './checkpoint/rebuild.ts';
export { type LedgerEntryRow, ledgerModel } from './ledger/ledger.model.ts';
export { newsletterModel } from './newsletter/newsletter.model.ts';
export type { SubscriberRow } from './newsletter/subscriber.row.ts';
export { checkSchemaName, type ReadModel, schemaOf } from './read-model.ts';
export { isKnown, type SubmissionRow, type SubmissionVersionRow } from './submission/submission.rows.ts';
export { submissionsModel } from './submission/submissions.model.ts';
export { selectedColumns } from './version/piece-columns.ts';
export type { VersionHead } from './version/version-head.ts';
