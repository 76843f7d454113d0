import '../../styles/form.css';
import '../../styles/people.css';
import { normaliseEmail, type Role, RoleGrant, roles } from '@journal/contracts';
import { useId } from 'react';
import { apiClient } from '../../data/api.ts';
import { EmailField, SelectField } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { roleNames } from '../account/role-names.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { usePeopleRefetch } from './NewsroomPeople.tsx';
import { roleChoices } from './role-choices.ts';

/** Description of each role, in a sentence or two. */
const roleMeanings: Readonly<Record<Role, string>> = {
  admin: 'Does everything, and gives roles to others.',
  editor: 'Works on all pitches and articles, and publishes. Sees no email addresses.',
  reviewer: 'Reads the pitches that they look after, and asks their writers for changes.',
  safeguarding:
    'Reads all pitches to keep writers safe, and can look up addresses, which the audit records. Changes nothing.',
};

/** Gives a role to the account with an address. */
export function GiveRole() {
  const id = useId();
  const refetch = usePeopleRefetch();
  const initial: { email: string; role: Role } = { email: '', role: 'editor' };
  const form = useSendForm({
    schema: RoleGrant,
    initial,
    clean: ({ email, role }) => ({ email: normaliseEmail(email), role }),
    send: (body) => apiClient.request('POST /api/newsroom/people', { body }),
    failure: 'Failed to give the role. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      form.typed.reset(initial);
      showToast({ title: 'The role has been given.' });
      void refetch();
    },
  });
  return (
    <section className="person-form" aria-labelledby={id}>
      <h2 id={id}>Give a role</h2>
      <p>Enter the address of their account. They must have confirmed it.</p>
      <dl className="role-meanings">
        {roles.map((role) => (
          <div key={role}>
            <dt>{roleNames[role]}</dt>
            <dd>{roleMeanings[role]}</dd>
          </div>
        ))}
      </dl>
      <form className="form" {...form.formProps}>
        <NeedsScripts />
        <FormFailure text={form.failure} />
        <EmailField {...form.field('email')} />
        <SelectField label="Role" choices={roleChoices} {...form.field('role')} />
        <SubmitButton form={form} name="Give Role" sending="Giving..." />
      </form>
    </section>
  );
}
