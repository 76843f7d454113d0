import type { Role } from '@journal/contracts';

export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Administrator',
  editor: 'Editor',
  reviewer: 'Reviewer',
  safeguarding: 'Safeguarding',
};
