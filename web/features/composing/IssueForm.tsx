import '../../styles/piece-form.css';
import { type ApiError, IssueFields, issueFields, motifs, sections } from '@journal/contracts';
import { createElement, useEffect, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { coverName } from '../../ui/artwork/cover-names.ts';
import { useUnsaved } from '../../ui/dialog/unsaved.ts';
import {
  cleanValues,
  DescribedFields,
  type FormValues,
  formValuesOf,
  optionalNames,
} from '../../ui/form/described-fields.tsx';
import type { Choices } from '../../ui/form/fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { ConflictView, conflictsOf } from '../admin/ConflictView.tsx';
import { coverOfIssue } from '../issue/issue-names.ts';
import { sectionNames } from '../section/section-marks.ts';
import { type ChangeProps, isOutdated } from './issue-change.ts';

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
  date: 'The date shown on the issue.',
  title: 'Without a title it is called by its number.',
  letter: 'A blank line begins a new paragraph.',
  cover: 'What the cover shows.',
};

/**
 * The front of an issue, without its pieces. If others have changed the front as well, both versions are shown and a
 * choice is made. Changes to the pieces don't concern this form.
 */
export function IssueForm({ issue, etag, changed, renew }: ChangeProps) {
  const { number } = issue;
  const [choices] = useState(() => ({ cover: coverOptionsOf(number), colours: colourOptions }));
  const theirs = formValuesOf(issueFields, issue);
  const [base, setBase] = useState(theirs);
  const [isCompared, setCompared] = useState(false);
  const isOvertaken = differs(base, theirs);
  const onSessionEnd = useSessionEnd();
  async function save(body: FormValues, ifMatch: string): Promise<Parameters<ChangeProps['changed']>[0]> {
    try {
      return await apiClient.request('PUT /api/issues/:id', {
        params: { id: number },
        body: body as never,
        headers: { 'if-match': ifMatch },
      });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      const newest = await renew();
      if (differs(base, formValuesOf(issueFields, newest.issue))) throw error;
      return save(body, newest.etag);
    }
  }
  const form = useSendForm<FormValues, Parameters<ChangeProps['changed']>[0], FormValues>({
    schema: IssueFields,
    initial: theirs,
    optional: optionalNames(issueFields),
    clean: (values) => cleanValues(issueFields, values),
    send: (body) => save(body, etag),
    failure: 'Failed to save the issue. Please try again.',
    onRefused: (error: ApiError) => {
      if (!isOutdated(error)) return onSessionEnd(error);
      setCompared(true);
      return true;
    },
    onSent: (answer) => {
      follow(formValuesOf(issueFields, answer.data));
      changed(answer);
      showToast({ title: 'Saved.' });
    },
  });
  useUnsaved('issue', form.changed, false);
  function follow(values: FormValues) {
    setBase(values);
    setCompared(false);
    form.typed.reset(values);
  }
  const isFollowed = isOvertaken && !form.changed && !form.sending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (isFollowed) follow(theirs);
  }, [isFollowed, issue]);
  const comparing = isOvertaken && !isFollowed && !form.sending;
  return (
    <section className="ruled-part" aria-labelledby="front-title">
      <h2 id="front-title">Front</h2>
      <div className="form-notices" aria-live="polite">
        {comparing ? (
          <p className="form-notice">
            Someone else has changed this issue since you opened it. What you typed is still here.{' '}
            {isCompared ? null : (
              <button type="button" className="text-link" onClick={() => setCompared(true)}>
                Compare both versions
              </button>
            )}
          </p>
        ) : null}
      </div>
      {comparing && isCompared ? (
        <ConflictView
          noun="issue"
          fields={issueFields}
          base={base}
          mine={form.typed.get()}
          theirs={theirs}
          onBack={() => setCompared(false)}
          onSave={(values) => {
            form.typed.put(values);
            setBase(theirs);
            setCompared(false);
            void form.submit();
          }}
        />
      ) : null}
      <form
        className="form"
        {...form.formProps}
        hidden={comparing && isCompared}
        onSubmit={(event) => {
          event.preventDefault();
          if (comparing) setCompared(true);
          else void form.submit();
        }}
      >
        <DescribedFields fields={issueFields} hints={hints} choices={choices} register={form.field} />
        <FormFailure text={form.failure} />
        <SubmitButton form={form} name="Save" sending="Saving..." />
      </form>
    </section>
  );
}

/** Whether two versions of the front of an issue differ. */
const differs = (base: FormValues, theirs: FormValues): boolean =>
  conflictsOf(issueFields, { base, mine: base, theirs }).length > 0;
