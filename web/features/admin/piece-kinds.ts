import {
  ArticleEdit,
  articleFields,
  type Fields,
  motifs,
  type NewsroomArticle,
  type Submission,
  SubmissionFields,
  type SubmissionStatus,
  sections,
  submissionFields,
} from '@journal/contracts';
import { createElement, type ReactNode } from 'react';
import type { TObject } from 'typebox';
import type { ApiQuery, Rows } from '../../data/api.ts';
import {
  historyHref,
  newsroomArticles,
  type Piece,
  type PieceFields,
  type PieceFilter,
  submissions,
} from '../../data/newsroom.api.ts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { coverName } from '../../ui/artwork/cover-names.ts';
import type { Covered } from '../../ui/artwork/draw-cover.ts';
import { type FormValues, formValuesOf } from '../../ui/form/described-fields.tsx';
import type { Choices } from '../../ui/form/fields.tsx';
import type { useSendForm } from '../../ui/form/use-send-form.ts';
import type { SiteLink } from '../../ui/link/links.tsx';
import type { EmptyListProps } from '../../ui/list/ListBoundary.tsx';
import { sectionNames } from '../section/section-marks.ts';
import type { RowActions } from './PieceRow.tsx';
import { ArticleRow, type RowProps, SubmissionPreview, SubmissionRow } from './PieceRow.tsx';
import type { Tab } from './panel-address.ts';
import { assignPitch, deletePitch, publishPitch, reopenPitch, unschedulePitch } from './pitch-steps.ts';
import { StepDialog } from './StepDialog.tsx';
import { SubmissionReader } from './SubmissionReader.tsx';
import type { StepDialogProps } from './step-form.tsx';
import { cancelTakeDown, TakeDownDialog, type TakeDownDialogProps } from './TakeDownDialog.tsx';
import type { KeptRow } from './use-reading.ts';

export type Listed = { readonly id: Piece['id'] };

/** The input of a form. */
export type Typed = ReturnType<typeof useSendForm<FormValues, unknown>>['typed'];

/** A kind of piece that the newsroom edits. */
export type EditedKind = {
  readonly tab: Piece['kind'];
  /** As in "this article"; messages and headings derive from it. */
  readonly noun: 'article' | 'submission' | 'page';
  /** Replaces the noun in the heading of the form. */
  readonly name?: string;
  readonly schema: TObject;
  readonly fields: Fields;
  /** Hints by field name. */
  readonly hints: Readonly<Record<string, string>>;
  /** Choices by field name. */
  readonly choices: Readonly<Record<string, Choices>>;
  /** Content beside the inputs. */
  beside?(typed: Typed): ReactNode;
  /** Why an existing piece can no longer be edited; undefined if it can. */
  closedBy?(piece: PieceFields): { readonly text: string; readonly link: SiteLink } | undefined;
};

/** A kind of piece that the newsroom lists and edits: articles or pitches. `Row` is a row of the list. */
export type PieceKind<Row extends Listed = Listed> = EditedKind & {
  readonly tab: Tab;
  /** Heading of the list, with its count, while it is not filtered by status. */
  readonly heading: string;
  /** Shown in place of an empty list. */
  readonly empty: EmptyListProps;
  readonly searched: string;
  list(filter: PieceFilter): ApiQuery<Rows<Row>>;
  Row(props: RowProps<Row>): ReactNode;
  /** Shows one of the rows in full, beside the list. */
  Reader?(props: {
    rows: readonly Row[];
    filter: PieceFilter;
    actionsOf(row: Row): RowActions;
    loadMore: (() => void) | undefined;
    /** Row that stays in view wherever the list moves it; undefined while the list is being read. */
    kept: KeptRow | undefined;
  }): ReactNode;
  /** Preview of a row as it will be published. */
  Preview?(props: { row: Row }): ReactNode;
  /** Editorial work on a row before it is published. */
  readonly desk?: {
    assign(row: Row, editorId: string | null): Promise<unknown>;
    /** `etag`: of the version to reopen, if it is not the one shown. */
    reopen(row: Row, etag?: string): Promise<unknown>;
    publish(row: Row): Promise<unknown>;
    remove(row: Row): Promise<unknown>;
    Dialog(props: Omit<StepDialogProps, 'row'> & { row: Row }): ReactNode;
  };
  /** Cancels the plan for one of the rows. */
  cancelPlan(row: Row): Promise<unknown>;
  /** Asks when one of the rows is to be taken down. */
  TakeDown?(props: Omit<TakeDownDialogProps, 'row'> & { row: Row }): ReactNode;
  titleOf(row: Row): string;
  /** Text after the title in the confirmation of a row's deletion. */
  deleting(row: Row): string;
};

export const capitalised = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

export const sectionOptions = sections.map((section) => ({ value: section, name: sectionNames[section] }));

const coverOptions: Choices = ['auto', ...motifs].map((cover) => ({
  value: cover,
  name: coverName(cover),
  // As an article with the typed section and title might have it.
  picture: ({ section, title }) =>
    createElement(Cover, { article: { id: 0, section, title, cover } as Covered }),
}));

const byline = 'As shown in the byline.';
const paragraphs = 'A blank line begins a new paragraph.';

export const articleKind: PieceKind<NewsroomArticle> = {
  tab: 'articles',
  noun: 'article',
  heading: 'Published Articles',
  empty: {
    text: 'No articles published yet.',
    hint: 'Add the first one here, or publish a pitch that has come in.',
    picture: { section: 'culture', cover: 'book' },
    link: { href: '/admin?tab=submissions', name: 'Read the pitches' },
  },
  searched: 'Title or author',
  list: newsroomArticles,
  Row: ArticleRow,
  cancelPlan: cancelTakeDown,
  TakeDown: TakeDownDialog,
  titleOf: ({ title }) => title,
  deleting: ({ unpublishAt }) =>
    `will be gone from every page. You can restore it${unpublishAt === null ? '' : ', but not its plan to come down'}.`,
  schema: ArticleEdit,
  fields: { ...articleFields, featured: { ...articleFields.featured, label: 'Featured Article' } },
  hints: {
    content: paragraphs,
    excerpt: 'A sentence or two, for cards, search results and the head of the article.',
    authorName: byline,
    readTime: 'An estimate is shown below the text.',
    featured: 'Show this article prominently on the homepage',
    cover: 'What the cover shows. How it is drawn differs from article to article.',
  },
  choices: { section: sectionOptions, cover: coverOptions },
};

export const newArticle = formValuesOf(articleFields, {
  section: 'view',
  authorAge: 16,
  readTime: 3,
  cover: 'auto',
});

const submissionKind: PieceKind<Submission> = {
  tab: 'submissions',
  noun: 'submission',
  heading: 'Essay Submissions',
  empty: {
    text: 'No submissions yet.',
    hint: 'Writers pitch at Write for Us. Show it to a class, a club or a friend.',
    picture: { section: 'view', cover: 'letter' },
    link: { href: '/contact', name: 'See what writers see' },
  },
  searched: 'Title, name or summary',
  list: submissions,
  Row: SubmissionRow,
  Reader: SubmissionReader,
  Preview: SubmissionPreview,
  desk: {
    assign: assignPitch,
    reopen: reopenPitch,
    publish: publishPitch,
    remove: deletePitch,
    Dialog: StepDialog,
  },
  cancelPlan: unschedulePitch,
  titleOf: ({ articleTitle }) => articleTitle,
  deleting: ({ publishAt }) =>
    `will be gone from the list. Delete what is spam or a mistake: nobody is mailed, and after a minute its writer’s profile says “Not taken this time”. A writer who should have an answer gets one by Decline. You can restore it${publishAt === null ? '' : ', but not its planned publication'}.`,
  schema: SubmissionFields,
  fields: submissionFields,
  hints: {
    fullName: byline,
    articleSummary: 'Becomes the excerpt of the article.',
    fullEssay: paragraphs,
  },
  choices: { section: sectionOptions },
  closedBy: ({ id, status, articleId }) => {
    const link = { href: historyHref({ kind: 'submissions', id: String(id) }), name: 'See its history' };
    switch (status as SubmissionStatus) {
      case 'published':
        return {
          text: 'This submission has been published meanwhile.',
          link: articleId === null ? link : { href: `/article/${articleId}`, name: 'See the article' },
        };
      case 'declined':
        return { text: 'This submission has been declined meanwhile.', link };
      case 'withdrawn':
        return { text: 'This submission has been withdrawn by its writer meanwhile.', link };
      default:
        return undefined;
    }
  },
};

export const pieceKinds: Readonly<Record<Tab, PieceKind>> = {
  articles: articleKind,
  submissions: submissionKind,
};
