import '../../styles/composing.css';
import '../../styles/form.css';
import { type Issue, IssueFields, type IssueState, issueFields, motifs, sections } from '@journal/contracts';
import { createElement, useEffect, useState } from 'react';
import { apiClient, failureMessage } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { historyHref, readIssue } from '../../data/newsroom.api.ts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { coverName } from '../../ui/artwork/cover-names.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { UnsavedGuard, useUnsaved } from '../../ui/dialog/UnsavedGuard.tsx';
import {
  cleanValues,
  DescribedFields,
  type FormValues,
  formValuesOf,
  optionalNames,
} from '../../ui/form/described-fields.tsx';
import type { Choices } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { showFailure, useRefetch } from '../admin/use-change.ts';
import { IssueReader } from '../issue/IssueReader.tsx';
import { coverOfIssue, issueName } from '../issue/issue-words.ts';
import { sectionNames } from '../section/section-marks.ts';
import { IssuePieces } from './IssuePieces.tsx';
import type { ChangeProps } from './issue-change.ts';
import { statusNames } from './status-names.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** An issue as it is being worked on, and the ETag with which it is changed next. */
type Opened = { readonly issue: Issue; readonly etag: string };

/** What an issue says, its pieces and their order, and how readers will see it. */
export function IssueComposer({ number }: { number: number }) {
  const [opened, setOpened] = useState<Opened>();
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
  return <Composer key={reading} opened={opened} onChange={setOpened} reload={reload} />;
}

const AllIssues = () => (
  <a className="text-link" href="/admin/issues">
    Issues
  </a>
);

type ComposerProps = { opened: Opened; onChange: (opened: Opened) => void; reload: () => void };

function Composer({ opened, onChange, reload }: ComposerProps) {
  const { issue, etag } = opened;
  const { number, status } = issue;
  const refetch = useRefetch();
  /** Takes over what a write has made of the issue; `known`: the pieces that it may have now. */
  const changed = (
    { data, etag: next = '*' }: { data: IssueState; etag?: string | undefined },
    known: Issue['pieces'] = issue.pieces,
  ) => {
    const articles = new Map(known.map(({ articleId, article }) => [articleId, article]));
    const pieces = data.pieces.map((piece) => ({ ...piece, article: articles.get(piece.articleId) ?? null }));
    onChange({ issue: { ...issue, ...data, pieces }, etag: next });
    void refetch();
  };
  return (
    <div className="page newsroom composing">
      <NewsroomHead title={issueName(issue)} lead={leads[status]}>
        <AllIssues />
        <a className="text-link" href={historyHref({ kind: 'issues', id: number })}>
          History
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
      <IssueSteps issue={issue} etag={etag} changed={changed} reload={reload} />
      <IssuePieces issue={issue} etag={etag} changed={changed} reload={reload} />
      <IssueForm issue={issue} etag={etag} changed={changed} reload={reload} />
      <details className="issue-preview">
        <summary>As readers {status === 'published' ? '' : 'will '}see it</summary>
        <div inert>
          <IssueReader issue={issue} />
        </div>
      </details>
      <UnsavedGuard />
    </div>
  );
}

const leads: Readonly<Record<Issue['status'], string>> = {
  draft: 'Readers do not see it yet. Publishing shows all of it at once.',
  published: 'Readers see it, and every change that you save.',
  withdrawn: 'Readers see it no longer. Publishing shows it again.',
};

/** Publishing, and taking back. */
function IssueSteps({ issue, etag, changed }: ChangeProps) {
  const { number, status, pieces } = issue;
  const [attempt] = useState(newId);
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
  if (pieces.length === 0) return <p className="field-hint">Place a piece in it before you publish it.</p>;
  return (
    <DialogButton
      className="button button-solid"
      name="Publish…"
      load={loadConfirm}
      given={() => ({
        title: 'Publish this issue?',
        text: `Readers see all of it at once: ${issueName(issue)}, with ${pieces.length} ${pieces.length === 1 ? 'piece' : 'pieces'}.`,
        action: 'Publish',
        onConfirm: () => void take('publish'),
      })}
    />
  );
}

const colourOptions: Choices = [
  { value: 'auto', name: 'From issue to issue' },
  ...sections.map((section) => ({ value: section, name: `Those of ${sectionNames[section]}` })),
];

const coverOptionsOf = (number: number): Choices =>
  ['auto', ...motifs].map((cover) => ({
    value: cover,
    name: coverName(cover),
    picture: ({ colours, title }) =>
      createElement(Cover, {
        article: coverOfIssue({ number, title: String(title ?? ''), cover, colours } as never),
      }),
  }));

const hints = {
  date: 'The day that stands on it.',
  title: 'Without one it is called by its number.',
  letter: 'A blank line begins a new paragraph.',
  cover: 'What the cover shows.',
};

function IssueForm({ issue, etag, changed }: ChangeProps) {
  const { number } = issue;
  const [choices] = useState(() => ({ cover: coverOptionsOf(number), colours: colourOptions }));
  const form = useSendForm<FormValues, Parameters<ChangeProps['changed']>[0], FormValues>({
    schema: IssueFields,
    initial: formValuesOf(issueFields, issue),
    optional: optionalNames(issueFields),
    clean: (values) => cleanValues(issueFields, values),
    send: (body) =>
      apiClient.request('PUT /api/issues/:id', {
        params: { id: number },
        body: body as never,
        headers: { 'if-match': etag },
      }),
    failure: 'Failed to save the issue. Please try again.',
    onRefused: useSessionEnd(),
    onSent: (answer) => {
      form.typed.reset(formValuesOf(issueFields, answer.data));
      changed(answer);
      showToast({ title: 'Saved.' });
    },
  });
  useUnsaved('issue', form.changed, false);
  return (
    <section className="composing-part" aria-labelledby="front-title">
      <h2 id="front-title">Front</h2>
      <form className="form" {...form.formProps}>
        <DescribedFields fields={issueFields} hints={hints} choices={choices} register={form.field} />
        <FormFailure text={form.failure} />
        <SubmitButton form={form} name="Save" sending="Saving..." />
      </form>
    </section>
  );
}
