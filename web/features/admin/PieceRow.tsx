import {
  type ArticleCard,
  bylineOf,
  type Capability,
  type NewsroomArticle,
  nameWithheld,
  type Passage,
  readTimeOf,
  type Submission,
} from '@journal/contracts';
import type { ReactNode } from 'react';
import { historyHref } from '../../data/newsroom.api.ts';
import { Byline, CardDate, Paragraphs, ReadTime } from '../article/article-parts.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { JournalDay, Planned } from '../time/JournalTime.tsx';
import type { Step } from './pitch-steps.ts';
import { awaitingConsentText, stageLabelOf, waitingTime } from './stage-labels.ts';
import { takeDownLabels } from './TakeDownDialog.tsx';
import { useEditorNames } from './use-desk.ts';
import { readingHref } from './use-reading.ts';

/** Actions on a row; each receives the button that was pressed. */
export type RowProps<Row> = {
  row: Row;
  onEdit: (button: HTMLElement) => void;
  onDelete: (button: HTMLElement) => void;
  onPublish: (button: HTMLElement) => void;
  onRestore: () => void;
  onUnname: () => void;
  onRemove: (button: HTMLElement) => void;
  onErase: (button: HTMLElement) => void;
  /** Assigns a pitch to an editor, or to nobody. */
  onAssign: (editorId: string | null) => void;
  onStep: (step: Step, button: HTMLElement) => void;
  /** Opens the dialog that plans taking an article down. */
  onTakeDown: (button: HTMLElement) => void;
  onCancelPlan: () => void;
  onReopen: () => void;
  /** Comments on a passage of a pitch; the focus returns to the opener. */
  onComment: (passage: Passage, opener: HTMLElement) => void;
  /** Whether the current user has a capability. */
  isAble: (capability: Capability) => boolean;
  /** Whether this row is open in the reader beside the list. */
  isRead?: boolean;
};

export type RowActions = Omit<RowProps<unknown>, 'row'>;

export function ArticleRow(props: RowProps<NewsroomArticle>) {
  const { row: article, onEdit, onDelete, onRestore, onTakeDown, onCancelPlan, onUnname, onRemove } = props;
  const erasing: readonly Action[] = props.isAble('admin')
    ? [['Erase for good', props.onErase, 'danger']]
    : [];
  const { id, featured, readTime, deletedAt, hiddenAt, unpublishAt } = article;
  const cancelling: readonly Action[] = unpublishAt === null ? [] : [['Cancel plan', onCancelPlan]];
  const planned: readonly Action[] = [
    [unpublishAt === null ? 'Take down…' : 'Change plan…', onTakeDown],
    ...cancelling,
  ];
  const history = ['History', historyHref({ kind: 'articles', id })] as const;
  const unname: readonly Action[] =
    article.authorName === nameWithheld ? [] : [['Take the name off', onUnname]];
  return (
    <PieceRow
      article={article}
      label={featured === 1 ? 'Featured' : undefined}
      actions={
        deletedAt !== null
          ? [['Restore', onRestore], history, ...erasing]
          : hiddenAt !== null
            ? [...unname, history, ...cancelling, ['Remove for good', onRemove, 'danger'], ...erasing]
            : [
                ['View', `/article/${id}`],
                ['Edit', onEdit],
                history,
                ...planned,
                ...unname,
                ['Delete', onDelete, 'danger'],
              ]
      }
    >
      <ReadTime minutes={readTime} />
      {unpublishAt === null ? null : <Planned at={unpublishAt} labels={takeDownLabels} />}
      {hiddenAt === null ? null : (
        <span>
          Hidden on <CardDate at={hiddenAt} />
        </span>
      )}
      {deletedAt === null ? null : (
        <span>
          Deleted on <CardDate at={deletedAt} />
        </span>
      )}
    </PieceRow>
  );
}

export function SubmissionRow(props: RowProps<Submission>) {
  const { row: submission, isRead } = props;
  return (
    <PieceRow
      article={asArticle(submission)}
      reading={{ href: readingHref(submission.id), isRead }}
      actions={submissionActions(props)}
      below={<Standing pitch={submission} />}
    />
  );
}

/** One line with a pitch's stage, since when, and its assignee. */
function Standing({ pitch }: { pitch: Submission }) {
  const nameOf = useEditorNames();
  const { status, stageSince, assigneeId, dueAt, issueNumber, publishAt, awaitsConsent } = pitch;
  const isPending = status === 'pending';
  return (
    <p className="row-facts row-standing">
      <span className="row-stage">{stageLabelOf(pitch)}</span>
      {isPending ? <span>{waitingTime(stageSince)}</span> : null}
      {assigneeId === null ? null : <bdi>{nameOf(assigneeId)}</bdi>}
      {isPending && dueAt !== null ? (
        <span>
          Due <JournalDay at={dueAt} />
        </span>
      ) : null}
      {issueNumber === null ? null : <span>Issue {issueNumber}</span>}
      {publishAt === null ? null : <Planned at={publishAt} />}
      {awaitsConsent ? <span>{awaitingConsentText}</span> : null}
    </p>
  );
}

/** Returns the actions on a pitch, most common first. */
export function submissionActions(props: RowProps<Submission>): readonly Action[] {
  const { id, articleId, status } = props.row;
  const { isAble } = props;
  const history = ['History', historyHref({ kind: 'submissions', id })] as const;
  const published: readonly Action[] = articleId === null ? [] : [['View article', `/article/${articleId}`]];
  if (!isAble('decide-pitches')) return [...published, ...(isAble('read-all-pitches') ? [history] : [])];
  switch (status) {
    case 'pending':
      return [
        ['Publish as Article', props.onPublish],
        ['Edit', props.onEdit],
        history,
        ['Delete', props.onDelete, 'danger'],
      ];
    case 'declined':
      return [['Reopen', props.onReopen], history];
    case 'published':
      return [...published, history];
    case 'deleted':
      return [['Restore', props.onRestore], history];
    case 'withdrawn':
      return [history];
    default:
      return status satisfies never;
  }
}

/** The address of a writer's account, if known. */
export function WriterMail({ email }: { email: string | null }) {
  if (email === null) return null;
  return (
    <p>
      <a className="row-mail" href={`mailto:${encodeURIComponent(email)}`}>
        {email}
      </a>
    </p>
  );
}

/** Returns a pitch as the article that it would become. */
export const asArticle = (pitch: Submission) => ({
  title: pitch.articleTitle,
  excerpt: pitch.articleSummary,
  section: pitch.section,
  createdAt: pitch.createdAt,
  authorName: pitch.fullName,
  authorAge: pitch.age,
  authorSchool: pitch.school,
});

export type Action = readonly [
  name: string,
  target: string | ((button: HTMLElement) => void),
  look?: 'danger',
];
type PieceRowProps = {
  article: Pick<ArticleCard, keyof ReturnType<typeof asArticle>>;
  label?: string | undefined;
  /** Link target of the title. */
  reading?: { href: string; isRead: boolean | undefined };
  actions: readonly Action[];
  /** Content below the facts. */
  below?: ReactNode;
  children?: ReactNode;
};

function PieceRow({ article, label, reading, actions, below, children }: PieceRowProps) {
  const { title, section, excerpt, createdAt } = article;
  return (
    <li className="row" data-section={section} data-read={reading?.isRead ? '' : undefined}>
      <h3 className="row-title" dir="auto">
        {reading ? (
          <a href={reading.href} aria-current={reading.isRead ? 'true' : undefined}>
            {title}
          </a>
        ) : (
          title
        )}
      </h3>
      <div className="row-facts">
        <SectionBadge section={section} />
        {label ? <span className="label row-label">{label}</span> : null}
        <Byline writer={article} date={<CardDate at={createdAt} />} />
        {children}
      </div>
      {below}
      <p className="row-excerpt" dir="auto">
        {excerpt}
      </p>
      <RowActionList actions={actions} title={title} />
    </li>
  );
}

type RowActionListProps = { actions: readonly Action[]; title: string; children?: ReactNode };

/** `title`: of the piece, for screen reader users who hear the actions out of context. The children come first. */
export function RowActionList({ actions, title, children }: RowActionListProps) {
  return (
    <div className="row-actions">
      {children}
      {actions.map((action) => (
        <RowAction key={action[0]} action={action} title={title} />
      ))}
    </div>
  );
}

export function RowAction({ action: [name, target, look], title }: { action: Action; title: string }) {
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

export function SubmissionPreview({ row: submission }: { row: Submission }) {
  const article = { ...asArticle(submission), ...bylineOf(submission, submission.byline) };
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
