import { ApiError } from '@journal/contracts';
import {
  addressHashOf,
  articleSubject,
  type Capability,
  concernSubject,
  type EventMetadata,
  guardianSubject,
  invitationSubject,
  invitedHashOf,
  rolesWith,
  subscriberSubject,
  type Vault,
} from '@journal/events';
import { accountsModel, articlesModel, schemaOf, submissionsModel } from '@journal/read-models';
import { ModelBehind, waitForModel, waitForPosition, waitUntilCaughtUp } from '../engine/wait-for-model.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { commentsMailJob, commentsMailKind } from '../jobs/mail-comments.ts';
import { concernMailJob, concernMailKind } from '../jobs/mail-concern.ts';
import { consentAnsweredMailKind, guardianMailKind } from '../jobs/mail-guardian.ts';
import { hiddenPieceMailJobs, hiddenPieceMailKind } from '../jobs/mail-hidden-piece.ts';
import { idleAccountMailKind } from '../jobs/mail-idle-account.ts';
import { invitationMailKind } from '../jobs/mail-invitation.ts';
import {
  emailConfirmationMailKind,
  newsletterConfirmationMailKind,
  temporaryPasswordMailKind,
} from '../jobs/mail-jobs.ts';
import { mailedPitchEvents, pitchMailJob, pitchMailKind } from '../jobs/mail-pitch.ts';
import { mailedSecurityEvents, securityMailKind } from '../jobs/mail-security.ts';
import { guardianMailSubject } from '../mail/guardian-messages.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createMailingReactors } from '../mailing/mailing.reactor.ts';
import type { MailingSender } from '../mailing/mailing-sender.ts';
import { defineReactor, isRecent } from './define-reactor.ts';
import { createIssueReactors } from './issues.ts';
import { createPlannedReactor, type ItemOperation, type PlannedParts } from './planned.ts';

export type ReactorParts = PlannedParts & {
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly vault: Vault;
  readonly sender: MailingSender;
  /** Address that is notified of concerns. Default: all users who may read concerns. */
  readonly safeguardingEmail?: string | undefined;
};

/** Maximum number of article IDs in a request to the command service. */
const maxArticles = 100;
/** Longest wait for a read model, in milliseconds. */
const modelTimeout = 5_000;
/** Returns all reactors. */
export function createReactors(parts: ReactorParts) {
  const { command, jobs, mailer, vault, pool, sender, safeguardingEmail } = parts;
  const articlesSchema = schemaOf(articlesModel);

  /** Removes the jobs whose data has `id` in `field`, and the subject's messages in the outbox. */
  async function removeMail(
    field: 'userId' | 'subscriberId' | 'invitationId' | 'guardianId',
    id: string,
    subjectId = id,
  ): Promise<void> {
    await jobs.remove((data) => (data as Partial<Record<typeof field, unknown>> | null)?.[field] === id);
    await mailer.forget(subjectId);
  }

  /** Has the command service finish what it may have been interrupted in. */
  async function finish(operation: ItemOperation, id: string, { requestId }: EventMetadata): Promise<void> {
    await command.request(operation, { params: { id }, repeatable: true, requestId });
  }

  const articlesOf = async (contributorId: string) => {
    const { rows } = await pool.query<{ id: number; isDeleted: boolean }>(
      `select id, deleted_at is not null as "isDeleted" from ${articlesSchema}.article
       where contributor_id = $1 order by id`,
      [contributorId],
    );
    return rows;
  };

  /** Resolves with the ID of the pitch that became an article, if any, once the pitches have reached `position`. */
  async function pitchesOf(articleId: number, position: string): Promise<readonly string[]> {
    const schema = schemaOf(submissionsModel);
    await waitForPosition(position, { database: pool, schema, timeout: modelTimeout });
    const { rows } = await pool.query<{ id: string }>(
      `select id from ${schema}.submission where article_id = $1`,
      [articleId],
    );
    return rows.map(({ id }) => id);
  }

  /** Resolves with the IDs of the users with a capability, once the table of accounts contains everybody. */
  async function usersAbleTo(capability: Capability): Promise<readonly string[]> {
    const schema = schemaOf(accountsModel);
    await waitUntilCaughtUp({ database: pool, schema, timeout: modelTimeout });
    const { rows } = await pool.query<{ userId: string }>(
      `select user_id as "userId" from ${schema}.account where roles && $1::text[]`,
      [rolesWith(capability)],
    );
    return rows.map(({ userId }) => userId);
  }

  return [
    defineReactor('reactor_reset_mail', ['PasswordResetRequested'], async ({ data, metadata }) => {
      const { userId, resetId } = data;
      const job = { key: resetId, requestId: metadata.requestId, data: { userId, resetId } };
      if (isRecent(metadata)) await jobs.add(temporaryPasswordMailKind, job);
    }),

    defineReactor(
      'reactor_registration_mail',
      ['UserRegistered', 'EmailConfirmationRequested'],
      async ({ id, data: { userId }, metadata }) => {
        const job = { key: id, requestId: metadata.requestId, data: { userId } };
        if (isRecent(metadata)) await jobs.add(emailConfirmationMailKind, job);
      },
    ),

    defineReactor('reactor_idle_mail', ['IdleAccountAsked'], async ({ id, data, metadata }) => {
      const job = { key: id, requestId: metadata.requestId, data: { userId: data.userId } };
      if (isRecent(metadata)) await jobs.add(idleAccountMailKind, job);
    }),

    defineReactor(
      'reactor_newsletter_mail',
      ['SubscriptionRequested'],
      async ({ data, stream, metadata }) => {
        const { subscriberId, requestId } = data;
        const asked = { hash: addressHashOf(stream), subscriberId, requestId };
        const job = { key: requestId, requestId: metadata.requestId, data: asked };
        if (isRecent(metadata)) await jobs.add(newsletterConfirmationMailKind, job);
      },
    ),

    defineReactor('reactor_invitation_mail', ['InvitationSent'], async ({ data, stream, metadata }) => {
      const { invitationId } = data;
      const invited = { hash: invitedHashOf(stream), invitationId };
      const job = { key: invitationId, requestId: metadata.requestId, data: invited };
      if (isRecent(metadata)) await jobs.add(invitationMailKind, job);
    }),

    // The command service may have died before it granted the role or deleted the key of the address.
    defineReactor(
      'reactor_invitation_end',
      ['InvitationAccepted', 'InvitationRevoked', 'InvitationExpired'],
      async ({ type, data, stream, metadata }) => {
        if (type === 'InvitationAccepted')
          await finish(
            'POST /api/operations/invitations/:id/finish-accepting',
            invitedHashOf(stream),
            metadata,
          );
        await vault.forget(invitationSubject(data));
        await removeMail('invitationId', data.invitationId);
      },
    ),

    defineReactor('reactor_guardian_mail', ['GuardianAsked'], async ({ data, metadata }) => {
      const { userId, guardianId } = data;
      const job = { key: guardianId, requestId: metadata.requestId, data: { userId, guardianId } };
      if (isRecent(metadata)) await jobs.add(guardianMailKind, job);
    }),

    defineReactor(
      'reactor_consent_mail',
      ['GuardianConsented', 'GuardianDeclined', 'ConsentWithdrawn'],
      async ({ id, data: { userId }, metadata }) => {
        const job = { key: id, requestId: metadata.requestId, data: { userId } };
        if (isRecent(metadata)) await jobs.add(consentAnsweredMailKind, job);
      },
    ),

    // The command service may have died before it deleted the key of the address.
    defineReactor(
      'reactor_guardian_end',
      ['GuardianDeclined', 'ConsentWithdrawn', 'GuardianRequestEnded'],
      async ({ data }) => {
        await vault.forget(guardianSubject(data));
        await removeMail('guardianId', data.guardianId, guardianMailSubject(data));
      },
    ),

    // Articles published or shown later are checked then.
    defineReactor('reactor_consent', ['ConsentWithdrawn'], async ({ data, metadata, position }) => {
      await waitForPosition(position, { database: pool, schema: articlesSchema, timeout: modelTimeout });
      for (const { id } of await articlesOf(data.userId))
        await finish('POST /api/operations/articles/:id/follow-consent', `${id}`, metadata);
    }),

    defineReactor('reactor_pitch_mail', mailedPitchEvents, async (event) => {
      // The writer of a piece that waits for an issue is notified once the issue is published.
      const isWaiting = event.type === 'SubmissionPublished' && event.data.issueNumber !== undefined;
      if (isRecent(event.metadata) && !isWaiting) await jobs.add(pitchMailKind, pitchMailJob(event));
    }),

    ...createIssueReactors({ finish, jobs }),

    defineReactor('reactor_comment_mail', ['PassageCommented', 'CommentReplied'], async (event) => {
      const { actor } = event.metadata;
      if (isRecent(event.metadata) && actor.id !== event.data.userId)
        await jobs.add(commentsMailKind, commentsMailJob(event));
    }),

    defineReactor('reactor_security_mail', mailedSecurityEvents, async ({ id, type, data, metadata }) => {
      const { userId } = data;
      const job = { key: id, requestId: metadata.requestId, data: { userId, what: type } };
      if (isRecent(metadata)) await jobs.add(securityMailKind, job);
    }),

    // The command service may have died while it erased a user's claims, keys and pieces.
    defineReactor('reactor_forgetting', ['UserForgotten'], async ({ data, metadata, position }) => {
      const { userId, pieces } = data;
      const deleted = async () => {
        const left = (await articlesOf(userId)).filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
        return left.length === 0 || new ModelBehind(`${articlesSchema} still has the articles ${left}`);
      };
      if (pieces === 'remove')
        await waitForPosition(position, { database: pool, schema: articlesSchema, timeout: modelTimeout });
      // Includes deleted articles: their keys may still exist.
      const ids = pieces === 'remove' ? (await articlesOf(userId)).map(({ id }) => id) : [];
      for (let start = 0; start === 0 || start < ids.length; start += maxArticles)
        await command.request('POST /api/operations/users/:userId/finish-forgetting', {
          params: { userId },
          body: { articleIds: ids.slice(start, start + maxArticles) },
          repeatable: true,
          requestId: metadata.requestId,
        });
      if (pieces === 'remove') await waitForModel(deleted, modelTimeout);
      await removeMail('userId', userId);
    }),

    createPlannedReactor(parts),
    ...createMailingReactors(sender, jobs, pool),

    // The command service may have died before it deleted the key. An article's pitch contains the same text.
    defineReactor(
      'reactor_erasing',
      ['SubmissionErased', 'ArticleErased', 'ConcernErased'],
      async ({ data, metadata, position }) => {
        if ('concernId' in data) return vault.forget(concernSubject(data));
        if ('articleId' in data) await vault.forget(articleSubject(data));
        const ids = 'articleId' in data ? await pitchesOf(data.articleId, position) : [data.submissionId];
        for (const id of ids) await finish('POST /api/operations/submissions/:id/erase', id, metadata);
      },
    ),

    // The command service may have died between the two streams; the article still has to be published then. A consent
    // may have been withdrawn just before the article was shown; only the pitch tells whether it needs one.
    defineReactor('reactor_publishing', ['SubmissionPublished', 'ArticleShown'], async (event) => {
      const { data, metadata, position } = event;
      const ids = 'submissionId' in data ? [data.submissionId] : await pitchesOf(data.articleId, position);
      for (const id of ids)
        await finish('POST /api/operations/submissions/:id/finish-publishing', id, metadata).catch(
          unlessErased,
        );
    }),

    // The command service may have died before it applied the writer's choice to the article.
    defineReactor('reactor_byline', ['SubmissionBylineChosen'], ({ data, metadata }) =>
      finish('POST /api/operations/submissions/:id/follow-byline', data.submissionId, metadata).catch(
        unlessErased,
      ),
    ),

    defineReactor('reactor_hidden_mail', ['ArticleHidden'], async (event) => {
      if (!isRecent(event.metadata)) return;
      for (const userId of await usersAbleTo('edit-articles'))
        for (const job of hiddenPieceMailJobs(event, userId)) await jobs.add(hiddenPieceMailKind, job);
    }),

    defineReactor('reactor_concern_mail', ['SubmissionConcernReported', 'ConcernReported'], async (event) => {
      if (!isRecent(event.metadata)) return;
      const recipients = safeguardingEmail === undefined ? await usersAbleTo('read-concerns') : [undefined];
      for (const userId of recipients) await jobs.add(concernMailKind, concernMailJob(event, userId));
    }),

    // The command service may have died before it deleted the key of an unsubscribed address.
    defineReactor('reactor_newsletter_end', ['SubscriptionEnded'], async ({ data }) => {
      await vault.forget(subscriberSubject(data));
      await removeMail('subscriberId', data.subscriberId);
    }),
  ];
}

/** Throws the failure, unless the pitch's writer has been forgotten, so that there is no text to publish. */
function unlessErased(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'submission-not-found')) throw error;
}
