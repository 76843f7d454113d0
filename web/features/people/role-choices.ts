import { roles } from '@journal/contracts';
import { roleNames } from '../account/role-names.ts';

/** The roles that a form offers. */
export const roleChoices = roles.map((role) => ({ value: role, name: roleNames[role] }));
