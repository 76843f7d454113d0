import '../../styles/composing.css';
import '../../styles/form.css';
import { type IssueCard, issueNumberBounds, NewIssue } from '@journal/contracts';
import { useState } from 'react';
import { navigate } from 'vike/client/router';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { allIssues } from '../../data/newsroom.api.ts';
import { Field, NumberField } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { EmptyList, ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { useSessionEnd } from '../account/use-session-change.ts';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { longDate } from '../article/article-words.ts';
import { issueName, pieceCount } from '../issue/issue-words.ts';
import { Planned } from '../time/JournalTime.tsx';
import { statusNames } from './status-names.ts';

/** All issues, and a form to open the next one. */
export function IssueDesk() {
  return (
    <div className="page newsroom">
      <NewsroomHead
        title="Issues"
        lead="What comes out together. Readers see an issue whole, from the moment it is published."
      />
      <ListBoundary query={allIssues} loading="Loading issues...">
        {({ rows }) => (
          <>
            <OpenIssue next={Math.max(0, ...rows.map(({ number }) => number)) + 1} />
            {rows.length === 0 ? (
              <EmptyList
                text="There is no issue yet."
                hint="Open the first one, and place pieces in it."
                picture={{ section: 'culture', cover: 'book' }}
              />
            ) : (
              <ul className="rows" aria-label="Issues">
                {rows.map((issue) => (
                  <IssueItem key={issue.number} issue={issue} />
                ))}
              </ul>
            )}
          </>
        )}
      </ListBoundary>
    </div>
  );
}

function IssueItem({ issue }: { issue: IssueCard }) {
  const { number, date, status, pieces, publishAt } = issue;
  return (
    <li className="row issue-row">
      <h2 className="row-title" dir="auto">
        <a className="text-link" href={`/admin/issues/${number}`}>
          {issueName(issue)}
        </a>
      </h2>
      <p className="row-facts">
        <span className="label" data-status={status}>
          {statusNames[status]}
        </span>
        <span>
          Issue {number} · {longDate(date)} · {pieceCount(pieces)}
        </span>
        {publishAt === null ? null : <Planned at={publishAt} />}
      </p>
    </li>
  );
}

function OpenIssue({ next }: { next: number }) {
  const [attempt] = useState(newId);
  const initial = { number: String(next), date: '', title: '' };
  const form = useSendForm({
    schema: NewIssue,
    initial,
    optional: ['title'],
    clean: ({ number, date, title }) => ({
      number: number === '' ? Number.NaN : Number(number),
      date,
      title: title.trim(),
    }),
    send: (body) =>
      apiClient.request('POST /api/issues', { body, idempotencyKey: attemptKey(attempt, body) }),
    failure: 'Failed to open the issue. Please try again.',
    onRefused: useSessionEnd(),
    onSent: ({ data }) => void navigate(`/admin/issues/${data.number}`),
  });
  return (
    <form className="form issue-opening" {...form.formProps}>
      <NeedsScripts />
      <NumberField label="Number" bounds={issueNumberBounds} {...form.field('number')} />
      <Field label="Date" type="date" {...form.field('date')} />
      <Field label="Working title (optional)" autoComplete="off" {...form.field('title')} />
      <FormFailure text={form.failure} />
      <SubmitButton form={form} name="Open Issue" sending="Opening..." />
    </form>
  );
}
