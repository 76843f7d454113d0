import type { Vault } from '@journal/events';
import { createLogKey } from '@journal/vault';
import type { AnyProjection } from './engine/projection.ts';
import { accountsProjection } from './projections/accounts/accounts.projection.ts';
import { articlesProjection } from './projections/articles/articles.projection.ts';
import { auditProjection } from './projections/audit/audit.projection.ts';
import { commentsProjection } from './projections/comments/comments.projection.ts';
import { concernsProjection } from './projections/concerns/concerns.projection.ts';
import { invitationsProjection } from './projections/invitations/invitations.projection.ts';
import { createLedgerProjection } from './projections/ledger/ledger.projection.ts';
import { mailingsProjection } from './projections/mailings/mailings.projection.ts';
import { newsletterProjection } from './projections/newsletter/newsletter.projection.ts';
import { passkeysProjection } from './projections/passkeys/passkeys.projection.ts';
import { createSearchProjection } from './projections/search/search.projection.ts';
import { sessionsProjection } from './projections/sessions/sessions.projection.ts';
import { submissionsProjection } from './projections/submissions/submissions.projection.ts';
import { createWordsProjection } from './projections/words/words.projection.ts';

/** One projection or reactor as the worker runs it. */
export type Registration = {
  /** Name of its health check, which several may share. */
  readonly health: string;
  readonly projection: AnyProjection;
};

/**
 * Returns all projections and reactors that the worker leads, migrates, rebuilds, measures and shows in its health. A
 * new one has to be added only here. If several have to replay the log, they do so in this order.
 */
export function createRegistry(
  vault: Vault,
  search: Parameters<typeof createSearchProjection>[0],
  reactors: readonly AnyProjection[],
): readonly Registration[] {
  return [
    { health: 'articles', projection: articlesProjection },
    { health: 'accounts', projection: accountsProjection },
    { health: 'sessions', projection: sessionsProjection },
    { health: 'passkeys', projection: passkeysProjection },
    { health: 'invitations', projection: invitationsProjection },
    { health: 'concerns', projection: concernsProjection },
    { health: 'mailings', projection: mailingsProjection },
    { health: 'newsletter', projection: newsletterProjection },
    { health: 'submissions', projection: submissionsProjection },
    { health: 'comments', projection: commentsProjection },
    { health: 'audit', projection: auditProjection },
    { health: 'ledger', projection: createLedgerProjection(createLogKey(vault)) },
    { health: 'search', projection: createSearchProjection(search) },
    { health: 'words', projection: createWordsProjection({ database: search.database }) },
    ...reactors.map((projection) => ({ health: 'reactors', projection })),
  ];
}
