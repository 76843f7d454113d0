import type { SessionUser } from '@journal/contracts';
import { useRef } from 'react';
import { useLoaded } from '../../ui/dialog/use-loaded.ts';
import { onPress } from '../../ui/link/press.ts';
import { initials } from '../article/initials.ts';

const load = async () => (await import('./AccountMenu.tsx')).AccountMenu;

/** The way to one's own menu; a link to the profile until scripts run. */
export function AccountLink({ user }: { user: SessionUser }) {
  const link = useRef<HTMLAnchorElement>(null);
  const { Loaded: Menu, open, setOpen, show, prepare } = useLoaded(load);
  return (
    <span className="account-place">
      <a
        ref={link}
        className="account-link"
        href="/profile"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepare}
        // So that the menu is there to see the key that opens it, and gives the focus to its first item.
        onFocus={prepare}
        onClick={onPress(() => (open ? setOpen(false) : show()))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          show();
        }}
      >
        <span className="account-initials" aria-hidden="true">
          {initials(user.fullName)}
        </span>
        <span className="account-name">{user.fullName}</span>
        <span className="sr-only">account menu</span>
      </a>
      {Menu ? <Menu user={user} open={open} onOpenChange={setOpen} opener={link} /> : null}
    </span>
  );
}
