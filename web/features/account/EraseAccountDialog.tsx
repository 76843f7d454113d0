import { AccountErasure } from '@journal/contracts';
import { navigate } from 'vike/client/router';
import { apiClient } from '../../data/api.ts';
import { forgetDraft } from '../../data/forget-draft.ts';
import { useSession } from '../../data/use-api.ts';
import { ownEmail } from '../../data/writer.api.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { ChoiceField } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { useSessionChange, useSessionEnd } from './use-session-change.ts';

const choices = [
  { value: 'keep', name: 'They stay, without my name', hint: 'Readers see “Former contributor” instead.' },
  { value: 'remove', name: 'They go as well', hint: 'Nobody can read them here any more.' },
] as const;

export function EraseAccountDialog(props: OpenProps) {
  const user = useSession();
  const changeSession = useSessionChange();
  const form = useSendForm({
    schema: AccountErasure,
    initial: { password: '', pieces: 'keep' } as AccountErasure,
    send: (body) => apiClient.request('DELETE /api/me', { body }),
    failure: 'Failed to erase your account. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      if (user) forgetDraft(user.id);
      showToast({ title: 'Your account has been erased.', text: 'Thank you for having been here.' });
      // Navigates first: the current page would briefly show that nobody is signed in.
      void navigate('/').then(() => changeSession(null));
    },
  });
  return (
    <FormDialog
      {...props}
      title="Erase my account"
      text={<WhatHappens />}
      form={form}
      name="Erase my account"
      sending="Erasing..."
      className="button-danger"
    >
      <ChoiceField
        legend="What about the pieces you have published?"
        choices={choices}
        {...form.field('pieces')}
      />
      <OwnPasswordField {...form.field('password')} />
    </FormDialog>
  );
}

function WhatHappens() {
  return (
    <>
      <p>
        We forget you: your name, your email address, your school and your password. You are signed out
        everywhere, and can’t sign in again.
      </p>
      <p>
        <strong>This can’t be undone, not even by us.</strong> If you want to keep what we know about you,
        close this and download your data first.
      </p>
      <ReadBoundary query={ownEmail} loading={null} failed={() => null}>
        {({ confirmedAt }) =>
          confirmedAt === null && (
            <p>
              Your address is not confirmed. If our newsletter is sent to it, that goes on: end it with the
              link in each mail.
            </p>
          )
        }
      </ReadBoundary>
    </>
  );
}
