import { countWords, readTimeOf, type Submission } from '@journal/contracts';
import { useId, useState } from 'react';
import { historyHref } from '../../data/newsroom.api.ts';
import { Byline, CardDate, Paragraphs, ReadTime } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { RowButton, RowLink } from './list-parts.tsx';
import type { RowProps } from './PieceTab.tsx';

export function SubmissionRow({
  row: submission,
  onPublish,
  onEdit,
  onDelete,
  onRestore,
}: RowProps<Submission>) {
  const { id, email, section, articleTitle: title, status, articleId } = submission;
  return (
    <li className="row" data-section={section}>
      <div className="row-main">
        <p className="row-labels">
          <SectionBadge section={section} />
        </p>
        <h3 className="row-title" dir="auto">
          {title}
        </h3>
        <p className="row-excerpt" dir="auto">
          {submission.articleSummary}
        </p>
        <Essay text={submission.fullEssay} title={title} />
      </div>
      <div className="row-facts">
        <Byline writer={writerOf(submission)} date={<CardDate at={submission.createdAt} />} />
        {email === null ? null : (
          <p>
            <a className="row-mail" href={`mailto:${encodeURIComponent(email)}`}>
              {email}
            </a>
          </p>
        )}
      </div>
      <div className="row-actions">
        {status === 'pending' ? (
          <>
            <RowButton name="Publish as Article" of={title} onPress={onPublish} />
            <RowButton name="Edit" of={title} onPress={onEdit} />
          </>
        ) : null}
        {status === 'published' && articleId !== null ? (
          <RowLink name="View article" of={title} href={`/article/${articleId}`} />
        ) : null}
        {status === 'deleted' ? <RowButton name="Restore" of={title} onPress={onRestore} /> : null}
        <RowLink name="History" of={title} href={historyHref({ kind: 'submissions', id })} />
        {status === 'pending' ? <RowButton name="Delete" of={title} danger onPress={onDelete} /> : null}
      </div>
    </li>
  );
}

const writerOf = ({ fullName, age, school }: Submission) => ({
  authorName: fullName,
  authorAge: age,
  authorSchool: school,
});

const longEssay = 500;

/** The essay of a pitch: a long one begins folded to its first lines. */
function Essay({ text, title }: { text: string; title: string }) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const isLong = text.length > longEssay;
  return (
    <>
      <div id={id} className="essay" data-folded={isLong && !unfolded ? '' : undefined}>
        <Paragraphs text={text} />
      </div>
      <p className="essay-foot">
        <span>{countWords(text).toLocaleString('en-GB')} words</span>
        {isLong ? (
          <button
            type="button"
            className="text-link"
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? 'Show less' : 'Show the full essay'}
            <span className="sr-only"> of {title}</span>
          </button>
        ) : null}
      </p>
    </>
  );
}

/** A pitch as the article that it becomes. */
export function SubmissionPreview({ row: submission }: { row: Submission }) {
  const { section, articleTitle, articleSummary, fullEssay } = submission;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
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
      <Byline writer={writerOf(submission)} date={null} />
      <div className="preview-text">
        <Paragraphs text={fullEssay} />
      </div>
    </section>
  );
}
