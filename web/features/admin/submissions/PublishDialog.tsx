import { readTimeOf, type Submission } from '@journal/contracts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { OpenProps } from '../../../ui/dialog/use-loaded.ts';
import { Byline } from '../../article/Byline.tsx';
import { paragraphs } from '../../article/paragraphs.ts';
import { ReadTime } from '../../article/ReadTime.tsx';
import { SectionBadge } from '../../section/SectionBadge.tsx';

type PublishDialogProps = OpenProps & { submission: Submission; onConfirm: () => void };

/** What a pitch will look like as an article, and whether it shall be one. */
export function PublishDialog({ submission, onConfirm, ...dialog }: PublishDialogProps) {
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
