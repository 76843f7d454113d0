import { countWords, type Submission } from '@journal/contracts';
import { useId, useState } from 'react';
import { paragraphs } from '../../article/article-text.ts';
import { Byline, CardDate } from '../../article/Byline.tsx';
import { SectionBadge } from '../../section/SectionMark.tsx';
import { RowActions, RowButton, RowLink } from '../panel/list-parts.tsx';

type SubmissionRowProps = {
  submission: Submission;
  onPublish: (asker: HTMLElement) => void;
  onEdit: (opener: HTMLElement) => void;
  onDelete: (asker: HTMLElement) => void;
  onRestore: () => void;
};

export function SubmissionRow({ submission, onPublish, onEdit, onDelete, onRestore }: SubmissionRowProps) {
  const { id, fullName, age, email, school, section, articleTitle: title, status, articleId } = submission;
  const history = (
    <RowLink name="History" of={title} href={`/admin/submissions/${encodeURIComponent(id)}/history`} />
  );
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
        <Byline
          writer={{ authorName: fullName, authorAge: age, authorSchool: school }}
          date={<CardDate at={submission.createdAt} />}
        />
        {email === null ? null : (
          <p>
            <a className="row-mail" href={`mailto:${encodeURIComponent(email)}`}>
              {email}
            </a>
          </p>
        )}
      </div>
      <RowActions>
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
        {history}
        {status === 'pending' ? <RowButton name="Delete" of={title} danger onPress={onDelete} /> : null}
      </RowActions>
    </li>
  );
}

const longEssay = 500;

/** The essay of a pitch: a long one begins folded to its first lines. */
function Essay({ text, title }: { text: string; title: string }) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const isLong = text.length > longEssay;
  return (
    <>
      <div id={id} className="essay" data-folded={isLong && !unfolded ? '' : undefined}>
        {paragraphs(text).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
          <p key={index} dir="auto">
            {paragraph}
          </p>
        ))}
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
