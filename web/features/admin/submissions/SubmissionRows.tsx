import { readTimeOf, type Submission } from '@journal/contracts';
import type { RefObject } from 'react';
import {
  deleteSubmission,
  publishSubmission,
  restoreSubmission,
  type SubmissionsFilter,
  submissions,
} from '../../../data/newsroom.api.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { OpenProps } from '../../../ui/dialog/use-loaded.ts';
import { LoadMore } from '../../../ui/list/LoadMore.tsx';
import { usePages } from '../../../ui/list/use-pages.ts';
import { paragraphs } from '../../article/article-text.ts';
import { Byline, ReadTime } from '../../article/Byline.tsx';
import { SectionBadge } from '../../section/SectionMark.tsx';
import { NothingFound } from '../panel/list-parts.tsx';
import { panelHref } from '../panel/panel-address.ts';
import { useChange, useQuestion } from '../panel/use-row-actions.ts';
import { SubmissionRow } from './SubmissionRow.tsx';

type SubmissionRowsProps = {
  filter: SubmissionsFilter;
  /** Takes the focus of a row that goes. */
  heading: RefObject<HTMLElement | null>;
  onEdit: (id: string, opener: HTMLElement) => void;
};

/** The pitches that the filter lets through, newest first, and what can be done with each. */
export function SubmissionRows({ filter, heading, onEdit }: SubmissionRowsProps) {
  const { pages, ...more } = usePages(submissions(filter));
  const pitches = pages.flatMap(({ rows }) => rows);
  const change = useChange();
  const deleting = useQuestion<Submission>(heading);
  const publishing = useQuestion<Submission>(heading);
  // As it is now, should another editor have changed it under the open preview.
  const preview = pitches.find(({ id }) => id === publishing.row?.id) ?? publishing.row;

  const restore = (id: string) =>
    change(() => restoreSubmission(id), {
      done: 'Submission restored successfully!',
      failed: 'Failed to restore submission. Please try again.',
    });
  const remove = ({ id }: Submission) =>
    change(() => deleteSubmission(id), {
      done: 'Submission deleted successfully!',
      failed: 'Failed to delete submission. Please try again.',
      undo: { instead: 'Choose the status "Deleted" to restore it', run: () => void restore(id) },
    });
  const publish = ({ id }: Submission) =>
    change(() => publishSubmission(id), {
      done: 'Submission published as article successfully!',
      failed: 'Failed to publish submission. Please try again.',
    });

  return (
    <>
      {pitches.length === 0 ? (
        <NothingFound tab="submissions" filter={filter} text="No submissions yet." />
      ) : (
        <ul className="rows">
          {pitches.map((submission) => (
            <SubmissionRow
              key={submission.id}
              submission={submission}
              onPublish={(asker) => publishing.ask(submission, asker)}
              onEdit={(opener) => onEdit(submission.id, opener)}
              onDelete={(asker) => deleting.ask(submission, asker)}
              onRestore={() => {
                heading.current?.focus();
                void restore(submission.id);
              }}
            />
          ))}
        </ul>
      )}
      <LoadMore
        more={more}
        count={pitches.length}
        href={pages.at(-1)?.next ? panelHref('submissions', filter) : undefined}
        label="Load More Submissions"
        one="submission"
        many="submissions"
      />
      {deleting.row ? (
        <ConfirmDialog
          {...deleting.dialog}
          title="Delete this submission?"
          text={
            <p>
              “<bdi>{deleting.row.articleTitle}</bdi>” will be gone from the list, and its writer will see
              that it was not taken. You can restore it.
            </p>
          }
          action="Delete"
          className="button-danger button-solid"
          onConfirm={() => {
            deleting.agreed();
            if (deleting.row) void remove(deleting.row);
          }}
        />
      ) : null}
      {preview ? (
        <PublishDialog
          {...publishing.dialog}
          submission={preview}
          onConfirm={() => {
            publishing.agreed();
            void publish(preview);
          }}
        />
      ) : null}
    </>
  );
}

type PublishDialogProps = OpenProps & { submission: Submission; onConfirm: () => void };

/** Previews a pitch as an article and asks whether to publish it. */
function PublishDialog({ submission, onConfirm, ...dialog }: PublishDialogProps) {
  const { section, articleTitle, articleSummary, fullEssay, fullName, age, school } = submission;
  return (
    <ConfirmDialog
      {...dialog}
      title="Publish this submission?"
      text={<p>This is the article that readers will see. You can edit it afterwards.</p>}
      action="Publish"
      onConfirm={onConfirm}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="preview" data-section={section} aria-label="Preview" tabIndex={0}>
        <p className="row-labels">
          <SectionBadge section={section} />
          <ReadTime minutes={readTimeOf(fullEssay)} />
        </p>
        <h3 className="preview-title" dir="auto">
          {articleTitle}
        </h3>
        <p className="preview-excerpt" dir="auto">
          {articleSummary}
        </p>
        <Byline writer={{ authorName: fullName, authorAge: age, authorSchool: school }} date={null} />
        <div className="preview-text">
          {paragraphs(fullEssay).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
            <p key={index} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      </section>
    </ConfirmDialog>
  );
}
