import type { SessionUser } from '@journal/contracts';
import { useEffect, useRef } from 'react';
import { useSession } from '../../data/use-api.ts';
import { useLazyComponent } from '../../ui/dialog/use-lazy-component.ts';
import { onPress } from '../../ui/link/links.tsx';
import { Monogram } from '../article/article-parts.tsx';
import type { MenuProps } from './AccountMenu.tsx';

/** The account part of the masthead. Reserves its space until the session is known. */
export function AccountArea() {
  const user = useSession();
  useFocusAfterSignOut(user);
  return (
    <div className="account-area">
      {user ? <AccountLink user={user} /> : null}
      {user === null ? (
        <>
          <a href="/login">Sign In</a>
          <a className="account-join" href="/signup">
            Sign Up
          </a>
        </>
      ) : null}
    </div>
  );
}

/** Moves the focus to the content after signing out, because the button that had it is gone. */
function useFocusAfterSignOut(user: SessionUser | null | undefined): void {
  const before = useRef(user);
  useEffect(() => {
    const signedOut = before.current && user === null;
    before.current = user;
    if (signedOut && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [user]);
}

const load = async () => (await import('./AccountMenu.tsx')).AccountMenu;

/** Opens the user's menu; a link to the profile until scripts run. */
function AccountLink({ user }: { user: SessionUser }) {
  const { Loaded: Menu, openProps, openerProps, show } = useLazyComponent<MenuProps, HTMLAnchorElement>(load);
  const { open, onOpenChange } = openProps;
  return (
    <span className="account-place">
      <a
        className="account-link"
        href="/profile"
        aria-haspopup="menu"
        aria-expanded={open}
        // The code is loaded on focus, so that the key that opens the menu can focus its first item.
        {...openerProps}
        onClick={onPress(() => (open ? onOpenChange(false) : show()))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          show();
        }}
      >
        <Monogram name={user.fullName} />
        <span className="account-name">{user.fullName}</span>
        <span className="sr-only">account menu</span>
      </a>
      {Menu ? <Menu user={user} {...openProps} /> : null}
    </span>
  );
}
