import { roles } from '@journal/contracts';
import { roleNames } from '../account/role-names.ts';

/** The roles to choose from in a form. */
export const roleChoices = roles.map((role) => ({ value: role, name: roleNames[role] }));
