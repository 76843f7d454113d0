import type { Position } from '@journal/event-store';
import {
  type CommentEvent,
  commentsStream,
  type JournalEventOf,
  type OpenedEvent,
  submissionStream,
} from '@journal/events';
import Type from 'typebox';
import { pitchMessage } from '../mail/messages.ts';
import { defineJobHandler, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailJobParts, mailUser, wantsFewerMails } from './mail-jobs.ts';
import { endingAfter } from './mail-pitch.ts';

export const commentsMailKind = {
  name: 'mail-comments',
  data: Type.Object(
    { userId: Type.String(), submissionId: Type.String(), hour: Type.String({ pattern: '^[0-9T-]{13}$' }) },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/** Returns the hour of a time, without its minutes. */
export const hourOf = (at: string) => at.slice(0, '2026-01-02T03'.length);

/** Milliseconds after the end of an hour by which everything done in it is visible: clocks differ. */
const grace = 60_000;

/** Returns the time, in milliseconds since 1970, at which everything done in an hour is visible. */
export const endOf = (hour: string): number => Date.parse(`${hour}:00:00.000Z`) + 3_600_000 + grace;

/** Returns the job that notifies a writer of an hour's comments on a pitch, due after the hour has ended. */
export function commentsMailJob({
  data,
  metadata,
}: OpenedEvent<JournalEventOf<'PassageCommented' | 'CommentReplied'>>) {
  const { userId, submissionId } = data;
  const hour = hourOf(metadata.at);
  return {
    key: `${submissionId} ${hour}`,
    requestId: metadata.requestId,
    delay: Math.max(0, endOf(hour) - Date.now()),
    data: { userId, submissionId, hour },
  };
}

/**
 * Notifies the writer of a pitch of editors' comments, with one mail per hour. Succeeds without a mail if no comment is
 * for the writer and still open, if they have since answered or been asked for changes, if the pitch is closed, or if
 * they chose to receive fewer mails.
 */
export function createCommentsMailHandler(parts: MailJobParts): JobHandler {
  return defineJobHandler(commentsMailKind, async ({ userId, submissionId, hour }, context) => {
    const position = await positionOfLast({ userId, submissionId, hour }, parts);
    if (position === undefined || !(await isStillRelevant(submissionId, position, parts))) return;
    if (await wantsFewerMails(userId, parts)) return;
    await mailUser(parts, userId, context, (to) =>
      pitchMessage(parts.journal, { userId, to, submissionId, news: { kind: 'commented' } }),
    );
  });
}

type Which = { readonly userId: string; readonly submissionId: string; readonly hour: string };
type Thread = { readonly isForWriter: boolean; readonly isResolved: boolean };

/**
 * Resolves with the position of the editors' last comment in an hour that is for the writer and still open; undefined if
 * there is none, or if the writer has since written or changed a comment.
 */
async function positionOfLast(
  { userId, submissionId, hour }: Which,
  { store }: Pick<MailJobParts, 'store'>,
): Promise<Position | undefined> {
  const threads = new Map<string, Thread>();
  /** Position and thread of each comment made in the hour, by comment ID. */
  const comments = new Map<string, { readonly position: Position; readonly thread: string }>();
  for await (const recorded of store.read(commentsStream(submissionId))) {
    // IDs and audiences are not sealed.
    const { type, data } = recorded as unknown as CommentEvent;
    const { at, actor } = recorded.metadata;
    const { commentId } = data;
    const isOwn = actor.id === userId;
    if (isOwn) comments.clear();
    if (type === 'PassageCommented')
      threads.set(commentId, { isForWriter: data.audience === 'writer', isResolved: false });
    const thread = type === 'CommentReplied' ? data.inReplyTo : commentId;
    if (type === 'PassageCommented' || type === 'CommentReplied') {
      if (!isOwn && hourOf(at) === hour) comments.set(commentId, { position: recorded.position, thread });
    } else if (type === 'CommentDeleted') {
      comments.delete(commentId);
      threads.delete(commentId);
    } else {
      const isForWriter = threads.get(thread)?.isForWriter === true;
      threads.set(thread, { isForWriter, isResolved: type === 'CommentResolved' });
    }
  }
  return [...comments.values()].findLast(({ thread }) => {
    const { isForWriter = false, isResolved = true } = threads.get(thread) ?? {};
    return isForWriter && !isResolved;
  })?.position;
}

/**
 * Resolves with whether a pitch is pending and no changes were requested since, which implies that they were read.
 * Positions decide: clocks of command services differ from each other.
 */
async function isStillRelevant(
  submissionId: string,
  commented: Position,
  { store }: Pick<MailJobParts, 'store'>,
): Promise<boolean> {
  let ending: string | undefined;
  let areChangesRequested = false;
  for await (const recorded of store.read(submissionStream(submissionId))) {
    const { type, position } = recorded;
    ending = endingAfter(ending, type);
    if (type === 'SubmissionChangesRequested' && position > commented) areChangesRequested = true;
  }
  return ending === undefined && !areChangesRequested;
}
