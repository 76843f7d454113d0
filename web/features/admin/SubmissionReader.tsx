import {
  bylineOf,
  countWords,
  defaultByline,
  describeByline,
  readTimeOf,
  type Submission,
} from '@journal/contracts';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { newsroomCounts, type PieceFilter } from '../../data/newsroom.api.ts';
import { useSession } from '../../data/use-api.ts';
import { leaveQuestionAtom, unsavedAtom } from '../../ui/dialog/unsaved.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { Byline, CardDate, ReadTime } from '../article/article-parts.tsx';
import { Checklist } from '../checklist/Checklist.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { JournalDay, Planned } from '../time/JournalTime.tsx';
import { AgreementCheckbox } from './AgreementCheckbox.tsx';
import { AssignMenu } from './AssignMenu.tsx';
import type { Action, RowActions } from './PieceRow.tsx';
import { asArticle, RowAction, RowActionList, submissionActions, WriterMail } from './PieceRow.tsx';
import { PreviewLinks } from './PreviewLinks.tsx';
import { mayReview, type Step } from './pitch-steps.ts';
import { ReadingText } from './ReadingText.tsx';
import { awaitingConsentText, stageLabelOf, waitingTime } from './stage-labels.ts';
import { useEditorNames } from './use-desk.ts';
import {
  type KeptRow,
  keepInReader,
  listHref,
  readerHeadingId,
  readingHref,
  useLinkedRow,
  useReading,
  useReadingKeys,
  useReadingSteps,
} from './use-reading.ts';
import { WriterAddress } from './WriterAddress.tsx';

type SubmissionReaderProps = {
  rows: readonly Submission[];
  filter: PieceFilter;
  actionsOf(row: Submission): RowActions;
  /** Loads the following rows; undefined at the end. */
  loadMore: (() => void) | undefined;
  /** Row that stays in view wherever the list moves it; undefined while the list is being read. */
  kept: KeptRow | undefined;
};

/**
 * One whole pitch beside the list, or in its place on smaller screens. Takes the focus with each chosen pitch, and
 * keeps its row in view.
 */
export function SubmissionReader({ rows, filter, actionsOf, loadMore, kept }: SubmissionReaderProps) {
  const found = useReading(rows);
  const { isChosen } = found;
  const row = useCommentedRow(rows, found);
  const place = rows.findIndex(({ id }) => id === row?.id);
  const index = place < 0 ? found.index : place;
  const heading = useRef<HTMLHeadingElement>(null);
  const id = row?.id;
  const count = rows.length;
  // On a page that loads with a chosen pitch, this runs late, when the user may already be typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each that is chosen
  useEffect(() => {
    if (!isChosen) return;
    if (!document.activeElement?.matches('input, select, textarea')) heading.current?.focus();
    document.querySelector('.row[data-read]')?.scrollIntoView({ block: 'nearest' });
  }, [isChosen, id]);
  // So that there is a next pitch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is read
  useEffect(() => {
    if (isChosen && index >= count - 2) loadMore?.();
  }, [isChosen, index, count]);
  useLinkedRow(rows, loadMore, kept);
  const go = useReadingSteps(rows, index, loadMore, kept);
  const user = useSession();
  const me = user?.id;
  const actions = row && actionsOf(row);
  const steps = row && actions ? stepsOf(row, actions, mayReview(user, row)) : [];
  const mayDecide = actions?.isAble('decide-pitches') === true;
  const cancelling: Action[] =
    row && actions && mayDecide && row.publishAt !== null ? [['Cancel plan', actions.onCancelPlan]] : [];
  const canAssignSelf = mayDecide && row?.status === 'pending' && me !== undefined && row.assigneeId !== me;
  const decisions: Readonly<Record<string, (button: HTMLElement) => void>> = {
    ...(canAssignSelf ? { t: () => actions?.onAssign(me) } : {}),
    ...Object.fromEntries(steps.map(({ key, run }) => [key, run])),
    ...(mayDecide && row?.status === 'pending' && actions ? { p: actions.onPublish } : {}),
  };
  /** Whether the URL names another pitch that is not on the screen yet. */
  const isBehind = () => rows.some(({ id }) => id !== row?.id && readingHref(id) === location.hash);
  useReadingKeys({
    ...Object.fromEntries(
      Object.entries(decisions).map(([key, run]) => [
        key,
        (button: HTMLElement) => {
          if (!isBehind()) run(button);
        },
      ]),
    ),
    j: () => go(1),
    k: () => go(-1),
  });
  if (!row || !actions) return null;
  const article = asArticle(row);
  const { section, title, createdAt } = article;
  return (
    <section
      className="reading"
      data-section={section}
      data-chosen={isChosen ? '' : undefined}
      aria-labelledby={readerHeadingId}
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
      <ReadingText
        key={row.id}
        pitch={row}
        heading={heading}
        onComment={actions.onComment}
        foot={
          <div className="reading-foot">
            {row.status === 'pending' ? (
              <RowActionList
                actions={[...steps.map(({ name, run }) => [name, run] as const), ...cancelling]}
                title={title}
              >
                {canAssignSelf ? (
                  <RowAction action={['Take it', () => actions.onAssign(me)]} title={title} />
                ) : null}
                {mayDecide ? <AssignMenu pitch={row} onAssign={actions.onAssign} /> : null}
              </RowActionList>
            ) : null}
            <RowActionList actions={submissionActions({ row, ...actions })} title={title} />
          </div>
        }
        labels={
          <p className="row-labels">
            <SectionBadge section={section} />
            <span>{`${countWords(row.fullEssay).toLocaleString('en-GB')} words`}</span>
            <ReadTime minutes={readTimeOf(row.fullEssay)} />
          </p>
        }
      >
        <div className="reading-writer">
          <Byline writer={article} date={<CardDate at={createdAt} />} />
          {row.email === null && actions.isAble('look-up-addresses') ? (
            <WriterAddress key={row.id} pitchId={row.id} />
          ) : (
            <WriterMail email={row.email} />
          )}
        </div>
        <StandingFacts pitch={row} />
        <Checklist pitch={row} isAgreed={row.agreedAt !== null}>
          <AgreementCheckbox key={row.id} pitch={row} isEditable={mayDecide && row.status === 'pending'} />
        </Checklist>
        {mayDecide && row.status === 'pending' ? <PreviewLinks key={row.id} pitchId={row.id} /> : null}
      </ReadingText>
    </section>
  );
}

/**
 * Returns the row to show: the one found, or the previous one while the user is typing a comment on it or a reply. A
 * reply would be lost with it, so if they turn to another one, they are asked first.
 */
function useCommentedRow(
  rows: readonly Submission[],
  { row: found, isChosen }: Found,
): Submission | undefined {
  const typed = Object.keys(useAtomValue(unsavedAtom)).filter((form) => /^(?:comment|reply .*)$/.test(form));
  const isTyping = typed.length > 0;
  const ask = useSetAtom(leaveQuestionAtom);
  const [left, setLeft] = useState<string>();
  const shown = useRef(found);
  const { current: last } = shown;
  const stays = isTyping && last !== undefined && last.id !== found?.id && last.id !== left;
  const listed = rows.find(({ id }) => id === last?.id);
  const row = stays ? (listed ?? last) : found;
  useEffect(() => {
    shown.current = row;
  });
  useEffect(() => {
    if (!isTyping) setLeft(undefined);
  }, [isTyping]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that takes its place
  useEffect(() => {
    if (!stays || !listed) return;
    keepInReader(listed.id);
    if (!isChosen || !found || typed.includes('comment')) return;
    const proceed = () => {
      setLeft(listed.id);
      keepInReader(found.id);
    };
    ask({ about: 'discard', opener: document.activeElement as HTMLElement, proceed });
  }, [stays && found?.id]);
  return row;
}

type Found = Pick<ReturnType<typeof useReading<Submission>>, 'row' | 'isChosen'>;

/** As in the head of the reader. */
const isFullByline = ({ name, showAge, showSchool }: Submission['byline']) =>
  name === defaultByline.name && showAge && showSchool;

/** A pitch's stage, since when, and its assignee. */
function StandingFacts({ pitch }: { pitch: Submission }) {
  const nameOf = useEditorNames();
  const { status, stageSince, assigneeId, dueAt, issueNumber, publishAt } = pitch;
  const isPending = status === 'pending';
  return (
    <dl className="reading-standing">
      <Fact name="Stage">{stageLabelOf(pitch)}</Fact>
      {isPending ? <Fact name="Waiting">{waitingTime(stageSince)}</Fact> : null}
      {isFullByline(pitch.byline) ? null : (
        <Fact name="Byline">{`${bylineOf(pitch, pitch.byline).authorName} (${describeByline(pitch.byline)})`}</Fact>
      )}
      {pitch.awaitsConsent ? <Fact name="Consent">{awaitingConsentText}</Fact> : null}
      <Fact name="Assignee">{nameOf(assigneeId)}</Fact>
      {isPending && dueAt !== null ? (
        <Fact name="Due">
          <JournalDay at={dueAt} />
        </Fact>
      ) : null}
      {issueNumber === null ? null : <Fact name="Issue">{issueNumber}</Fact>}
      {publishAt === null ? null : (
        <Fact name="Publication">
          <Planned at={publishAt} withZone />
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </div>
);

type DeskStep = { readonly name: string; readonly key: string; readonly run: (button: HTMLElement) => void };

/** Returns the decisions available for a pitch, each with its key. */
function stepsOf(pitch: Submission, actions: RowActions, isReviewer: boolean): readonly DeskStep[] {
  if (pitch.status !== 'pending') return [];
  const isAccepted = pitch.stage === 'accepted';
  const step = (name: string, key: string, which: Step): DeskStep => ({
    name,
    key,
    run: (button) => actions.onStep(which, button),
  });
  const asking = isAccepted || !isReviewer ? [] : [step('Request changes…', 'c', 'request-changes')];
  if (!actions.isAble('decide-pitches')) return asking;
  return [
    ...asking,
    step(isAccepted ? 'Choose issue…' : 'Accept…', 'a', 'accept'),
    step('Decline…', 'd', 'decline'),
    step(pitch.publishAt === null ? 'Schedule…' : 'Change plan…', 's', 'schedule'),
  ];
}
