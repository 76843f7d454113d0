export {
  type AccountEventRow,
  type AccountRow,
  accountColumns,
  accountEventColumns,
  accountsModel,
} from './accounts.model.ts';
export {
  type ArticleRow,
  type ArticleVersionRow,
  articleColumns,
  articlesModel,
  articleVersionColumns,
  isListed,
} from './articles.model.ts';
export {
  type AuditDayRow,
  type AuditEntryRow,
  type AuditPieceRow,
  auditDayColumns,
  auditEntryColumns,
  auditModel,
  auditPieceColumns,
} from './audit.model.ts';
export {
  type ChangeNotification,
  changesChannel,
  decodeChange,
  encodeChange,
} from './change-notification.ts';
export {
  type Checkpoint,
  checkpointMigrations,
  checkpointSchema,
  type Rebuilds,
  readCheckpoint,
  readCheckpoints,
  readRebuilds,
  requestRebuild,
} from './checkpoint.ts';
export type { Columns } from './columns.ts';
export { type LedgerEntryRow, ledgerEntryColumns, ledgerModel } from './ledger.model.ts';
export { newsletterModel, type SubscriberRow, subscriberColumns } from './newsletter.model.ts';
export { selectedColumns } from './piece-columns.ts';
export { checkSchemaName, type ReadModel, schemaOf } from './read-model.ts';
export {
  isKnown,
  type SubmissionRow,
  type SubmissionVersionRow,
  submissionColumns,
  submissionsModel,
  submissionVersionColumns,
} from './submissions.model.ts';
export type { VersionHead } from './version-head.ts';
