import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient, failureMessage } from '../../data/api.ts';
import { refetchOwnPitch } from '../../data/writer.api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { showToast } from '../../ui/toast/toast.ts';

export type HidePieceDialogProps = OpenProps & { id: string; isHidden: boolean };

const texts = {
  hide: {
    title: 'Hide your piece?',
    text: 'It disappears from every page, the search and the feeds immediately. The editors are told that you hid it, not why. You can show it again later.',
    action: 'Hide it now',
    done: 'Your piece is hidden.',
    failed: 'Your piece could not be hidden.',
  },
  show: {
    title: 'Show your piece again?',
    text: 'Everybody can read it then, with the name that you have chosen.',
    action: 'Show it again',
    done: 'Your piece can be read again.',
    failed: 'Your piece could not be shown again.',
  },
} as const;

/**
 * Hides a piece from readers, or shows it again, after a confirmation: whichever it was opened for, even if the piece is
 * hidden or shown elsewhere meanwhile.
 */
export function HidePieceDialog({ id, isHidden, ...props }: HidePieceDialogProps) {
  const client = useQueryClient();
  const [way] = useState<keyof typeof texts>(isHidden ? 'show' : 'hide');
  const { title, text, action, done, failed } = texts[way];
  async function go() {
    try {
      await apiClient.request(`POST /api/submissions/mine/:id/${way}` as const, { params: { id } });
      showToast({ title: done });
    } catch (error) {
      const why = failureMessage(error, 'Please try again.');
      showToast({ title: failed, text: why, variant: 'destructive' });
    }
    await refetchOwnPitch(client, id);
  }
  return (
    <ConfirmDialog
      {...props}
      title={title}
      text={<p>{text}</p>}
      action={action}
      className={way === 'show' ? 'button-solid' : 'button-danger button-solid'}
      onConfirm={() => void go()}
    />
  );
}
