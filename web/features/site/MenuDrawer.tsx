import { Dialog } from 'radix-ui';
import { usePageContext } from 'vike-react/usePageContext';
import { useSession } from '../../data/use-api.ts';
import { focusOn, type OpenProps } from '../../ui/dialog/use-loaded.ts';
import { NavLinks } from '../../ui/link/links.tsx';
import { ThemeSwitch } from '../../ui/theme/ThemeSwitch.tsx';
import { accountLinks } from '../account/account-links.ts';
import { useSignOut } from '../account/use-session-change.ts';
import { siteLinks } from './site-links.ts';

/** The site's links as a drawer from the right. Keeps the focus inside while it is open. */
export function MenuDrawer({ open, onOpenChange, opener }: OpenProps) {
  const { site } = usePageContext();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="drawer-shade" />
        <Dialog.Content className="drawer" aria-describedby={undefined} onCloseAutoFocus={focusOn(opener)}>
          <div className="drawer-head">
            <Dialog.Title className="brand">{site.name}</Dialog.Title>
            <Dialog.Close className="drawer-close">
              <span className="sr-only">Close menu</span>
              <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
                <path d="M2 2l14 14M16 2 2 16" stroke="currentColor" strokeWidth="2.2" />
              </svg>
            </Dialog.Close>
          </div>
          <nav className="drawer-nav" aria-label="Menu">
            <NavLinks links={siteLinks} onFollow={() => onOpenChange(false)} />
          </nav>
          <DrawerAccount onFollow={() => onOpenChange(false)} />
          <ThemeSwitch />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerAccount({ onFollow }: { onFollow: () => void }) {
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
