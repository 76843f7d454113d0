import '../../styles/composing.css';
import '../../styles/form.css';
import type { Issue, IssueState } from '@journal/contracts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { apiClient, failureMessage } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { historyHref, readIssue } from '../../data/newsroom.api.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { UnsavedGuard, unsavedAtom } from '../../ui/dialog/UnsavedGuard.tsx';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { showFailure, useRefetch } from '../admin/use-change.ts';
import { IssueReader } from '../issue/IssueReader.tsx';
import { issueName, pieceCount } from '../issue/issue-words.ts';
import { IssueForm } from './IssueForm.tsx';
import { IssuePieces } from './IssuePieces.tsx';
import { type ChangeProps, isOutdated, type OpenedIssue } from './issue-change.ts';
import { asPublished, countPitches, keyOf, type PlacedPiece } from './placed-piece.ts';
import { statusNames } from './status-names.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** What an issue says, its pieces and their order, and how readers will see it. */
export function IssueComposer({ number }: { number: number }) {
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
  return <Composer key={reading} opened={opened} onChange={setOpened} />;
}

const AllIssues = () => (
  <a className="text-link" href="/admin/issues">
    Issues
  </a>
);

type ComposerProps = { opened: OpenedIssue; onChange: (opened: OpenedIssue) => void };

function Composer({ opened, onChange }: ComposerProps) {
  const { issue, etag } = opened;
  const { number, status } = issue;
  const refetch = useRefetch();
  /** Takes over what a write has made of the issue; `known`: the pieces that it may have now. */
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
      </p>
      <IssueSteps {...props} />
      <IssuePieces {...props} />
      <IssueForm {...props} />
      <details className="issue-preview">
        <summary>As readers {status === 'published' ? '' : 'will '}see it</summary>
        <div inert>
          <IssueReader issue={asPublished(issue)} />
        </div>
      </details>
      <UnsavedGuard />
    </div>
  );
}

const leads: Readonly<Record<Issue['status'], string>> = {
  draft: 'Readers do not see it yet. Publishing shows all of it at once.',
  closed: 'Its pitches are being published at this moment, and readers see all of it next.',
  published: 'Readers see it, and every change that you save.',
  withdrawn: 'Readers see it no longer. Publishing shows it again.',
};

const pitchWords = (count: number): string => {
  if (count === 0) return '';
  return count === 1
    ? 'One of them is a pitch, whose writer is told.'
    : `${count} of them are pitches, whose writers are told.`;
};

/** Publishing, and taking back. */
function IssueSteps({ issue, etag, changed, renew }: ChangeProps) {
  const { number, status, pieces } = issue;
  const [attempt] = useState(newId);
  const isTyped = Object.keys(useAtomValue(unsavedAtom)).length > 0;
  async function take(step: 'publish' | 'withdraw') {
    try {
      const answer = await apiClient.request(`POST /api/issues/:id/${step}` as const, {
        params: { id: number },
        headers: { 'if-match': etag },
        idempotencyKey: attemptKey(attempt, { step, etag }),
      });
      changed(answer);
      showToast({ title: step === 'publish' ? 'The issue is out.' : 'The issue is withdrawn.' });
    } catch (error) {
      showFailure(`Failed to ${step} the issue.`, error);
      // Nobody publishes what they have not seen: the next time is about what is there now.
      if (isOutdated(error)) await renew().catch(() => {});
    }
  }
  if (status === 'published')
    return (
      <DialogButton
        className="button button-danger"
        name="Withdraw…"
        load={loadConfirm}
        given={() => ({
          title: 'Withdraw this issue?',
          text: 'Readers no longer find it. Its pieces stay where they are, and you can publish it again.',
          action: 'Withdraw',
          className: 'button-danger',
          onConfirm: () => void take('withdraw'),
        })}
      />
    );
  if (isTyped) return <p className="field-hint">Save what you have changed before you publish it.</p>;
  if (pieces.length === 0) return <p className="field-hint">Place a piece in it before you publish it.</p>;
  return (
    <DialogButton
      className="button button-solid"
      name="Publish…"
      load={loadConfirm}
      given={() => ({
        title: 'Publish this issue?',
        text: `Readers see all of it at once: ${issueName(issue)}, with ${pieceCount(asPublished(issue).pieces.length)}. ${pitchWords(countPitches(issue))}`,
        action: 'Publish',
        onConfirm: () => void take('publish'),
      })}
    />
  );
}
