import type { NewsroomArticle } from '@journal/contracts';
import { Byline } from '../../article/Byline.tsx';
import { CardDate } from '../../article/CardDate.tsx';
import { ReadTime } from '../../article/ReadTime.tsx';
import { SectionBadge } from '../../section/SectionBadge.tsx';
import { RowActions, RowButton, RowLink } from '../panel/RowActions.tsx';

type ArticleRowProps = {
  article: NewsroomArticle;
  onEdit: (opener: HTMLElement) => void;
  onDelete: (asker: HTMLElement) => void;
  onRestore: () => void;
};

export function ArticleRow({ article, onEdit, onDelete, onRestore }: ArticleRowProps) {
  const { id, title, section, featured, excerpt, readTime, createdAt, deletedAt } = article;
  const history = <RowLink name="History" of={title} href={`/admin/articles/${id}/history`} />;
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
      {deletedAt === null ? (
        <RowActions>
          <RowLink name="View" of={title} href={`/article/${id}`} />
          <RowButton name="Edit" of={title} onPress={onEdit} />
          {history}
          <RowButton name="Delete" of={title} danger onPress={onDelete} />
        </RowActions>
      ) : (
        <RowActions>
          <RowButton name="Restore" of={title} onPress={onRestore} />
          {history}
        </RowActions>
      )}
    </li>
  );
}
