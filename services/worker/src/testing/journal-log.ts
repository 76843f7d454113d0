import { randomUUID } from 'node:crypto';
import type { EventStore, Position } from '@journal/event-store';
import {
  type Actor,
  articleStream,
  commentsStream,
  concernStream,
  createEventCodec,
  createMemoryVault,
  invitationStream,
  journalEvents,
  type NewArticleEvent,
  type NewCommentEvent,
  type NewJournalEvent,
  type NewSubmissionEvent,
  type NewUserEvent,
  type PiecesOfForgotten,
  submissionStream,
  userStream,
  type Vault,
} from '@journal/events';
import { createIssueLog } from './issue-log.ts';
import { createSubscriberLog } from './subscriber-log.ts';

type Data<Type extends NewJournalEvent['type']> = Extract<NewJournalEvent, { type: Type }>['data'];
type ArticleEdit = Omit<Data<'ArticleEdited'>, 'articleId' | 'contributorId'>;
type SubmissionEdit = Omit<Data<'SubmissionEdited'>, 'submissionId' | 'userId'>;

const editor: Actor = { id: 'editor-1', role: 'admin' };

/** Appends sealed events to a log, one minute apart by default; each call resolves with the event's position. */
export function createJournalLog<Store extends EventStore>(store: Store, vault: Vault = createMemoryVault()) {
  const codec = createEventCodec({ vault, events: journalEvents });
  const owners = new Map<number | string, string>();
  let minute = 0;

  async function write(
    stream: string,
    event: NewJournalEvent,
    { actor = editor, at = new Date(Date.UTC(2026, 0, 1, 0, minute++)) }: { actor?: Actor; at?: Date } = {},
  ): Promise<Position> {
    const requestId = 'request-1';
    const ids = { requestId, correlationId: requestId, causationId: requestId };
    const sealed = await codec.seal(event, randomUUID(), { actor, ...ids, at: at.toISOString() });
    return (await store.append(stream, [sealed], 'any')).position;
  }
  const writeArticle = <Type extends NewArticleEvent['type']>(
    type: Type,
    data: Data<Type> & { readonly articleId: number },
    by: { actor?: Actor; at?: Date } = {},
  ) => write(articleStream(data.articleId), { type, data } as NewJournalEvent, by);
  const writeSubmission = (
    type: NewSubmissionEvent['type'],
    submissionId: string,
    data: object = {},
    actor = editor,
  ) => {
    const event = { type, data: { submissionId, userId: owners.get(submissionId) ?? 'writer', ...data } };
    return write(submissionStream(submissionId), event as NewJournalEvent, { actor });
  };
  const writeComment = (
    type: NewCommentEvent['type'],
    submissionId: string,
    data: { readonly commentId: string },
    by: { actor?: Actor; at?: Date } = {},
  ) => {
    const userId = owners.get(submissionId) ?? 'writer';
    const event = { type, data: { submissionId, userId, ...data } } as NewJournalEvent;
    return write(commentsStream(submissionId), event, by);
  };
  const writeUser = (event: NewUserEvent, at?: Date) => {
    const { userId } = event.data;
    return write(userStream(userId), event, { actor: { id: userId, role: 'writer' }, ...(at && { at }) });
  };

  return {
    store,
    vault,
    codec,
    write,
    articles: {
      publish(articleId: number, data: Partial<Data<'ArticlePublished'>> = {}) {
        const contributorId = data.contributorId ?? `writer-${articleId}`;
        owners.set(articleId, contributorId);
        return writeArticle('ArticlePublished', {
          articleId,
          title: `Title ${articleId}`,
          excerpt: `Excerpt ${articleId}`,
          content: `First ${articleId}\n\nSecond “quoted”, {braced}, \\slashed\\ and ünïcode 🍎`,
          section: 'view',
          authorName: `Writer ${articleId}`,
          authorAge: 15,
          authorSchool: null,
          readTime: 3,
          featured: 0,
          cover: 'auto',
          ...data,
          contributorId,
        });
      },
      edit(articleId: number, data: ArticleEdit) {
        const contributorId = owners.get(articleId) ?? `writer-${articleId}`;
        return writeArticle('ArticleEdited', { articleId, contributorId, ...data });
      },
      chooseByline(articleId: number, authorName: string, bylineRevision = 0) {
        const contributorId = owners.get(articleId) ?? `writer-${articleId}`;
        const byline = { authorName, authorAge: null, authorSchool: null };
        return writeArticle('ArticleBylineChosen', { articleId, contributorId, ...byline, bylineRevision });
      },
      unname(articleId: number) {
        const contributorId = owners.get(articleId) ?? `writer-${articleId}`;
        const byline = { authorName: 'Name withheld', authorAge: null, authorSchool: null };
        return writeArticle('ArticleUnnamed', { articleId, contributorId, ...byline });
      },
      hide: (articleId: number, at?: Date) => {
        const id = owners.get(articleId) ?? `writer-${articleId}`;
        const actor: Actor = { id, role: 'writer' };
        return writeArticle('ArticleHidden', { articleId }, { actor, ...(at && { at }) });
      },
      show: (articleId: number) => writeArticle('ArticleShown', { articleId }),
      remove: (articleId: number) => writeArticle('ArticleRemoved', { articleId }),
      erase: (articleId: number) => writeArticle('ArticleErased', { articleId }),
      delete: (articleId: number) => writeArticle('ArticleDeleted', { articleId }),
      scheduleUnpublish: (articleId: number, unpublishAt: string) =>
        writeArticle('ArticleUnpublishScheduled', { articleId, unpublishAt }),
      restore: (articleId: number) => writeArticle('ArticleRestored', { articleId }),
      pair: (articleId: number, opposingId: number) =>
        writeArticle('ArticlePaired', { articleId, opposingId, role: 'reply' }),
      unpair: (articleId: number) => writeArticle('ArticleUnpaired', { articleId }),
    },
    submissions: {
      pitch(id: string, data: Partial<Data<'SubmissionPitched'>> = {}) {
        const { userId = 'writer' } = data;
        owners.set(id, userId);
        const pitched: Omit<Data<'SubmissionPitched'>, 'submissionId' | 'userId'> = {
          fullName: 'Sämple Writer',
          age: 15,
          school: null,
          section: 'view',
          articleTitle: `Title ${id}`,
          articleSummary: `Summary ${id}`,
          fullEssay: `First ${id}\n\nSecond`,
          ...data,
        };
        return writeSubmission('SubmissionPitched', id, pitched, { id: userId, role: 'writer' });
      },
      edit: (id: string, data: SubmissionEdit, actor?: Actor) =>
        writeSubmission('SubmissionEdited', id, data, actor),
      chooseByline: (id: string, penName: string) => {
        const byline = { name: 'pen', penName, showAge: false, showSchool: true };
        const userId = owners.get(id) ?? '';
        return writeSubmission('SubmissionBylineChosen', id, { byline }, { id: userId, role: 'writer' });
      },
      reportConcern: (id: string, concern: string, at?: Date) => {
        const userId = owners.get(id) ?? '';
        const event = {
          type: 'SubmissionConcernReported',
          data: { submissionId: id, userId, concern },
        } as const;
        return write(submissionStream(id), event, {
          actor: { id: userId, role: 'writer' },
          ...(at && { at }),
        });
      },
      publish: (id: string, articleId: number) => writeSubmission('SubmissionPublished', id, { articleId }),
      delete: (id: string) => writeSubmission('SubmissionDeleted', id),
      restore: (id: string) => writeSubmission('SubmissionRestored', id),
      withdraw: (id: string) => {
        const userId = owners.get(id) ?? '';
        return writeSubmission('SubmissionWithdrawn', id, {}, { id: userId, role: 'writer' });
      },
      assign: (id: string, editorId: string) => writeSubmission('SubmissionAssigned', id, { editorId }),
      unassign: (id: string) => writeSubmission('SubmissionUnassigned', id),
      requestChanges: (id: string, note: string, dueAt: string | null = null) =>
        writeSubmission('SubmissionChangesRequested', id, { note, dueAt }),
      resubmit: (id: string, data: SubmissionEdit, note: string | null = null) => {
        const userId = owners.get(id) ?? '';
        return writeSubmission(
          'SubmissionResubmitted',
          id,
          { ...data, note },
          { id: userId, role: 'writer' },
        );
      },
      accept: (id: string, issueNumber: number | null = null) =>
        writeSubmission('SubmissionAccepted', id, { issueNumber }),
      decline: (id: string, note: string) => writeSubmission('SubmissionDeclined', id, { note }),
      reopen: (id: string) => writeSubmission('SubmissionReopened', id),
      erase: (id: string) => writeSubmission('SubmissionErased', id),
      schedule: (id: string, publishAt: string) => writeSubmission('SubmissionScheduled', id, { publishAt }),
      noteAgreement: (id: string, isAgreed: boolean) =>
        writeSubmission(isAgreed ? 'SubmissionAgreementConfirmed' : 'SubmissionAgreementRevoked', id),
      unschedule: (id: string) => writeSubmission('SubmissionUnscheduled', id),
    },
    issues: createIssueLog(write),
    comments: {
      comment(pitch: string, commentId: string, data: Partial<Data<'PassageCommented'>> = {}, at?: Date) {
        const words = { quotation: 'Second', before: '', after: '', note: 'A note', audience: 'writer' };
        const passage = { pitchRevision: 0, field: 'fullEssay', paragraph: 1, ...words, ...data };
        return writeComment('PassageCommented', pitch, { commentId, ...passage }, at && { at });
      },
      reply: (pitch: string, commentId: string, inReplyTo: string, note = 'A reply', actor = editor) =>
        writeComment('CommentReplied', pitch, { commentId, ...{ inReplyTo, note } }, { actor }),
      resolve: (pitch: string, commentId: string) => writeComment('CommentResolved', pitch, { commentId }),
      reopen: (pitch: string, commentId: string) => writeComment('CommentReopened', pitch, { commentId }),
      delete: (pitch: string, commentId: string, actor?: Actor) =>
        writeComment('CommentDeleted', pitch, { commentId }, actor && { actor }),
    },
    users: {
      write: writeUser,
      register: (userId: string, data: Partial<Data<'UserRegistered'>> = {}, at?: Date) =>
        writeUser(
          {
            type: 'UserRegistered',
            data: {
              userId,
              emailHash: `hash of ${userId}`,
              usernameHash: `hash of the name of ${userId}`,
              email: `${userId}@example.org`,
              username: userId,
              fullName: `Writer ${userId}`,
              passwordHash: '$argon2id$sample',
              ...data,
            },
          },
          at,
        ),
      changePassword: (userId: string) =>
        writeUser({ type: 'PasswordChanged', data: { userId, passwordHash: '$argon2id$another' } }),
      grantAdmin: (userId: string) => writeUser({ type: 'AdminGranted', data: { userId } }),
      revokeAdmin: (userId: string) => writeUser({ type: 'AdminRevoked', data: { userId } }),
      showOtherPieces: (userId: string) => writeUser({ type: 'OtherPiecesShown', data: { userId } }),
      hideOtherPieces: (userId: string) => writeUser({ type: 'OtherPiecesHidden', data: { userId } }),
      chooseFewerMails: (userId: string) => writeUser({ type: 'FewerMailsChosen', data: { userId } }),
      chooseAllMails: (userId: string) => writeUser({ type: 'AllMailsChosen', data: { userId } }),
      askGuardian: (userId: string, guardianId: string, at?: Date) => {
        const email = `guardian-of-${userId}@example.org`;
        return writeUser({ type: 'GuardianAsked', data: { userId, guardianId, email } }, at);
      },
      forget: (userId: string, pieces: PiecesOfForgotten = 'keep') =>
        writeUser({ type: 'UserForgotten', data: { userId, pieces } }),
    },
    subscriber: createSubscriberLog(write),
    concerns: {
      report: (concernId: string, text: string, articleId: number | null = null, at = new Date()) =>
        write(
          concernStream(concernId),
          { type: 'ConcernReported', data: { concernId, articleId, text, replyTo: null } },
          { actor: { id: 'visitor', role: 'visitor' }, at },
        ),
      erase: (concernId: string) =>
        write(concernStream(concernId), { type: 'ConcernErased', data: { concernId } }),
    },
    /** Returns functions for the events of an address that is invited as an editor. */
    invited(email: string, hash = randomUUID().replaceAll('-', '').repeat(2)) {
      const actor: Actor = { id: 'admin', role: 'admin' };
      const writeTo = (event: NewJournalEvent) =>
        write(invitationStream(hash), event, { actor, at: new Date() });
      const usual = new Date(Date.now() + 7 * 24 * 3_600_000);
      return {
        hash,
        expiresAt: usual,
        send: (invitationId: string, expires: Date = usual) =>
          writeTo({
            type: 'InvitationSent',
            data: { invitationId, emailHash: hash, email, role: 'editor', expiresAt: expires.toISOString() },
          }),
        end: (type: 'InvitationRevoked' | 'InvitationExpired', invitationId: string) =>
          writeTo({ type, data: { invitationId } }),
        accept: (invitationId: string) =>
          writeTo({ type: 'InvitationAccepted', data: { invitationId, userId: 'user', revision: 1 } }),
      };
    },
  };
}

export type JournalLog = ReturnType<typeof createJournalLog<EventStore>>;
