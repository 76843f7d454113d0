import {
  type ArticleCard,
  countWords,
  type NewsroomArticle,
  readTimeOf,
  type Submission,
} from '@journal/contracts';
import { type ReactNode, useId, useState } from 'react';
import { historyHref } from '../../data/newsroom.api.ts';
import { Byline, CardDate, Paragraphs, ReadTime } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';

/** What can be done with a row; each gets the button that was pressed. */
export type RowProps<Row> = {
  row: Row;
  onEdit: (button: HTMLElement) => void;
  onDelete: (button: HTMLElement) => void;
  onPublish: (button: HTMLElement) => void;
  onRestore: () => void;
};

export function ArticleRow({ row: article, onEdit, onDelete, onRestore }: RowProps<NewsroomArticle>) {
  const { id, featured, readTime, deletedAt } = article;
  const history = ['History', historyHref({ kind: 'articles', id })] as const;
  return (
    <PieceRow
      article={article}
      label={featured === 1 ? 'Featured' : undefined}
      actions={
        deletedAt === null
          ? [['View', `/article/${id}`], ['Edit', onEdit], history, ['Delete', onDelete, 'danger']]
          : [['Restore', onRestore], history]
      }
    >
      <p>
        <ReadTime minutes={readTime} />
      </p>
      {deletedAt === null ? null : (
        <p>
          Deleted on <CardDate at={deletedAt} />
        </p>
      )}
    </PieceRow>
  );
}

export function SubmissionRow(props: RowProps<Submission>) {
  const { row: submission, onPublish, onEdit, onDelete, onRestore } = props;
  const { id, email, articleId, status, fullEssay } = submission;
  const history = ['History', historyHref({ kind: 'submissions', id })] as const;
  const actions: Readonly<Record<Submission['status'], readonly Action[]>> = {
    pending: [['Publish as Article', onPublish], ['Edit', onEdit], history, ['Delete', onDelete, 'danger']],
    published: articleId === null ? [history] : [['View article', `/article/${articleId}`], history],
    deleted: [['Restore', onRestore], history],
  };
  const article = asArticle(submission);
  return (
    <PieceRow
      article={article}
      essay={<Essay text={fullEssay} title={article.title} />}
      actions={actions[status]}
    >
      {email === null ? null : (
        <p>
          <a className="row-mail" href={`mailto:${encodeURIComponent(email)}`}>
            {email}
          </a>
        </p>
      )}
    </PieceRow>
  );
}

/** A pitch as the article that it becomes. */
const asArticle = (pitch: Submission) => ({
  title: pitch.articleTitle,
  excerpt: pitch.articleSummary,
  section: pitch.section,
  createdAt: pitch.createdAt,
  authorName: pitch.fullName,
  authorAge: pitch.age,
  authorSchool: pitch.school,
});

type Action = readonly [name: string, target: string | ((button: HTMLElement) => void), look?: 'danger'];
type PieceRowProps = {
  article: Pick<ArticleCard, keyof ReturnType<typeof asArticle>>;
  label?: string | undefined;
  essay?: ReactNode;
  actions: readonly Action[];
  children: ReactNode;
};

function PieceRow({ article, label, essay, actions, children }: PieceRowProps) {
  const { title, section, excerpt, createdAt } = article;
  return (
    <li className="row" data-section={section}>
      <div className="row-main">
        <p className="row-labels">
          <SectionBadge section={section} />
          {label ? <span className="label row-label">{label}</span> : null}
        </p>
        <h3 className="row-title" dir="auto">
          {title}
        </h3>
        <p className="row-excerpt" dir="auto">
          {excerpt}
        </p>
        {essay}
      </div>
      <div className="row-facts">
        <Byline writer={article} date={<CardDate at={createdAt} />} />
        {children}
      </div>
      <div className="row-actions">
        {actions.map((action) => (
          <RowAction key={action[0]} action={action} title={title} />
        ))}
      </div>
    </li>
  );
}

function RowAction({ action: [name, target, look], title }: { action: Action; title: string }) {
  const className = look === 'danger' ? 'row-action row-danger' : 'row-action';
  const ofTitle = <span className="sr-only"> {title}</span>;
  if (typeof target === 'string')
    return (
      <a className={className} href={target}>
        {name}
        {ofTitle}
      </a>
    );
  return (
    <button type="button" className={className} onClick={(event) => target(event.currentTarget)}>
      {name}
      {ofTitle}
    </button>
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

export function SubmissionPreview({ row: submission }: { row: Submission }) {
  const article = asArticle(submission);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="preview" data-section={article.section} aria-label="Preview" tabIndex={0}>
      <p className="row-labels">
        <SectionBadge section={article.section} />
        <ReadTime minutes={readTimeOf(submission.fullEssay)} />
      </p>
      <h3 className="preview-title" dir="auto">
        {article.title}
      </h3>
      <p className="preview-excerpt" dir="auto">
        {article.excerpt}
      </p>
      <Byline writer={article} date={null} />
      <div className="preview-text">
        <Paragraphs text={submission.fullEssay} />
      </div>
    </section>
  );
}
