import { countWords, readTimeOf, type Submission } from '@journal/contracts';
import { useEffect, useRef } from 'react';
import { newsroomCounts, type PieceFilter } from '../../data/newsroom.api.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { Byline, CardDate, Paragraphs, ReadTime } from '../article/article-parts.tsx';
import { Checklist } from '../checklist/Checklist.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import type { RowActions } from './PieceRow.tsx';
import { asArticle, RowActionList, submissionActions, WriterMail } from './PieceRow.tsx';
import { listHref, useReading, useReadingKeys, useReadingSteps, useSoughtRow } from './use-reading.ts';

type SubmissionReaderProps = {
  rows: readonly Submission[];
  filter: PieceFilter;
  actionsOf(row: Submission): RowActions;
  /** Loads the rows after these; undefined at the end. */
  loadMore: (() => void) | undefined;
};

/**
 * One whole pitch beside the list; on smaller screens in its place. Takes the focus with each that is chosen, and keeps its
 * row in sight.
 */
export function SubmissionReader({ rows, filter, actionsOf, loadMore }: SubmissionReaderProps) {
  const { row, index, isChosen } = useReading(rows);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = row?.id;
  const count = rows.length;
  // A page that is loaded with one knows it late, when somebody may be typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each that is chosen
  useEffect(() => {
    if (!isChosen) return;
    if (!document.activeElement?.matches('input, select, textarea')) heading.current?.focus();
    document.querySelector('.row[data-read]')?.scrollIntoView({ block: 'nearest' });
  }, [isChosen, id]);
  // So that there is a next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is read
  useEffect(() => {
    if (isChosen && index >= count - 2) loadMore?.();
  }, [isChosen, index, count]);
  useSoughtRow(rows, loadMore);
  const go = useReadingSteps(rows, index, loadMore);
  useReadingKeys(go);
  if (!row) return null;
  const article = asArticle(row);
  const { section, title, excerpt, createdAt } = article;
  return (
    <section
      className="reading"
      data-section={section}
      data-chosen={isChosen ? '' : undefined}
      aria-labelledby="reading-title"
    >
      <div className="reading-bar">
        <a className="row-action reading-back" href={listHref}>
          <span aria-hidden="true">←&nbsp;</span>
          List
        </a>
        <button type="button" className="row-action" disabled={index === 0} onClick={() => go(-1)}>
          Previous
        </button>
        <button
          type="button"
          className="row-action"
          disabled={index === count - 1 && !loadMore}
          onClick={() => go(1)}
        >
          Next
        </button>
        <span className="reading-place">
          <ReadBoundary query={newsroomCounts(filter)} loading={null} failed={() => null}>
            {({ submissions }) => `${index + 1} of ${submissions}`}
          </ReadBoundary>
        </span>
      </div>
      <div className="reading-text">
        <p className="row-labels">
          <SectionBadge section={section} />
          <span>{`${countWords(row.fullEssay).toLocaleString('en-GB')} words`}</span>
          <ReadTime minutes={readTimeOf(row.fullEssay)} />
        </p>
        <h3 id="reading-title" className="reading-title" dir="auto" tabIndex={-1} ref={heading}>
          {title}
        </h3>
        <div className="reading-writer">
          <Byline writer={article} date={<CardDate at={createdAt} />} />
          <WriterMail email={row.email} />
        </div>
        <Checklist pitch={row} />
        <p className="reading-summary" dir="auto">
          {excerpt}
        </p>
        <div className="preview-text">
          <Paragraphs text={row.fullEssay} />
        </div>
      </div>
      <RowActionList actions={submissionActions({ row, ...actionsOf(row) })} title={title} />
    </section>
  );
}
