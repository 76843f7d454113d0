import type {
  NewsroomDesk,
  OwnSubmission,
  ReportedConcern,
  SubmissionSource,
  SubmissionStage,
  SubmissionStep,
} from '@journal/contracts';
import {
  type Byline,
  bulkNames,
  type ConsentState,
  cardNames,
  defaultByline,
  nameWithheld,
  submissionFields,
  submissionStages,
} from '@journal/events/fields';
import { sql } from 'kysely';
import type pg from 'pg';
import { openDatabase, schemas, tables } from '../database.ts';
import { isSelected, isVisibleTo, mayReview, type SubmissionSelection } from './submission-selection.ts';

/** A pitch as stored in the tables. One whose writer has been forgotten is never returned. */
export type StoredSubmission = Omit<SubmissionSource, 'byline'> &
  Pick<OwnSubmission, 'isTakenUp'> & {
    readonly stage: SubmissionStage;
    /** Of its last event that is not a concern: nobody but safeguarding is to notice one. */
    readonly revision: number;
    readonly position: string;
    readonly stagePosition: string;
    readonly byline: string | null;
    /** State of the consent of the writer's guardian. */
    readonly consent: ConsentState | null;
  };
export type StoredStep = SubmissionStep & { readonly revision: number };
/** A pitch with the time of its last event that is not a concern, and its steps. */
export type OwnStoredSubmission = StoredSubmission &
  Pick<OwnSubmission, 'articleState' | 'isNameWithheld' | 'waitsFor' | 'unansweredComments'> & {
    readonly changedAt: string;
    readonly steps: readonly StoredStep[];
  };
/** A pitch with the address of its writer's account, if there is one. */
export type AddressedSubmission = StoredSubmission & { readonly email: string | null };

type WriterConcern = Omit<ReportedConcern, 'articleId' | 'replyTo'>;
/** The place of a concern in the list of all of them. */
export type ConcernPlace = Pick<ReportedConcern, 'at'> & { readonly concernId: string };

/** Columns of a pitch's row, besides what its writer filled in. */
const shownColumns = [
  'id',
  'userId',
  'createdAt',
  'status',
  'articleId',
  'isTakenUp',
  'position',
  'stage',
  'stageSince',
  'stagePosition',
  'assigneeId',
  'dueAt',
  'issueNumber',
  'publishAt',
  'agreedAt',
  'byline',
] as const;

/** The only event of a closed pitch that changes nothing about it: its writer may report a concern at any time. */
export const concernReported = 'SubmissionConcernReported';

/** Returns how the writer of a pitch wants to be named. */
export const bylineIn = ({ byline }: StoredSubmission): Byline =>
  byline === null ? defaultByline : JSON.parse(byline);

/** Whether a pitch is one of these and known, or was erased and has become an article, which stays. */
const isPlaced = (ids: readonly string[]) =>
  sql<boolean>`(known or submission.article_id is not null) and submission.id = any (${ids}::text[])`;

/** Returns a column of the last event of a pitch that is not a concern. */
const lastChange = <Value>(column: 'at' | 'revision') =>
  sql<Value>`(select last.${sql.ref(column)} from ${sql.id(schemas.submissions, 'submission_version')} last
    where last.submission_id = submission.id and last.event <> ${concernReported}
    order by last.revision desc limit 1)`;

/** Returns the queries for pitches. They reject after 5 s without an answer. */
export function createSubmissionsStore(pool: pg.Pool) {
  const { query } = openDatabase(pool);
  const every = query
    .selectFrom(tables.submission)
    .innerJoin(tables.submissionVersion, (join) =>
      join
        .onRef('submissionVersion.submissionId', '=', 'submission.id')
        .onRef('submissionVersion.revision', '=', 'submission.essayRevision'),
    )
    .select(shownColumns.map((name) => `submission.${name}` as const))
    .select(cardNames(submissionFields).map((name) => `submission.${name}` as const))
    .select(bulkNames(submissionFields).map((name) => `submissionVersion.${name}` as const))
    .leftJoin(tables.account, 'account.userId', 'submission.userId')
    .select('account.consent')
    .select(lastChange<number>('revision').as('revision'));
  const whole = every.where(sql<boolean>`known`);
  const addressed = whole.select('account.email').$castTo<AddressedSubmission>();
  const ofUser = (userId: string) =>
    whole
      .leftJoin(tables.article, 'article.id', 'submission.articleId')
      .select(
        sql<OwnSubmission['articleState']>`case
          when submission.article_id is null then null
          when article.id is null then 'waiting'
          when article.removed_at is not null then 'removed'
          when article.deleted_at is not null then 'deleted'
          when article.hidden_at is not null then 'hidden'
          when article.waits_for is not null then 'waiting'
          else 'shown' end`.as('articleState'),
      )
      .select(sql<boolean>`coalesce(article.author_name = ${nameWithheld}, false)`.as('isNameWithheld'))
      .select(
        sql<number | null>`coalesce(article.waits_for, (
          select number from ${sql.id(schemas.articles, 'issue')}
          where article.id is null and issue.status <> 'published'
            and pieces::jsonb @> jsonb_build_array(jsonb_build_object('submissionId', submission.id))
          order by number limit 1))`.as('waitsFor'),
      )
      .where('submission.userId', '=', userId)
      .select(lastChange<string>('at').as('changedAt'))
      .select(
        sql`(select json_agg(json_build_object(
              'revision', step.revision,
              'at', to_char(step.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'event', step.event, 'isOwn', step.actor_id = submission.user_id, 'note', step.note
            ) order by step.revision)
          from ${sql.id(schemas.submissions, 'submission_version')} step
          where step.submission_id = submission.id
            and step.event not in
              ('SubmissionUnassigned', 'SubmissionAgreementConfirmed', 'SubmissionAgreementRevoked')
            and not (step.event = 'SubmissionEdited' and step.actor_id = submission.user_id))`.as('steps'),
      )
      .select(
        sql<number>`(select count(*)::integer from ${commentTable} comment
          where comment.submission_id = submission.id and audience = 'writer' and in_reply_to is null
            and resolved_at is null and comment.deleted_at is null and note is not null
            and submission.user_id <> coalesce(
              (select reply.author_id from ${commentTable} reply
                where reply.in_reply_to = comment.comment_id and reply.deleted_at is null
                order by reply.at desc, reply.comment_id desc limit 1),
              comment.author_id))`.as('unansweredComments'),
      )
      .$castTo<OwnStoredSubmission>();

  const concerns = () =>
    query
      .selectFrom(tables.submissionVersion)
      .innerJoin(tables.submission, 'submission.id', 'submissionVersion.submissionId')
      .leftJoin(tables.account, 'account.userId', 'submission.userId')
      .select(['submissionVersion.at', 'submission.id as submissionId', 'submission.articleTitle'])
      .select(['submission.userId', 'submissionVersion.concern as text'])
      // A pitch that was erased after a year no longer names its writer, who still has an account.
      .select(({ fn }) => fn.coalesce('submission.fullName', 'account.fullName').as('fullName'))
      .where('submissionVersion.concern', 'is not', null)
      .$castTo<WriterConcern>();

  return {
    /** A pitch that was not deleted, or undefined. With `reviewerId`, only one of others that they look after. */
    submission: (id: string, reviewerId?: string) =>
      addressed
        .where('submission.id', '=', id)
        .where('submission.status', '<>', 'deleted')
        .where(isVisibleTo(reviewerId))
        .executeTakeFirst(),

    /** Pitches that were placed in an issue, whatever became of them. */
    placed: (ids: readonly string[]) => every.where(isPlaced(ids)).$castTo<StoredSubmission>().execute(),

    /** The fields that decide whether an issue comes out with these pitches, without their texts. */
    standing: (ids: readonly string[]) =>
      query
        .selectFrom(tables.submission)
        .leftJoin(tables.account, 'account.userId', 'submission.userId')
        .select([
          'submission.id',
          'submission.status',
          'submission.stage',
          'submission.articleId',
          'submission.age',
          'account.consent',
        ])
        .where(isPlaced(ids))
        .$castTo<Pick<StoredSubmission, 'id' | 'status' | 'stage' | 'articleId' | 'age' | 'consent'>>()
        .execute(),

    /** At most `count` pitches of a selection. */
    async list(selection: SubmissionSelection, count: number) {
      const { after, order = 'newest' } = selection;
      const [beyond, direction] = order === 'newest' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
      const place = order === 'waiting' ? 'submission.stagePosition' : 'submission.position';
      let found = addressed.where(isSelected(selection));
      if (after !== undefined) found = found.where(place, beyond, after);
      return found.orderBy(place, direction).limit(count).execute();
    },

    /** Number of pitches in a selection. */
    async count(selection: SubmissionSelection): Promise<number> {
      const { count } = await query
        .selectFrom(tables.submission)
        .select(sql<number>`count(*)::integer`.as('count'))
        .where(sql<boolean>`known`)
        .where(isSelected(selection))
        .executeTakeFirstOrThrow();
      return count;
    },

    /**
     * Number of waiting pitches at each stage and for each editor, and all editors with their names. A pitch assigned
     * to a former editor counts as unassigned. With `reviewerId`, counts only the pitches that this reviewer looks
     * after.
     */
    async desk(reviewerId?: string): Promise<NewsroomDesk> {
      const waiting = query
        .selectFrom(tables.submission)
        .where(sql<boolean>`known`)
        .where('status', '=', 'pending')
        .where(isVisibleTo(reviewerId));
      const count = sql<number>`count(*)::integer`.as('count');
      const [stages, assignees, editors] = await Promise.all([
        waiting.select(['stage', count]).groupBy('stage').execute(),
        waiting.select(['assigneeId', count]).groupBy('assigneeId').execute(),
        query
          .selectFrom(tables.account)
          .select(['userId', 'fullName'])
          .where(mayReview)
          .$if(reviewerId !== undefined, (all) => all.where('userId', '=', `${reviewerId}`))
          .where('fullName', 'is not', null)
          .orderBy('fullName')
          .orderBy('userId')
          .execute(),
      ]);
      const countOf = (editor: string) =>
        assignees.find(({ assigneeId }) => assigneeId === editor)?.count ?? 0;
      const all = assignees.reduce((sum, { count: ofOne }) => sum + ofOne, 0);
      const assigned = editors.reduce((sum, { userId }) => sum + countOf(userId), 0);
      return {
        stages: submissionStages.map((stage) => ({
          stage,
          count: stages.find((row) => row.stage === stage)?.count ?? 0,
        })),
        editors: editors.map(({ userId, fullName }) => ({
          userId,
          name: fullName ?? '',
          count: countOf(userId),
        })),
        unassigned: all - assigned,
      };
    },

    /** At most `count` concerns of writers who have not been forgotten, newest first. */
    concerns(after: ConcernPlace | undefined, count: number) {
      const id = sql<string>`(submission.id || '-' || submission_version.revision::text) collate "C"`;
      const place = sql`(${after?.at ?? 'infinity'}::timestamptz, ${after?.concernId ?? ''})`;
      const listed = concerns().select(id.as('concernId')).$castTo<WriterConcern & ConcernPlace>();
      const remaining = listed.where(sql<boolean>`(submission_version.at, ${id}) < ${place}`);
      return remaining.orderBy('submissionVersion.at', 'desc').orderBy(id, 'desc').limit(count).execute();
    },

    /** All concerns of one writer, oldest first. */
    concernsOf: (userId: string) =>
      concerns().where('submission.userId', '=', userId).orderBy('submissionVersion.position').execute(),

    /** At most `count` pitches of one writer, whatever became of them, newest first. */
    async own(userId: string, after: string | undefined, count: number) {
      let found = ofUser(userId);
      if (after !== undefined) found = found.where('submission.position', '<', after);
      return found.orderBy('submission.position', 'desc').limit(count).execute();
    },

    /** A pitch of this writer, whatever became of it, or undefined. */
    ownOne: (userId: string, id: string) => ofUser(userId).where('submission.id', '=', id).executeTakeFirst(),

    /** The revision at which its writer last sent the text, and the one at which it was published, if it was. */
    async sentAndPublished({ id, userId }: Pick<StoredSubmission, 'id' | 'userId'>) {
      const texts = ['SubmissionPitched', 'SubmissionEdited', 'SubmissionResubmitted'];
      const last = query
        .selectFrom(tables.submissionVersion)
        .where('submissionId', '=', id)
        .select(({ fn }) => fn.max('revision').as('revision'));
      const [sent, published] = await Promise.all([
        last.where('event', 'in', texts).where('actorId', '=', userId).executeTakeFirst(),
        last.where('event', '=', 'SubmissionPublished').executeTakeFirst(),
      ]);
      return { sent: sent?.revision ?? 0, published: published?.revision ?? undefined };
    },

    /** All pitches of one writer, oldest first. */
    allOf: (userId: string) => ofUser(userId).orderBy('submission.position').execute(),
  };
}

const commentTable = sql.id(schemas.comments, 'comment');
