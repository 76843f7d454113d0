import type { OwnSubmission, SessionUser } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import type { ApiAnswer, Rows } from '../../data/api.ts';
import { badgeOf } from '../../data/waits-for-writer.ts';
import { ownPitches } from '../../data/writer.api.ts';
import { focusOn, type OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { accountLinks } from './account-links.ts';
import { requestSignOut } from './SignOut.tsx';

export type MenuProps = OpenProps & { user: SessionUser };

/** The menu of a signed-in user, operated with arrow keys. Returns the focus to its opener. */
export function AccountMenu({ user, open, onOpenChange, opener }: MenuProps) {
  const [profile, ...others] = accountLinks(user);
  // Read only when the menu is opened, so that it costs pages nothing.
  const { data: pitches } = useQuery<ApiAnswer, Error, Rows<OwnSubmission>>({
    queryKey: [ownPitches.path],
    select: ownPitches.select,
    enabled: open,
  });
  const mark = badgeOf(pitches?.rows);
  const links = [...(profile ? [profile] : []), { href: '/contact', name: 'Write for Us' }, ...others];
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span className="menu-anchor" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className="menu"
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label="Account"
        aria-labelledby={undefined}
        onInteractOutside={(event) => {
          // The opener closes the menu itself, and would reopen it.
          if (opener.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onCloseAutoFocus={focusOn(opener)}
      >
        {links.map(({ href, name }) => (
          <DropdownMenu.Item key={href} asChild>
            <a className="menu-item" href={href}>
              {name}
              {href === profile?.href && mark ? <span className="menu-mark">{mark}</span> : null}
            </a>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator className="menu-rule" />
        <DropdownMenu.Item className="menu-item" onSelect={requestSignOut}>
          Sign Out
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
