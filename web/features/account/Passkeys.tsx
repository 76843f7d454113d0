import type { OwnPasskeys, Passkey } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiClient, failureMessage, queryOf } from '../../data/api.ts';
import { sessionPath } from '../../data/session.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { longDate } from '../article/article-format.ts';
import { daysAgo } from './days-ago.ts';
import { ProvePasskey } from './ProvePasskey.tsx';

export const ownPasskeys = queryOf('GET /api/me/passkeys');

/** The user's passkeys, with actions to change them. */
export function Passkeys() {
  return (
    <ReadBoundary query={ownPasskeys} loading={null} failed={() => null}>
      {(own) => <PasskeyList own={own} />}
    </ReadBoundary>
  );
}

/** Returns a function that refetches the passkeys, the sessions and the current session after a change. */
export function usePasskeysChange(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const paths = [ownPasskeys.path, '/api/me/sessions', sessionPath];
    await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
  };
}

const loadAdd = async () => (await import('./AddPasskeyDialog.tsx')).AddPasskeyDialog;
const loadCodes = async () => (await import('./NewCodesDialog.tsx')).NewCodesDialog;
const loadRemoveAll = async () => (await import('./RemovePasskeysDialog.tsx')).RemovePasskeysDialog;
const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** Opens the dialog for adding a passkey. */
export function AddPasskey({ isProven, className = 'button' }: { isProven: boolean; className?: string }) {
  const refetch = usePasskeysChange();
  return (
    <DialogButton
      className={className}
      name="Add a passkey"
      load={loadAdd}
      given={() => ({ isProven, onAdded: () => void refetch() })}
    />
  );
}

function PasskeyList({ own }: { own: OwnPasskeys }) {
  const { passkeys, recoveryCodesLeft, isProven, isOnTrial } = own;
  const refetch = usePasskeysChange();
  const title = useRef<HTMLHeadingElement>(null);
  const isLocked = passkeys.length > 0 && !isProven;

  async function remove({ id, name }: Passkey) {
    try {
      await apiClient.request('DELETE /api/me/passkeys/:passkeyId', { params: { passkeyId: id } });
      // The button that was pressed is about to disappear.
      title.current?.focus();
      showToast({ title: `${name} is removed.`, text: 'You are signed out everywhere else.' });
    } catch (error) {
      const text = failureMessage(error, 'Please try again.');
      showToast({ title: 'The passkey could not be removed.', text, variant: 'destructive' });
    }
    await refetch();
  }

  return (
    <section className="profile-data" aria-labelledby="passkeys">
      <h2 id="passkeys" ref={title} tabIndex={-1}>
        Passkeys
      </h2>
      <p>
        With a passkey you sign in by unlocking your phone or computer. Nobody can guess it, and it works only
        on this site.
      </p>
      {passkeys.length > 0 ? (
        <ul className="profile-sessions" aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <p>
                <b dir="auto">{passkey.name}</b>
                <time dateTime={passkey.addedAt} title={longDate(passkey.addedAt)} suppressHydrationWarning>
                  Added {daysAgo(passkey.addedAt)}
                  {passkey.lastUsedAt ? `, last used ${daysAgo(passkey.lastUsedAt)}` : ', not used yet'}
                </time>
              </p>
              {isLocked ? null : (
                <DialogButton
                  className="button"
                  name="Remove"
                  of={passkey.name}
                  load={loadConfirm}
                  given={() => ({
                    title: `Remove ${passkey.name}?`,
                    text: 'You can no longer sign in with it, and you are signed out everywhere else. Delete it on your device too.',
                    action: 'Remove',
                    className: 'button-danger',
                    onConfirm: () => void remove(passkey),
                  })}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {isLocked ? (
        <>
          <p>You signed in with your password. To change your passkeys, first confirm that it is you.</p>
          <ProvePasskey />
          {isOnTrial ? (
            <>
              <p>
                Is there one you did not add? For a week after the first was added, your password is enough to
                remove all of them.
              </p>
              <div className="profile-actions">
                <DialogButton
                  className="button"
                  name="Remove all passkeys"
                  load={loadRemoveAll}
                  given={() => ({ onRemoved: () => void refetch() })}
                />
              </div>
            </>
          ) : null}
        </>
      ) : (
        <>
          {passkeys.length > 0 ? <p>{codesLeft(recoveryCodesLeft)}</p> : null}
          <div className="profile-actions">
            <AddPasskey isProven={isProven} />
            {passkeys.length > 0 ? (
              <DialogButton
                className="button"
                name="New recovery codes"
                load={loadCodes}
                given={() => ({ onMade: () => void refetch() })}
              />
            ) : null}
          </div>
        </>
      )}
    </section>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'You have no recovery codes left. Make new ones, in case you lose your passkey.';
  return `You have ${count} recovery code${count === 1 ? '' : 's'} left, in case you lose your passkey.`;
}
