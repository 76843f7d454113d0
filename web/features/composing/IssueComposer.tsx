import '../../styles/composing.css';
import '../../styles/form.css';
import type { Issue, IssueState } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiAnswer, failureMessage } from '../../data/api.ts';
import { historyHref, issueForEditors, readIssue } from '../../data/newsroom.api.ts';
import { UnsavedGuard } from '../../ui/dialog/UnsavedGuard.tsx';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { useRefetch } from '../admin/use-change.ts';
import { IssueReader } from '../issue/IssueReader.tsx';
import { issueName } from '../issue/issue-names.ts';
import { Planned } from '../time/JournalTime.tsx';
import { IssueForm } from './IssueForm.tsx';
import { IssuePieces } from './IssuePieces.tsx';
import { IssueSteps } from './IssueSteps.tsx';
import type { OpenedIssue } from './issue-change.ts';
import { asPublished, keyOf, noteOf, type PlacedPiece } from './placed-piece.ts';
import { statusNames } from './status-names.ts';

/** An issue's front, its pieces and their order, and a preview for readers. `closed` shows only unsaved changes. */
export function IssueComposer({ number, closed }: { number: number; closed: boolean }) {
  const [opened, setOpened] = useState<OpenedIssue>();
  const [failure, setFailure] = useState<string>();
  const [reading, setReading] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is asked for
  useEffect(() => {
    const left = new AbortController();
    setFailure(undefined);
    readIssue(number, left.signal).then(setOpened, (error: unknown) => {
      if (!left.signal.aborted) setFailure(failureMessage(error, 'The issue could not be loaded.'));
    });
    return () => left.abort();
  }, [number, reading]);
  const reload = () => {
    setOpened(undefined);
    setReading(reading + 1);
  };
  if (!opened)
    return (
      <div className="page newsroom">
        <NewsroomHead title={`Issue ${number}`}>
          <AllIssues />
        </NewsroomHead>
        <NeedsScripts />
        {failure === undefined ? (
          <p className="list-state" role="status">
            Loading the issue...
          </p>
        ) : (
          <div className="list-state" role="alert">
            <p>{failure}</p>
            <button type="button" className="button" onClick={reload}>
              Try again
            </button>
          </div>
        )}
      </div>
    );
  return <Composer key={reading} opened={opened} closed={closed} onChange={setOpened} />;
}

const AllIssues = () => (
  <a className="text-link" href="/admin/issues">
    Issues
  </a>
);

type ComposerProps = { opened: OpenedIssue; closed: boolean; onChange: (opened: OpenedIssue) => void };

function Composer({ opened, closed, onChange }: ComposerProps) {
  const { issue, etag } = opened;
  const { number, status } = issue;
  const refetch = useRefetch();
  /** Applies the result of a write to the issue. `known`: the pieces that it may now contain. */
  const changed = (
    { data, etag: next = '*' }: { data: IssueState; etag?: string | undefined },
    known: Issue['pieces'] = issue.pieces,
  ) => {
    const before = new Map(known.map((piece) => [keyOf(piece), piece]));
    const pieces = data.pieces.map((piece): PlacedPiece => {
      if ('articleId' in piece) return { article: null, ...before.get(keyOf(piece)), ...piece };
      return { article: null, pitch: null, ...before.get(keyOf(piece)), ...piece };
    });
    onChange({ issue: { ...issue, ...data, pieces }, etag: next });
    void refetch();
  };
  async function renew() {
    const newest = await readIssue(number);
    onChange(newest);
    return newest;
  }
  const [isDiscarded, setDiscarded] = useState(false);
  useOutcome(issue, renew, isDiscarded);
  const props = { issue, etag, changed, renew };
  return (
    <div className="page newsroom composing">
      <NewsroomHead title={issueName(issue)} lead={leads[status]}>
        <AllIssues />
        <a className="text-link" href={historyHref({ kind: 'issues', id: number })}>
          History
        </a>
        <a className="text-link" href={`/admin/issues/${number}/mailing`}>
          Mailing
        </a>
        {status === 'published' ? (
          <a className="text-link" href={`/issues/${number}`}>
            View issue
          </a>
        ) : null}
      </NewsroomHead>
      <p className="row-facts">
        <span className="label" data-status={status}>
          {statusNames[status]}
        </span>
        <span>Issue {number}</span>
        {issue.publishAt === null ? null : <Planned at={issue.publishAt} withZone />}
      </p>
      {closed ? null : <IssueSteps {...props} onDiscard={setDiscarded} />}
      <IssuePieces {...props} closed={closed} />
      <IssueForm {...props} />
      {closed ? null : (
        <details className="issue-preview">
          <summary>As readers {status === 'published' ? '' : 'will '}see it</summary>
          <div inert>
            <IssueReader issue={asPublished(issue)} />
          </div>
        </details>
      )}
      <UnsavedGuard />
    </div>
  );
}

const leads: Readonly<Record<Issue['status'], string>> = {
  draft: 'Readers do not see it yet. Publishing shows all of it at once.',
  closed: 'Its pitches are being published right now. Readers will see the whole issue next.',
  published: 'Readers see it, and every change that you save.',
  withdrawn: 'Readers no longer see it. Publishing shows it again.',
};

/**
 * Applies changes to an issue that happen automatically or are made by others: planning, publication and withdrawal,
 * and one of its pieces being withdrawn, declined or published. A discarded issue is no longer read.
 */
function useOutcome(issue: Issue, renew: () => Promise<unknown>, isDiscarded: boolean) {
  const { path, select } = issueForEditors(issue.number);
  const { data } = useQuery({
    queryKey: [path],
    select: (answer: ApiAnswer) => select(answer),
    enabled: !isDiscarded,
  });
  const isOther = data !== undefined && outcomeIn(data, issue) !== outcomeIn(issue, data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer that says something else
  useEffect(() => {
    if (isOther) renew().catch(() => {});
  }, [isOther, data]);
}

/** Returns the status of an issue, and of those of its pieces that another version also contains. */
function outcomeIn({ status, publishAt, pieces }: Issue, other: Issue): string {
  const shared = new Set(other.pieces.map(keyOf));
  const notes = pieces
    .filter((piece) => shared.has(keyOf(piece)))
    .map((piece) => [keyOf(piece), noteOf(piece)]);
  return JSON.stringify([status, publishAt, notes.sort()]);
}
