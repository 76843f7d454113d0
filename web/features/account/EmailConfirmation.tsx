import { asApiError } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { ownEmail } from '../../data/writer.api.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';

/** Shows whether the user's address is confirmed; if not, the link can be sent again. */
export function EmailConfirmation() {
  return (
    <ReadBoundary query={ownEmail} loading={null} failed={() => null}>
      {({ confirmedAt }) => (confirmedAt === null ? <Unconfirmed /> : 'Confirmed')}
    </ReadBoundary>
  );
}

function Unconfirmed() {
  const [isSending, setSending] = useState(false);
  async function send() {
    if (isSending) return;
    setSending(true);
    try {
      const { data } = await apiClient.request('POST /api/me/email/confirmation-mail');
      showToast({ title: data.message });
    } catch (error) {
      const { problem } = asApiError(error);
      const title = problem?.message ?? 'Failed to send the message. Please try again.';
      showToast({ title, variant: 'destructive' });
    } finally {
      setSending(false);
    }
  }
  return (
    <>
      Not confirmed yet.{' '}
      <button
        type="button"
        className="text-link"
        aria-disabled={isSending || undefined}
        onClick={() => void send()}
      >
        Send the link again
      </button>
    </>
  );
}
