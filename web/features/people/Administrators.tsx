import '../../styles/form.css';
import '../../styles/people.css';
import { type Administrator, ForgotPassword, normaliseEmail } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { apiClient, queryOf } from '../../data/api.ts';
import { useSession } from '../../data/use-api.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { EmailField } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { useChange } from '../admin/use-change.ts';

const administrators = queryOf('GET /api/newsroom/administrators');
const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** Who administers the journal. Everybody but oneself can be taken off the list, so that there is always one. */
export function Administrators() {
  const user = useSession();
  const remove = useRemoval();
  return (
    <ListBoundary query={administrators} loading="Loading administrators...">
      {(people) => (
        <ul className="people" aria-label="Administrators">
          {people.map((person) => (
            <li key={person.id}>
              <p className="person-name" dir="auto">
                {person.fullName}
              </p>
              <p className="person-email">{person.email}</p>
              {person.id === user?.id ? (
                <p className="person-own">You</p>
              ) : (
                <DialogButton
                  className="button button-danger"
                  name="Remove"
                  of={person.fullName}
                  load={loadConfirm}
                  given={() => ({
                    title: `Remove ${person.fullName}?`,
                    text: 'They are no administrator any more at once, and signed out everywhere. Their account stays.',
                    action: 'Remove',
                    className: 'button-danger',
                    onConfirm: () => void remove(person),
                  })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </ListBoundary>
  );
}

function useRemoval(): (person: Administrator) => Promise<void> {
  const change = useChange();
  const refetch = useListRefetch();
  return async ({ id, fullName }) => {
    const key = 'DELETE /api/newsroom/administrators/:userId';
    await change(() => apiClient.request(key, { params: { userId: id } }), {
      done: `${fullName} is no administrator any more.`,
      failed: 'Failed to remove the administrator. Please try again.',
    });
    await refetch();
  };
}

function useListRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [administrators.path] });
}

/** Makes somebody an administrator by the address of their account. */
export function AddAdministrator() {
  const id = useId();
  const refetch = useListRefetch();
  const form = useSendForm({
    schema: ForgotPassword,
    initial: { email: '' },
    clean: ({ email }) => ({ email: normaliseEmail(email) }),
    send: (body) => apiClient.request('POST /api/newsroom/administrators', { body }),
    failure: 'Failed to add the administrator. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      form.typed.reset({ email: '' });
      showToast({ title: 'They are an administrator now.' });
      void refetch();
    },
  });
  return (
    <section className="person-form" aria-labelledby={id}>
      <h2 id={id}>Add an administrator</h2>
      <p>By the address of their account, which they have to have confirmed.</p>
      <form className="form" {...form.formProps}>
        <NeedsScripts />
        <FormFailure text={form.failure} />
        <EmailField {...form.field('email')} />
        <SubmitButton form={form} name="Add Administrator" sending="Adding..." />
      </form>
    </section>
  );
}
