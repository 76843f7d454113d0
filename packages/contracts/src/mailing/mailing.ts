import type { MailingState } from './mailing.schema.ts';

/** Returns a mailing as the API represents it after a write. */
export function toMailingState(source: MailingState): MailingState {
  const { id, issueNumber, audience, status, reason, recipients } = source;
  const { preparedAt, startedAt, completedAt, counts } = source;
  return {
    id,
    issueNumber,
    audience,
    status,
    reason,
    recipients,
    preparedAt,
    startedAt,
    completedAt,
    counts,
  };
}
