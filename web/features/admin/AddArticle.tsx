import { ArticleFields } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { cleanValues, optionalNames } from '../../ui/form/described-fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSignedOut } from '../../ui/form/use-signed-out.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { DraftNotice } from './EditNotices.tsx';
import { useEditDraft, useKeptForm } from './edit-draft.ts';
import { PanelForm } from './PanelForm.tsx';
import { PieceForm } from './PieceForm.tsx';
import { articleKind, newArticle } from './piece-kinds.ts';
import { showFailure, useRefetch } from './use-change.ts';

/** The form for a new article. Resubmitting it after a lost response publishes the article only once. */
export function AddArticle({ onClose }: { onClose: () => void }) {
  const failure = 'Failed to publish article. Please try again.';
  const session = useSignedOut();
  const refetch = useRefetch();
  const [id] = useState(newId);
  const draft = useEditDraft('articles/new', id);
  const form = useSendForm({
    schema: ArticleFields,
    initial: newArticle,
    optional: optionalNames(articleKind.fields),
    clean: (values) => cleanValues(articleKind.fields, values),
    send: (values) =>
      apiClient.request('POST /api/articles', {
        body: values as ArticleFields,
        idempotencyKey: attemptKey(draft.origin.current, values),
      }),
    failure,
    onRefused(error) {
      showFailure(failure, error);
      return session.refuse(error);
    },
    onSent: () => {
      showToast({ title: 'Article published successfully!' });
      draft.remove();
      refetch();
      onClose();
    },
  });
  const account = useKeptForm(draft, form, () => newArticle);
  return (
    <PanelForm title="Add New Article">
      <div className="form-notices">
        {session.notice}
        <DraftNotice
          at={draft.restored?.at}
          onDiscard={() => {
            draft.remove();
            form.typed.reset(newArticle);
          }}
        />
      </div>
      <PieceForm
        kind={articleKind}
        form={form}
        draft={draft}
        account={account}
        name="Publish Article"
        sending="Publishing..."
        onClose={onClose}
      />
    </PanelForm>
  );
}
