import { ArticleFields } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { cleanValues, DescribedFields, type FormValues } from '../../ui/form/described-fields.tsx';
import { FormFailure, SubmitButton, type SubmitButtonProps } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { SignedOutNotice } from './EditNotices.tsx';
import { PanelForm, useUnsaved } from './PanelForm.tsx';
import { articleKind, newArticle, type PieceKind, sectionOptions } from './piece-kinds.ts';
import { showFailure, useRefetch } from './use-change.ts';

type PieceFormProps = Pick<SubmitButtonProps, 'name' | 'sending'> & {
  kind: PieceKind;
  form: ReturnType<typeof useSendForm<FormValues, unknown>>;
  /** Whether something else is shown in its place meanwhile. */
  hidden?: boolean;
  onCancel: () => void;
};

export function PieceForm(props: PieceFormProps) {
  const { kind, form, hidden = false, name, sending, onCancel } = props;
  return (
    <form className="form row-form" hidden={hidden} {...form.formProps}>
      <DescribedFields
        fields={kind.fields}
        hints={kind.hints}
        choices={sectionOptions}
        register={form.field}
      />
      <FormFailure text={form.failure} />
      <div className="form-actions">
        <SubmitButton form={form} name={name} sending={sending} />
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The form of a new article. Sent again after an answer that was lost, it is published once. */
export function AddArticle({ onClose }: { onClose: () => void }) {
  const failure = 'Failed to publish article. Please try again.';
  const [isSignedOut, setSignedOut] = useState(false);
  const refetch = useRefetch();
  const [id] = useState(newId);
  const form = useSendForm({
    schema: ArticleFields,
    initial: newArticle,
    clean: (values) => cleanValues(articleKind.fields, values),
    send: (values) =>
      apiClient.request('POST /api/articles', {
        body: values as ArticleFields,
        idempotencyKey: attemptKey(id, values),
      }),
    failure,
    onRefused(error) {
      setSignedOut(error.status === 401);
      showFailure(failure, error);
      return error.status === 401;
    },
    onSent: () => {
      showToast({ title: 'Article published successfully!' });
      refetch();
      onClose();
    },
  });
  useUnsaved(form.changed);
  return (
    <PanelForm title="Add New Article">
      <div className="form-notices">{isSignedOut ? <SignedOutNotice /> : null}</div>
      <PieceForm
        kind={articleKind}
        form={form}
        name="Publish Article"
        sending="Publishing..."
        onCancel={onClose}
      />
    </PanelForm>
  );
}
