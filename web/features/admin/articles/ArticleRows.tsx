import type { NewsroomArticle } from '@journal/contracts';
import type { RefObject } from 'react';
import { deleteArticle, restoreArticle } from '../../../data/newsroom.calls.ts';
import { type ArticlesFilter, newsroomArticles } from '../../../data/newsroom.queries.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { LoadMore } from '../../../ui/list/LoadMore.tsx';
import { usePages } from '../../../ui/list/use-pages.ts';
import { NothingFound } from '../panel/NothingFound.tsx';
import { panelHref } from '../panel/panel-address.ts';
import { useChange } from '../panel/use-changes.ts';
import { useQuestion } from '../panel/use-question.ts';
import { ArticleRow } from './ArticleRow.tsx';

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
