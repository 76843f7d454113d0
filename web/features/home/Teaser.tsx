import type { ArticleCard } from '@journal/contracts';

/** The shortest form of an article: title and writer. */
export function Teaser({ article }: { article: ArticleCard }) {
  const { id, title, authorName, authorAge } = article;
  return (
    <>
      <p className="label">The newest</p>
      <p className="teaser-title" dir="auto">
        <a href={`/article/${id}`}>{title}</a>
      </p>
      <p className="teaser-writer">
        <bdi>{authorName}</bdi>
        {authorAge === null ? null : `, ${authorAge}`}
      </p>
    </>
  );
}
