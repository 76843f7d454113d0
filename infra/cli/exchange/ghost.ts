import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { bylineOf, type ForeignPiece, type Source } from './piece.ts';
import { textOfHtml } from './plain-text.ts';

const id = Type.Union([Type.String(), Type.Number()]);
const maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const GhostExport = Type.Object({
  db: Type.Array(
    Type.Object({
      data: Type.Object({
        posts: Type.Array(
          Type.Object({
            id,
            title: Type.String(),
            slug: maybe,
            html: maybe,
            plaintext: maybe,
            custom_excerpt: maybe,
            type: maybe,
            /** Whether it is a page, before version 3, which introduced types. */
            page: Type.Optional(Type.Unknown()),
            /** Its only author, before version 1.22. */
            author_id: Type.Optional(Type.Union([id, Type.Null()])),
            status: maybe,
            visibility: maybe,
            published_at: maybe,
            feature_image: maybe,
            featured: Type.Optional(Type.Unknown()),
          }),
        ),
        users: Type.Optional(Type.Array(Type.Object({ id, name: Type.String() }))),
        tags: Type.Optional(Type.Array(Type.Object({ id, name: Type.String() }))),
        posts_tags: Type.Optional(Type.Array(Type.Object({ post_id: id, tag_id: id }))),
        posts_authors: Type.Optional(
          Type.Array(Type.Object({ post_id: id, author_id: id, sort_order: Type.Optional(Type.Unknown()) })),
        ),
      }),
    }),
    { minItems: 1 },
  ),
});

export const isGhostExport = (value: unknown): value is Static<typeof GhostExport> =>
  Check(GhostExport, value);

/**
 * Returns the posts of a Ghost export. Posts for members only, and those that were only mailed (`sent`), become drafts,
 * so that they aren't published unasked.
 */
export function ghostSource({ db }: Static<typeof GhostExport>): Source {
  const { posts = [], users = [], tags = [], posts_tags = [], posts_authors = [] } = db[0]?.data ?? {};
  const names = new Map(users.map((user) => [String(user.id), user.name]));
  const tagNames = new Map(tags.map((tag) => [String(tag.id), tag.name]));
  const isPage = ({ type, page }: (typeof posts)[number]) => type === 'page' || Boolean(page);
  const pieces = posts
    .filter((post) => !isPage(post))
    .map((post): ForeignPiece => {
      const isOf = ({ post_id }: { post_id: string | number }) => String(post_id) === String(post.id);
      const picture = post.feature_image ? '<img>' : '';
      const { text, lost } = textOfHtml(`${picture}${post.html ?? ''}`);
      const isForAll = (post.visibility ?? 'public') === 'public';
      const isMailed = post.status === 'sent';
      const time = Date.parse(post.published_at ?? '');
      const authors = posts_authors
        .filter(isOf)
        .toSorted((one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0))
        .flatMap(({ author_id }) => names.get(String(author_id)) ?? []);
      const byline = bylineOf(authors) ?? names.get(String(post.author_id));
      return {
        name: post.slug ?? post.title,
        key: `ghost ${post.id}`,
        title: post.title.trim(),
        text: text || (post.plaintext ?? '').trim(),
        excerpt: post.custom_excerpt?.trim(),
        topics: posts_tags.filter(isOf).flatMap((one) => tagNames.get(String(one.tag_id)) ?? []),
        author: byline,
        featured: Boolean(post.featured),
        publishedAt: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
        isDraft: post.status !== 'published' || !isForAll,
        lost,
        ...(isForAll ? {} : { remarks: ['was for members only: imported as a draft'] }),
        ...(isMailed ? { remarks: ['was only mailed: imported as a draft'] } : {}),
      };
    });
  const pages = posts.filter(isPage);
  return { pieces, leftOut: pages.map(({ title }) => `${title}: is a page, not a piece`) };
}
