import { topics } from '@journal/contracts';
import {
  type ArticleEvent,
  articleEvents,
  contributorSubject,
  type OpenedEvent,
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
import { sealedFields } from '../../engine/erasure.ts';
import { defineRowProjection } from '../../engine/row-projection.ts';
import { versionHeadOf } from '../version-head.ts';

type OpenedArticleEvent = OpenedEvent<ArticleEvent>;

const { ArticleIdClaimed: _claims, ...events } = articleEvents;

const byline = sealedFields(events, contributorSubject);
const everything = sealedFields(events);

/** Articles as readers see them, and their history; those of a forgotten user without a name. */
export const articlesProjection = defineRowProjection<OpenedArticleEvent, ArticleRow, ArticleVersionRow>({
  model: articlesModel,
  events: { ...events, UserForgotten: userEvents.UserForgotten },
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
        opposingId: null,
        debateRole: null,
      };
    },
    ArticleEdited(row, { data, revision }) {
      const before = published(row);
      const { articleId: _id, restoredRevision: _restored, content, ...changes } = data;
      const contentRevision = content === undefined ? before.contentRevision : revision;
      return { ...before, ...changes, revision, contentRevision };
    },
    ArticleDeleted: (row, { metadata, revision }) => ({
      ...published(row),
      revision,
      deletedAt: metadata.at,
    }),
    ArticleRestored: (row, { revision }) => ({ ...published(row), revision, deletedAt: null }),
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
  },
  topicsOf: articleTopics,
});

function published(row: ArticleRow | undefined): ArticleRow {
  if (!row) throw new Error('the article has never been published');
  return row;
}

/** Yields what readers see differently when `before` has become `after`; nothing where neither is listed. */
function* articleTopics(before: ArticleRow | undefined, after: ArticleRow): Generator<string> {
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
