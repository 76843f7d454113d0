import { useRef } from 'react';
import { type ArticlesFilter, articlePath, newsroomArticles } from '../../../data/newsroom.api.ts';
import { ListBoundary } from '../../../ui/list/ListBoundary.tsx';
import { EditRow } from '../editing/EditRow.tsx';
import { FilterBar, type FilterChoice, sectionChoice } from '../panel/FilterBar.tsx';
import { Counted } from '../panel/list-parts.tsx';
import { useOpenForms } from '../panel/use-row-actions.ts';
import { AddArticle } from './AddArticle.tsx';
import { ArticleRows } from './ArticleRows.tsx';
import { articleKind } from './article-kind.ts';

const choices: readonly FilterChoice[] = [
  sectionChoice,
  {
    name: 'featured',
    label: 'Featured',
    options: [
      { value: '', name: 'All' },
      { value: '1', name: 'Featured' },
      { value: '0', name: 'Not featured' },
    ],
  },
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', name: 'Published' },
      { value: 'deleted', name: 'Deleted' },
    ],
  },
];

type ArticlesTabProps = {
  filter: ArticlesFilter;
  /** Shows the open forms alone. */
  closed: boolean;
};

/** The articles, and the forms to add and edit them. */
export function ArticlesTab({ filter, closed }: ArticlesTabProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useOpenForms<number | 'new'>(() => heading.current);
  return (
    <>
      {closed ? null : (
        <button
          type="button"
          className="button button-solid"
          aria-expanded={forms.keys.includes('new')}
          onClick={({ currentTarget }) =>
            forms.keys.includes('new') ? forms.close('new') : forms.open('new', currentTarget)
          }
        >
          Add New Article
        </button>
      )}
      {forms.keys.map((key) =>
        key === 'new' ? (
          <AddArticle key={key} onClose={() => forms.close(key)} />
        ) : (
          <EditRow key={key} kind={articleKind} path={articlePath(key)} onClose={() => forms.close(key)} />
        ),
      )}
      {closed ? null : (
        <section aria-labelledby="articles-title">
          <h2 id="articles-title" className="panel-title" ref={heading} tabIndex={-1}>
            {filter.status === 'deleted' ? (
              'Deleted Articles'
            ) : (
              <Counted name="Published Articles" of="articles" />
            )}
          </h2>
          <FilterBar
            tab="articles"
            label="Filter articles"
            hint="Title or author"
            filter={filter}
            choices={choices}
          />
          <ListBoundary query={newsroomArticles(filter)} loading="Loading articles...">
            <ArticleRows filter={filter} heading={heading} onEdit={forms.open} />
          </ListBoundary>
        </section>
      )}
    </>
  );
}
