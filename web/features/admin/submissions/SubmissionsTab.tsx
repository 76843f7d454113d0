import { useRef } from 'react';
import { type SubmissionsFilter, submissionPath, submissions } from '../../../data/newsroom.api.ts';
import { ListBoundary } from '../../../ui/list/ListBoundary.tsx';
import { EditRow } from '../editing/EditRow.tsx';
import { FilterBar, type FilterChoice, sectionChoice } from '../panel/FilterBar.tsx';
import { Counted } from '../panel/list-parts.tsx';
import { useOpenForms } from '../panel/use-row-actions.ts';
import { SubmissionRows } from './SubmissionRows.tsx';
import { submissionKind } from './submission-kind.ts';

const choices: readonly FilterChoice[] = [
  sectionChoice,
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', name: 'Waiting' },
      { value: 'published', name: 'Published' },
      { value: 'deleted', name: 'Deleted' },
    ],
  },
];

const titles = { published: 'Published Submissions', deleted: 'Deleted Submissions' } as const;

type SubmissionsTabProps = {
  filter: SubmissionsFilter;
  /** Shows the open forms alone. */
  closed: boolean;
};

/** The pitches, and the forms to edit them. */
export function SubmissionsTab({ filter, closed }: SubmissionsTabProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useOpenForms<string>(() => heading.current);
  const { status } = filter;
  return (
    <>
      {forms.keys.map((key) => (
        <EditRow
          key={key}
          kind={submissionKind}
          path={submissionPath(key)}
          onClose={() => forms.close(key)}
        />
      ))}
      {closed ? null : (
        <section aria-labelledby="submissions-title">
          <h2 id="submissions-title" className="panel-title" ref={heading} tabIndex={-1}>
            {status === 'published' || status === 'deleted' ? (
              titles[status]
            ) : (
              <Counted name="Essay Submissions" of="submissions" />
            )}
          </h2>
          <FilterBar
            tab="submissions"
            label="Filter submissions"
            hint="Title, name or summary"
            filter={filter}
            choices={choices}
          />
          <ListBoundary query={submissions(filter)} loading="Loading submissions...">
            <SubmissionRows filter={filter} heading={heading} onEdit={forms.open} />
          </ListBoundary>
        </section>
      )}
    </>
  );
}
