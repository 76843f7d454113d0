import { ArticleFields } from '@journal/contracts';
import { useSetAtom } from 'jotai';
import { useEffect, useId, useRef, useState } from 'react';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { publishArticle } from '../../data/newsroom.api.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { toastAtom } from '../../ui/toast/toast.ts';
import { SignedOutNotice } from './EditNotices.tsx';
import { PieceForm, useUnsaved } from './PieceForm.tsx';
import { articleKind, cleanValues, type FormValues, newArticle } from './piece-kinds.ts';
import { useFailureToast, useRefetch } from './use-change.ts';

const failure = 'Failed to publish article. Please try again.';

/** The form of a new article. Sent again after an answer that was lost, it is published once. */
export function AddArticle({ onClose }: { onClose: () => void }) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isSignedOut, setSignedOut] = useState(false);
  const showToast = useSetAtom(toastAtom);
  const showFailure = useFailureToast();
  const refetch = useRefetch();
  const [id] = useState(newId);
  const form = useSendForm<FormValues, unknown>({
    schema: ArticleFields,
    initial: newArticle,
    clean: (values) => cleanValues(articleKind.fields, values),
    send: (values) => publishArticle(values as ArticleFields, attemptKey(id, values)),
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
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel-form" aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        Add New Article
      </h2>
      <div className="form-notices">{isSignedOut ? <SignedOutNotice /> : null}</div>
      <PieceForm
        form={form}
        fields={articleKind.fields}
        name="Publish Article"
        sending="Publishing..."
        onCancel={onClose}
      />
    </section>
  );
}
