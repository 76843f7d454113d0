import { topics } from '@journal/contracts';
import {
  type ArticleEvent,
  articleEvents,
  contributorSubject,
  issueEvents,
  type OpenedEvent,
  pageEvents,
  userEvents,
} from '@journal/events';
import {
  type ArticleRow,
  type ArticleVersionRow,
  articleColumns,
  articlesModel,
  articleVersionColumns,
  isListed,
} from '@journal/read-models';
import { sealedFields, type UserForgotten } from '../../engine/erasure.ts';
import type { Projection } from '../../engine/projection.ts';
import { defineRowProjection } from '../../engine/row-projection.ts';
import { versionHeadOf } from '../version-head.ts';
import { type OpenedIssueEvent, writeIssues } from './issues.ts';
import { type SettingEvent, withOtherPieces } from './other-pieces.ts';
import { type OpenedPageEvent, writePageVersions } from './page-versions.ts';

type OpenedArticleEvent = OpenedEvent<ArticleEvent>;

const { ArticleIdClaimed: _claims, ...events } = articleEvents;

const byline = sealedFields(events, contributorSubject);
const everything = sealedFields(events);

const pieceEvents = {
  ...events,
  UserForgotten: userEvents.UserForgotten,
  OtherPiecesShown: userEvents.OtherPiecesShown,
  OtherPiecesHidden: userEvents.OtherPiecesHidden,
};

/** Articles as readers see them, and their history; those of a forgotten user without a name. */
const articleRows = defineRowProjection<OpenedArticleEvent, ArticleRow, ArticleVersionRow>({
  model: articlesModel,
  events: pieceEvents,
  table: { name: 'article', key: 'id', columns: articleColumns },
  versions: { name: 'article_version', key: 'articleId', columns: articleVersionColumns },
  keyOf: (event) => event.data.articleId,
  on: {
    ArticlePublished: (_row, { data, metadata, revision }) => {
      const { articleId, content: _content, ...fields } = data;
      return {
        ...fields,
        id: articleId,
        revision,
        contentRevision: revision,
        createdAt: metadata.at,
        deletedAt: null,
        hiddenAt: null,
        removedAt: null,
        opposingId: null,
        debateRole: null,
        unpublishAt: null,
      };
    },
    ArticleEdited(row, { data, revision }) {
      const before = published(row);
      const { articleId: _id, restoredRevision: _restored, content, ...changes } = data;
      const contentRevision = content === undefined ? before.contentRevision : revision;
      return { ...before, ...changes, revision, contentRevision };
    },
    ArticleBylineChosen(row, { data, revision }) {
      const { authorName, authorAge, authorSchool } = data;
      return { ...published(row), authorName, authorAge, authorSchool, revision };
    },
    ArticleUnnamed(row, { data, revision }) {
      const { authorName, authorAge, authorSchool } = data;
      return { ...published(row), authorName, authorAge, authorSchool, revision };
    },
    ArticleHidden: (row, { metadata, revision }) => ({ ...published(row), revision, hiddenAt: metadata.at }),
    ArticleHiddenByGuardian(row, { metadata, revision }) {
      const article = published(row);
      return { ...article, revision, hiddenAt: article.hiddenAt ?? metadata.at };
    },
    ArticleShown: (row, { revision }) => ({ ...published(row), revision, hiddenAt: null }),
    ArticleRemoved: (row, { metadata, revision }) => ({
      ...published(row),
      revision,
      removedAt: metadata.at,
      unpublishAt: null,
    }),
    ArticleErased(row, { metadata, revision }) {
      const before = published(row);
      return { ...before, revision, removedAt: before.removedAt ?? metadata.at, unpublishAt: null };
    },
    ArticleDeleted: (row, { metadata, revision }) => ({
      ...published(row),
      revision,
      deletedAt: metadata.at,
      unpublishAt: null,
    }),
    ArticleRestored: (row, { revision }) => ({ ...published(row), revision, deletedAt: null }),
    ArticleUnpublishScheduled: (row, { data, revision }) => ({
      ...published(row),
      revision,
      unpublishAt: data.unpublishAt,
    }),
    ArticleUnpublishCancelled: (row, { revision }) => ({ ...published(row), revision, unpublishAt: null }),
    ArticlePaired: (row, { data, revision }) => ({
      ...published(row),
      revision,
      opposingId: data.opposingId,
      debateRole: data.role,
    }),
    ArticleUnpaired: (row, { revision }) => ({
      ...published(row),
      revision,
      opposingId: null,
      debateRole: null,
    }),
  },
  versionOf: (event) => ({ ...event.data, ...versionHeadOf(event) }),
  erasure: {
    owner: 'contributorId',
    ownerOf: ({ data }) => ('contributorId' in data ? data.contributorId : undefined),
    forgotten: {
      name: 'forgotten_contributor',
      key: 'contributorId',
      columns: { contributorId: 'text', pieces: 'text' },
    },
    erases: (pieces) => (pieces === 'keep' ? byline : everything),
    by: new Set(['ArticleErased']),
  },
  topicsOf: articleTopics,
});

const pieces = withOtherPieces(articleRows);

type OtherEvent = OpenedPageEvent | OpenedIssueEvent;

const isOfPage = ({ type }: ReaderEvent): boolean => type in pageEvents;
const isOfIssue = ({ type }: ReaderEvent): boolean => type in issueEvents;

type ReaderEvent = OpenedArticleEvent | OtherEvent | SettingEvent | UserForgotten;

/** What readers read, and its history: articles, the issues that they are in, and the pages whose text editors can change. */
export const articlesProjection: Projection<ReaderEvent> = {
  model: articlesModel,
  events: { ...pieceEvents, ...pageEvents, ...issueEvents },
  prepare(batch) {
    const edits = batch.filter((event): event is OpenedPageEvent => isOfPage(event));
    const ofIssues = batch.filter((event): event is OpenedIssueEvent => isOfIssue(event));
    const ofPieces = pieces.prepare(
      batch.filter(
        (event): event is Exclude<ReaderEvent, OtherEvent> => !isOfPage(event) && !isOfIssue(event),
      ),
    );
    return {
      async apply(transaction) {
        const [changed = [], issues] = await Promise.all([
          ofPieces.apply?.(transaction),
          writeIssues(transaction, ofIssues),
        ]);
        return [...changed, ...issues, ...writePageVersions(transaction, edits)];
      },
    };
  },
};

function published(row: ArticleRow | undefined): ArticleRow {
  if (!row) throw new Error('the article has never been published');
  return row;
}

/** Yields what readers see differently when `before` has become `after`; nothing where neither is listed. */
function* articleTopics(before: ArticleRow | undefined, after: ArticleRow): Generator<string> {
  const isSame = (field: keyof ArticleRow) => before?.[field] === after[field];
  // Its writer is told on the page of the pitch, and editors of what readers do not see.
  const isErased = after.title === null && before?.title !== null;
  if (isErased || !(isSame('hiddenAt') && isSame('removedAt') && isSame('deletedAt'))) {
    yield topics.mine(after.contributorId);
    yield topics.articles;
    yield topics.article(after.id);
  }
  const listed = [before, after].filter((row) => row !== undefined).filter(isListed);
  const [first] = listed;
  if (!first) return;
  yield topics.articles;
  yield topics.article(first.id);
  for (const row of listed) {
    yield topics.section(row.section);
    // The card of its opposite, which may be featured, says that there are two sides.
    if (row.featured === 1 || row.opposingId !== null) yield topics.featured;
  }
  if (listed.length === 1 || before?.authorName !== after.authorName) yield topics.stats;
}
