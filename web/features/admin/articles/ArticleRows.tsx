import type { NewsroomArticle } from '@journal/contracts';
import type { RefObject } from 'react';
import {
  type ArticlesFilter,
  deleteArticle,
  newsroomArticles,
  restoreArticle,
} from '../../../data/newsroom.api.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { LoadMore } from '../../../ui/list/LoadMore.tsx';
import { usePages } from '../../../ui/list/use-pages.ts';
import { Byline, CardDate, ReadTime } from '../../article/Byline.tsx';
import { SectionBadge } from '../../section/SectionMark.tsx';
import { NothingFound, RowActions, RowButton, RowLink } from '../panel/list-parts.tsx';
import { panelHref } from '../panel/panel-address.ts';
import { useChange, useQuestion } from '../panel/use-row-actions.ts';

type ArticleRowsProps = {
  filter: ArticlesFilter;
  /** Takes the focus of a row that goes. */
  heading: RefObject<HTMLElement | null>;
  onEdit: (id: number, opener: HTMLElement) => void;
};

/** The articles that the filter lets through, newest first, and what can be done with each. */
export function ArticleRows({ filter, heading, onEdit }: ArticleRowsProps) {
  const { pages, ...more } = usePages(newsroomArticles(filter));
  const articles = pages.flatMap(({ rows }) => rows);
  const change = useChange();
  const question = useQuestion<NewsroomArticle>(heading);

  const restore = (id: number) =>
    change(() => restoreArticle(id), {
      done: 'Article restored successfully!',
      failed: 'Failed to restore article. Please try again.',
    });
  const remove = ({ id }: NewsroomArticle) =>
    change(() => deleteArticle(id), {
      done: 'Article deleted successfully!',
      failed: 'Failed to delete article. Please try again.',
      undo: { instead: 'Choose the status "Deleted" to restore it', run: () => void restore(id) },
    });

  return (
    <>
      {articles.length === 0 ? (
        <NothingFound tab="articles" filter={filter} text="No articles published yet." />
      ) : (
        <ul className="rows">
          {articles.map((article) => (
            <ArticleRow
              key={article.id}
              article={article}
              onEdit={(opener) => onEdit(article.id, opener)}
              onDelete={(asker) => question.ask(article, asker)}
              onRestore={() => {
                heading.current?.focus();
                void restore(article.id);
              }}
            />
          ))}
        </ul>
      )}
      <LoadMore
        more={more}
        count={articles.length}
        href={pages.at(-1)?.next ? panelHref('articles', filter) : undefined}
        label="Load More Articles"
      />
      {question.row ? (
        <ConfirmDialog
          {...question.dialog}
          title="Delete this article?"
          text={
            <p>
              “<bdi>{question.row.title}</bdi>” will be gone from every page. You can restore it.
            </p>
          }
          action="Delete"
          className="button-danger button-solid"
          onConfirm={() => {
            question.agreed();
            if (question.row) void remove(question.row);
          }}
        />
      ) : null}
    </>
  );
}

type ArticleRowProps = {
  article: NewsroomArticle;
  onEdit: (opener: HTMLElement) => void;
  onDelete: (asker: HTMLElement) => void;
  onRestore: () => void;
};

function ArticleRow({ article, onEdit, onDelete, onRestore }: ArticleRowProps) {
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
