import type { Submission } from '@journal/contracts';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useSession } from '../../data/use-api.ts';
import { useDesk } from './use-desk.ts';

type AssignMenuProps = { pitch: Submission; onAssign: (editorId: string | null) => void };

const nobody = 'nobody';

/** A button with a menu of all editors, which assigns the pitch to the chosen one. */
export function AssignMenu({ pitch, onAssign }: AssignMenuProps) {
  const editors = useDesk()?.editors ?? [];
  const me = useSession()?.id;
  const choose = (editorId: string) => {
    const chosen = editorId === nobody ? null : editorId;
    if (chosen !== pitch.assigneeId) onAssign(chosen);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="row-action">
        Assign…<span className="sr-only"> {pitch.articleTitle}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu assign-menu" align="start" sideOffset={6} collisionPadding={8}>
        <DropdownMenu.RadioGroup value={pitch.assigneeId ?? nobody} onValueChange={choose}>
          {editors.map(({ userId, name, count }) => (
            <Choice key={userId} value={userId}>
              <span>
                <bdi>{name}</bdi>
                {userId === me ? ' (you)' : ''}
              </span>
              <span className="assign-count">
                {count}
                <span className="sr-only"> waiting</span>
              </span>
            </Choice>
          ))}
          <DropdownMenu.Separator className="menu-rule" />
          <Choice value={nobody}>Nobody</Choice>
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function Choice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem className="menu-item" value={value}>
      <span className="assign-mark" aria-hidden="true">
        <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.RadioItem>
  );
}
