import '../../styles/form.css';
import '../../styles/people.css';
import { type Invitation, normaliseEmail, type Role, RoleGrant } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { newsroomInvitations } from '../../data/newsroom.api.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { EmailField, SelectField } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { roleNames } from '../account/role-names.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { useChange } from '../admin/use-change.ts';
import { longDate } from '../article/article-format.ts';
import { roleChoices } from './role-choices.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** Pending invitations, and a form to invite somebody, with or without an account. */
export function Invitations() {
  const id = useId();
  const refetch = useInvitationsRefetch();
  const [attempt, setAttempt] = useState(newId);
  const initial: { email: string; role: Role } = { email: '', role: 'editor' };
  const form = useSendForm({
    schema: RoleGrant,
    initial,
    clean: ({ email, role }) => ({ email: normaliseEmail(email), role }),
    send: (body) =>
      apiClient.request('POST /api/newsroom/invitations', {
        body,
        idempotencyKey: attemptKey(attempt, body),
      }),
    failure: 'Failed to send the invitation. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      form.typed.reset(initial);
      setAttempt(newId());
      showToast({ title: 'The invitation is on its way.' });
      void refetch();
    },
  });
  return (
    <section className="person-form" aria-labelledby={id}>
      <h2 id={id}>Invite somebody</h2>
      <p>
        They get a mail with a link that works for 7 days, and need no account yet. A second invitation
        replaces the first.
      </p>
      <ListBoundary query={newsroomInvitations} loading="Loading invitations...">
        {(invitations) =>
          invitations.length === 0 ? null : (
            <ul className="people" aria-label="Invitations">
              {invitations.map((invitation) => (
                <InvitationItem
                  key={invitation.id}
                  invitation={invitation}
                  onWithdrawn={() => setAttempt(newId())}
                />
              ))}
            </ul>
          )
        }
      </ListBoundary>
      <form className="form" {...form.formProps}>
        <NeedsScripts />
        <FormFailure text={form.failure} />
        <EmailField {...form.field('email')} />
        <SelectField label="Role" choices={roleChoices} {...form.field('role')} />
        <SubmitButton form={form} name="Send Invitation" sending="Sending..." />
      </form>
    </section>
  );
}

type InvitationItemProps = {
  readonly invitation: Invitation;
  /** Called after the invitation was withdrawn: another to the same address is a new one. */
  onWithdrawn(): void;
};

function InvitationItem({ invitation, onWithdrawn }: InvitationItemProps) {
  const { id, email, role, expiresAt, hasExpired } = invitation;
  const change = useChange();
  const refetch = useInvitationsRefetch();
  async function revoke() {
    await change(() => apiClient.request('DELETE /api/newsroom/invitations/:id', { params: { id } }), {
      done: 'The invitation is withdrawn.',
      failed: 'Failed to withdraw the invitation. Please try again.',
    });
    onWithdrawn();
    await refetch();
  }
  return (
    <li>
      <p className="person-name">{email}</p>
      <p className="person-email">{hasExpired ? 'Expired' : `Open until ${longDate(expiresAt)}`}</p>
      <ul className="person-roles" aria-label={`Role for ${email}`}>
        <li>
          <span className="label">{roleNames[role]}</span>
          <DialogButton
            className="button button-danger"
            name="Withdraw"
            of={email}
            load={loadConfirm}
            given={() => ({
              title: 'Withdraw the invitation?',
              text: 'The link in the mail stops working, and the address is erased here.',
              action: 'Withdraw',
              className: 'button-danger',
              onConfirm: () => void revoke(),
            })}
          />
        </li>
      </ul>
    </li>
  );
}

function useInvitationsRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [newsroomInvitations.path] });
}
