import { useSession } from '../../data/use-api.ts';
import { NavLinks } from '../../ui/layout/NavLinks.tsx';
import { accountLinks } from './account-links.ts';
import { useSignOut } from './use-session-change.ts';

/** The drawer's account links. */
export function DrawerAccount({ onFollow }: { onFollow: () => void }) {
  const user = useSession();
  const signOut = useSignOut();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="drawer-account" role="group" aria-label="Account">
      {user ? <p className="drawer-who">{user.fullName}</p> : null}
      <NavLinks links={accountLinks(user)} onFollow={onFollow} />
      {user ? (
        <button
          type="button"
          onClick={() => {
            onFollow();
            void signOut();
          }}
        >
          Sign Out
        </button>
      ) : null}
    </div>
  );
}
