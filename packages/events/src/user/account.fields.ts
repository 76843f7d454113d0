import { maxEmailLength } from '../fields/bounds.ts';
import { type ContentOf, type Fields, type OpenedContentOf, textLimits } from '../fields/field.ts';

/** An account's data about a person, sealed with that person's key. The username is derived from the address. */
export const accountFields = {
  email: {
    label: 'Email',
    value: { kind: 'text', maxLength: maxEmailLength, format: 'email-address' },
    errors: { label: 'Email', message: 'Invalid email address' },
    sealedFor: 'user',
  },
  username: { label: 'Username', value: { kind: 'text', maxLength: maxEmailLength }, sealedFor: 'user' },
  fullName: {
    label: 'Full name',
    value: { kind: 'text', maxLength: textLimits.name, isLine: true },
    sealedFor: 'user',
  },
} as const satisfies Fields;

export type AccountContent = ContentOf<typeof accountFields>;
/** Content as read from the log: null once the person's key is deleted. */
export type OpenedAccountContent = OpenedContentOf<typeof accountFields>;
