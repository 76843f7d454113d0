import type { Submission } from '@journal/contracts';
import { Byline } from '../../article/Byline.tsx';
import { CardDate } from '../../article/CardDate.tsx';
import { SectionBadge } from '../../section/SectionBadge.tsx';
import { RowActions, RowButton, RowLink } from '../panel/RowActions.tsx';
import { Essay } from './Essay.tsx';

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
