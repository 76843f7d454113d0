import { topics } from '@journal/contracts';
import {
  type ArticleEvent,
  articleEvents,
  contributorSubject,
  issueEvents,
  nameWithheld,
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
import { loadRows, type Table } from '../../engine/rows.ts';
import type { StepTransaction } from '../../engine/step.ts';
import { versionHeadOf } from '../version-head.ts';
import { type OpenedIssueEvent, readClosedIssues, writeIssues } from './issues.ts';
import { type PieceEvent, type SettingEvent, withOtherPieces } from './other-pieces.ts';
import { type OpenedPageEvent, writePageVersions } from './page-versions.ts';

type OpenedArticleEvent = OpenedEvent<ArticleEvent>;

const { ArticleIdClaimed: _claims, ...events } = articleEvents;

const byline = sealedFields(events, contributorSubject);
const everything = sealedFields(events);

const pieceEvents = {
  ...events,
  IssuePublished: issueEvents.IssuePublished,
  UserForgotten: userEvents.UserForgotten,
  OtherPiecesShown: userEvents.OtherPiecesShown,
  OtherPiecesHidden: userEvents.OtherPiecesHidden,
};

const articles: Table<ArticleRow> = { name: 'article', columns: articleColumns };

/** Returns the numbers of the issues that a batch publishes. */
const publishedIn = (batch: readonly OpenedEvent[]): readonly number[] =>
  (batch as readonly OpenedIssueEvent[]).flatMap((event) =>
    event.type === 'IssuePublished' ? [event.data.issueNumber] : [],
  );

/** Articles as readers see them, and their history; without the name of a forgotten writer. */
const articleRows = defineRowProjection<OpenedArticleEvent, ArticleRow, ArticleVersionRow>({
  model: articlesModel,
  events: pieceEvents,
  table: { ...articles, key: 'id' },
  versions: { name: 'article_version', key: 'articleId', columns: articleVersionColumns },
  keyOf: (event) => event.data.articleId,
  on: {
    ArticlePublished: (_row, { data, metadata, revision }) => {
      const { articleId, content: _content, issueNumber: waitsFor = null, publishedAt, ...fields } = data;
      return {
        ...fields,
        id: articleId,
        revision,
        contentRevision: revision,
        createdAt: publishedAt ?? metadata.at,
        deletedAt: null,
        hiddenAt: null,
        removedAt: null,
        waitsFor,
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
  others: {
    types: new Set(['IssuePublished']),
    load: async (transaction, batch) => loadRows(transaction, articles, 'waitsFor', publishedIn(batch)),
    apply: (row, event) =>
      row.waitsFor !== null && publishedIn([event]).includes(row.waitsFor) ? { ...row, waitsFor: null } : row,
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
    erasingTypes: new Set(['ArticleErased']),
  },
  topicsOf: articleTopics,
});

const pieces = withOtherPieces(articleRows);

type ReaderEvent = OpenedArticleEvent | OpenedPageEvent | OpenedIssueEvent | SettingEvent | UserForgotten;

const isOfPage = (event: ReaderEvent): event is OpenedPageEvent => event.type in pageEvents;
const isOfIssue = (event: ReaderEvent): event is OpenedIssueEvent => event.type in issueEvents;
const isOfPiece = (event: ReaderEvent): event is PieceEvent | SettingEvent => event.type in pieceEvents;

/** Everything readers read, with its history: articles, their issues, and the pages whose text editors can change. */
export const articlesProjection: Projection<ReaderEvent> = {
  model: articlesModel,
  events: { ...pieceEvents, ...pageEvents, ...issueEvents },
  prepare: (batch) => ({
    async apply(transaction) {
      const ofPieces = pieces.prepare((await waitingIn(transaction, batch)).filter(isOfPiece));
      const [changed = [], issues] = await Promise.all([
        ofPieces.apply?.(transaction),
        writeIssues(transaction, batch.filter(isOfIssue)),
      ]);
      return [...changed, ...issues, ...writePageVersions(transaction, batch.filter(isOfPage))];
    },
  }),
};

/**
 * Resolves with the batch, in which an article waits for its issue only if it was published while the issue was closed.
 * An article that is late, because its issue was published without it, becomes visible on its own.
 */
async function waitingIn(
  transaction: StepTransaction,
  batch: readonly ReaderEvent[],
): Promise<readonly ReaderEvent[]> {
  const numbers = new Set(
    batch.flatMap((event) =>
      event.type === 'ArticlePublished' && event.data.issueNumber !== undefined
        ? [event.data.issueNumber]
        : [],
    ),
  );
  if (numbers.size === 0) return batch;
  const closed = await readClosedIssues(transaction, [...numbers]);
  return batch.map((event) => {
    if (event.type === 'IssueClosed') closed.add(event.data.issueNumber);
    if (event.type === 'IssuePublished') closed.delete(event.data.issueNumber);
    if (event.type !== 'ArticlePublished') return event;
    const { issueNumber, ...data } = event.data;
    return issueNumber === undefined || closed.has(issueNumber) ? event : { ...event, data };
  });
}

function published(row: ArticleRow | undefined): ArticleRow {
  if (!row) throw new Error('the article was never published');
  return row;
}

const isNameWithheld = (row: ArticleRow | undefined) => row?.authorName === nameWithheld;

/**
 * Yields the topics of what readers see differently when `before` becomes `after`. A change of visibility, an erasure,
 * and the taking off of the name also touch the writer and the newsroom, even if the article is not listed.
 */
function* articleTopics(before: ArticleRow | undefined, after: ArticleRow): Generator<string> {
  const isSame = (field: keyof ArticleRow) => before?.[field] === after[field];
  // Its writer sees the change on the pitch's page, and editors see articles that readers do not.
  const isErased = after.title === null && before?.title !== null;
  // The name of a forgotten writer is neither: nobody would see the change.
  const isNameOffOrOn = after.authorName !== null && isNameWithheld(before) !== isNameWithheld(after);
  const isVisibilitySame = (['hiddenAt', 'removedAt', 'deletedAt', 'waitsFor'] as const).every(isSame);
  if (isErased || isNameOffOrOn || !isVisibilitySame) {
    yield topics.mine(after.contributorId);
    yield topics.articles;
    yield topics.article(after.id);
  }
  const listed = [before, after].filter((row) => row !== undefined).filter(isListed);
  const [first] = listed;
  if (!first) {
    // Editors see its plan, its byline and its history.
    if (before?.revision !== after.revision) {
      yield topics.articles;
      yield topics.article(after.id);
    }
    return;
  }
  yield topics.articles;
  yield topics.article(first.id);
  for (const row of listed) {
    yield topics.section(row.section);
    // The card of its opposite, which may be featured, indicates that there are two sides.
    if (row.featured === 1 || row.opposingId !== null) yield topics.featured;
  }
  if (listed.length === 1 || before?.authorName !== after.authorName) yield topics.stats;
}
