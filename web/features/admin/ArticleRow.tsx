import type { NewsroomArticle } from '@journal/contracts';
import { historyHref } from '../../data/newsroom.api.ts';
import { Byline, CardDate, ReadTime } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { RowButton, RowLink } from './list-parts.tsx';
import type { RowProps } from './PieceTab.tsx';

export function ArticleRow({ row: article, onEdit, onDelete, onRestore }: RowProps<NewsroomArticle>) {
  const { id, title, section, featured, excerpt, readTime, createdAt, deletedAt } = article;
  const history = <RowLink name="History" of={title} href={historyHref({ kind: 'articles', id })} />;
  return (
    <li className="row" data-section={section}>
      <div className="row-main">
        <p className="row-labels">
          <SectionBadge section={section} />
          {featured === 1 ? <span className="label row-label">Featured</span> : null}
        </p>
        <h3 className="row-title" dir="auto">
          {title}
        </h3>
        <p className="row-excerpt" dir="auto">
          {excerpt}
        </p>
      </div>
      <div className="row-facts">
        <Byline writer={article} date={<CardDate at={createdAt} />} />
        <p>
          <ReadTime minutes={readTime} />
        </p>
        {deletedAt === null ? null : (
          <p>
            Deleted on <CardDate at={deletedAt} />
          </p>
        )}
      </div>
      <div className="row-actions">
        {deletedAt === null ? (
          <>
            <RowLink name="View" of={title} href={`/article/${id}`} />
            <RowButton name="Edit" of={title} onPress={onEdit} />
            {history}
            <RowButton name="Delete" of={title} danger onPress={onDelete} />
          </>
        ) : (
          <>
            <RowButton name="Restore" of={title} onPress={onRestore} />
            {history}
          </>
        )}
      </div>
    </li>
  );
}
